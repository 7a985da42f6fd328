// SPDX-License-Identifier: Apache-2.0
// An FCLib file to values; every number is checked before anything is sized by it.
#include <limits>
#include <span>

#include <fmt/format.h>

#include "saltus/base/error.h"
#include "saltus/base/hdf5_file.h"
#include "saltus/problems/fclib.h"

namespace saltus {
namespace {

using Integers = std::vector<std::int32_t>;
using Numbers = std::vector<double>;

constexpr std::int32_t compressed_columns = -1;
constexpr std::int32_t compressed_rows = -2;

/// What a length must be, and why.
struct Size {
  std::size_t count;
  std::string reason;
};

/// A group that holds a matrix.
struct Group {
  const Hdf5File& file;
  std::string name;

  [[nodiscard]] std::string path(std::string_view member) const {
    return fmt::format("{}/{}", name, member);
  }
  [[nodiscard]] Integers integers(std::string_view member) const {
    return file.integers(path(member));
  }
  [[nodiscard]] Numbers numbers(std::string_view member) const {
    return file.numbers(path(member));
  }
  [[nodiscard]] std::int32_t integer(std::string_view member) const {
    const Integers values = integers(member);
    if (values.size() != 1) fail(member, "has {} entries (expected: 1)", values.size());
    return values.front();
  }
  template <class... Words>
  [[noreturn]] void fail(std::string_view member, fmt::format_string<Words...> text,
                         Words&&... words) const {
    file.fail(path(member), fmt::format(text, std::forward<Words>(words)...));
  }
};

void check_extent(const Group& matrix, std::string_view member, std::int32_t value,
                  const Size& wanted) {
  if (value < 0 || static_cast<std::size_t>(value) != wanted.count)
    matrix.fail(member, "is {} (expected: {}, {})", value, wanted.count, wanted.reason);
}

void check_indices(const Group& matrix, std::string_view member,
                   std::span<const std::int32_t> indices, std::int32_t limit) {
  for (std::size_t k = 0; k < indices.size(); ++k) {
    if (indices[k] < 0 || indices[k] >= limit) {
      matrix.fail(member, "entry {} is {} (expected: an index from 0 to {})", k, indices[k],
                  limit - 1);
    }
  }
}

/// FCLib may store more room (nzmax) than there are entries, never less.
template <class T>
void check_count(const Group& matrix, std::string_view member, const std::vector<T>& values,
                 std::size_t count) {
  if (values.size() < count)
    matrix.fail(member, "has {} entries (expected: {})", values.size(), count);
}

/// 0 = p[0] ≤ p[1] ≤ … starts the lines of compressed storage.
void check_starts(const Group& matrix, const Integers& p, std::int32_t lines) {
  if (p.size() != static_cast<std::size_t>(lines) + 1)
    matrix.fail("p", "has {} entries (expected: {})", p.size(), std::int64_t{lines} + 1);
  if (p[0] != 0) matrix.fail("p", "begins with {} (expected: 0)", p[0]);
  for (std::size_t k = 1; k < p.size(); ++k) {
    if (p[k] < p[k - 1])
      matrix.fail("p", "falls from {} to {} at entry {} (expected: p never falls)", p[k - 1], p[k],
                  k);
  }
}

/// The line of each entry of compressed storage.
Integers lines_of(const Integers& p) {
  Integers line(static_cast<std::size_t>(p.back()));
  for (std::size_t j = 0; j + 1 < p.size(); ++j) {
    for (auto k = static_cast<std::size_t>(p[j]); k < static_cast<std::size_t>(p[j + 1]); ++k)
      line[k] = static_cast<std::int32_t>(j);
  }
  return line;
}

/// FCLib's three storages. nz ≥ 0: so many triplets, i the row and p the column (FCLib's header
/// says the opposite; its files, and its products with them, say this). nz = −1: p starts the
/// columns, i are rows. nz = −2: p starts the rows, i are columns.
SparseMatrix read_matrix(const Hdf5File& file, const std::string& name, const Size& rows,
                         const Size& columns) {
  const Group matrix{file, name};
  if (!file.has_group(name)) file.fail(name, "is missing (expected: a sparse matrix)");
  const std::int32_t m = matrix.integer("m");
  const std::int32_t n = matrix.integer("n");
  check_extent(matrix, "m", m, rows);
  check_extent(matrix, "n", n, columns);
  const std::int32_t nz = matrix.integer("nz");
  if (nz < compressed_rows) {
    matrix.fail("nz",
                "is {} (expected: the number of triplets, -1 for compressed columns or -2 for "
                "compressed rows)",
                nz);
  }
  const Integers p = matrix.integers("p");
  const Integers i = matrix.integers("i");
  const Numbers x = matrix.numbers("x");
  if (nz >= 0) {
    check_count(matrix, "p", p, static_cast<std::size_t>(nz));
  } else {
    check_starts(matrix, p, nz == compressed_columns ? n : m);
  }
  const auto count = static_cast<std::size_t>(nz >= 0 ? nz : p.back());
  check_count(matrix, "i", i, count);
  check_count(matrix, "x", x, count);
  const std::int32_t nzmax = matrix.integer("nzmax");
  if (nzmax < 0 || static_cast<std::size_t>(nzmax) < count)
    matrix.fail("nzmax", "is {} (expected: at least {})", nzmax, count);

  const std::span value = std::span(x).first(count);
  const std::span index = std::span(i).first(count);
  check_indices(matrix, "i", index, nz == compressed_rows ? n : m);
  if (nz == compressed_rows) return from_triplets(m, n, lines_of(p), index, value);
  if (nz == compressed_columns) return from_triplets(m, n, index, lines_of(p), value);
  const std::span column = std::span(p).first(count);
  check_indices(matrix, "p", column, n);
  return from_triplets(m, n, index, column, value);
}

std::int32_t read_dimension(const Group& problem) {
  const std::int32_t dim = problem.integer("spacedim");
  if (dim != 2 && dim != 3) problem.fail("spacedim", "is {} (expected: 2 or 3)", dim);
  return dim;
}

Size size_of(const Group& problem, std::string_view vector, const Numbers& values) {
  return {values.size(), fmt::format("the length of {}", problem.path(vector))};
}

/// mu, one for `dim` rows of the vector that is named.
Numbers read_friction(const Group& problem, std::int32_t dim, std::string_view vector,
                      std::size_t rows) {
  constexpr std::string_view name = "vectors/mu";
  const auto d = static_cast<std::size_t>(dim);
  if (rows == 0) problem.fail(vector, "is empty (expected: at least one contact)");
  if (rows % d != 0) {
    problem.fail(vector, "has {} entries (expected: a multiple of spacedim, {})", rows, dim);
  }
  Numbers mu = problem.numbers(name);
  if (mu.size() != rows / d) {
    problem.fail(name, "has {} entries (expected: {}, one for {} entries of {})", mu.size(),
                 rows / d, dim, problem.path(vector));
  }
  for (std::size_t a = 0; a < mu.size(); ++a) {
    if (mu[a] < 0) problem.fail(name, "entry {} is {} (expected: mu >= 0)", a, mu[a]);
  }
  return mu;
}

/// Right-hand sides of equations whose matrices are missing: 0 = 0 says nothing, and some writers
/// leave it there; anything else would be read past without a word, or has no solution.
void check_no_equations(const Group& problem, std::string_view vector, std::string_view matrices) {
  if (!problem.file.has(problem.path(vector))) return;
  const Numbers values = problem.numbers(vector);
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (values[k] != 0)
      problem.fail(vector, "entry {} is {} but {} missing (expected: equality rows, or no {})", k,
                   values[k], matrices, problem.path(vector));
  }
}

FclibLocal read_local(const Group& problem) {
  const Hdf5File& file = problem.file;
  FclibLocal local;
  local.file = file.file();
  local.dim = read_dimension(problem);
  local.q = problem.numbers("vectors/q");
  local.mu = read_friction(problem, local.dim, "vectors/q", local.q.size());
  const Size rows = size_of(problem, "vectors/q", local.q);
  local.W = read_matrix(file, problem.path("W"), rows, rows);
  const bool has_V = file.has(problem.path("V"));
  if (has_V || file.has(problem.path("R"))) {
    local.s = problem.numbers("vectors/s");
    const Size equalities = size_of(problem, "vectors/s", local.s);
    local.V = read_matrix(file, problem.path("V"), rows, equalities);
    local.R = read_matrix(file, problem.path("R"), equalities, equalities);
  } else {
    check_no_equations(problem, "vectors/s", "V and R are");
  }
  return local;
}

FclibGlobal read_global(const Group& problem) {
  const Hdf5File& file = problem.file;
  FclibGlobal global;
  global.file = file.file();
  global.dim = read_dimension(problem);
  global.f = problem.numbers("vectors/f");
  if (global.f.empty()) problem.fail("vectors/f", "is empty (expected: the degrees of freedom)");
  global.w = problem.numbers("vectors/w");
  global.mu = read_friction(problem, global.dim, "vectors/w", global.w.size());
  const Size dofs = size_of(problem, "vectors/f", global.f);
  const Size rows = size_of(problem, "vectors/w", global.w);
  global.M = read_matrix(file, problem.path("M"), dofs, dofs);
  global.H = read_matrix(file, problem.path("H"), dofs, rows);
  if (file.has(problem.path("G"))) {
    global.b = problem.numbers("vectors/b");
    global.G = read_matrix(file, problem.path("G"), dofs, size_of(problem, "vectors/b", global.b));
  } else {
    check_no_equations(problem, "vectors/b", "G is");
  }
  return global;
}

}  // namespace

FclibProblem read_fclib(const std::string& path) {
  const Hdf5File file = Hdf5File::open(path);
  std::vector<std::string> found;
  for (const char* name : {"/fclib_local", "/fclib_global", "/fclib_global_rolling"})
    if (file.has_group(name)) found.emplace_back(name);
  constexpr std::string_view expected =
      "expected: /fclib_local or /fclib_global, a friction-contact problem of FCLib";
  if (found.empty()) throw FileError(fmt::format("{}: holds no problem ({})", path, expected));
  if (found.size() > 1) {
    throw FileError(fmt::format("{}: holds more than one problem: {} (expected: one)", path,
                                fmt::join(found, ", ")));
  }
  const Group problem{file, found.front()};
  if (problem.name == "/fclib_local") return read_local(problem);
  if (problem.name == "/fclib_global") return read_global(problem);
  file.fail(problem.name,
            "the law of rolling friction does not exist yet (expected: /fclib_local "
            "or /fclib_global)");
}

}  // namespace saltus
