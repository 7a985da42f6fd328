// SPDX-License-Identifier: Apache-2.0
// Problems and solutions to files that FCLib reads: its names, int32 and float64.
#include <array>
#include <filesystem>
#include <fstream>
#include <span>

#include "saltus/base/error.h"
#include "saltus/base/hdf5_file.h"
#include "saltus/problems/fclib.h"

namespace saltus {
namespace {

void add_integer(Hdf5File& file, const std::string& name, std::size_t value) {
  file.add(name, std::array{static_cast<std::int32_t>(value)});
}

void add_storage(Hdf5File& file, const std::string& group, std::int32_t kind) {
  file.add(group + "/nz", std::array{kind});
}

/// Compressed columns.
void add_matrix(Hdf5File& file, const std::string& group, const SparseMatrix& A) {
  file.add_group(group);
  add_integer(file, group + "/nzmax", A.value.size());
  file.add(group + "/m", std::array{A.rows});
  file.add(group + "/n", std::array{A.columns});
  add_storage(file, group, -1);
  file.add(group + "/p", A.start);
  file.add(group + "/i", A.row);
  file.add(group + "/x", A.value);
}

/// Compressed rows, block by block.
void add_matrix(Hdf5File& file, const std::string& group, const BlockMatrix& W) {
  const auto dim = static_cast<std::size_t>(W.dim);
  std::vector<std::int32_t> p = {0}, i;
  std::vector<double> x;
  for (std::size_t a = 0; a + 1 < W.start.size(); ++a) {
    for (std::size_t d = 0; d < dim; ++d) {
      for (auto k = static_cast<std::size_t>(W.start[a]);
           k < static_cast<std::size_t>(W.start[a + 1]); ++k) {
        for (std::size_t e = 0; e < dim; ++e) {
          i.push_back(W.column[k] * W.dim + static_cast<std::int32_t>(e));
          x.push_back(W.value[(k * dim + d) * dim + e]);
        }
      }
      p.push_back(static_cast<std::int32_t>(i.size()));
    }
  }
  file.add_group(group);
  add_integer(file, group + "/nzmax", x.size());
  add_integer(file, group + "/m", p.size() - 1);
  add_integer(file, group + "/n", p.size() - 1);
  add_storage(file, group, -2);
  file.add(group + "/p", p);
  file.add(group + "/i", i);
  file.add(group + "/x", x);
}

void add_solution(Hdf5File& file, const FclibSolution& solution) {
  file.add_group("/solution");
  file.add("/solution/u", solution.u);
  file.add("/solution/r", solution.r);
  if (!solution.v.empty()) file.add("/solution/v", solution.v);
  if (!solution.l.empty()) file.add("/solution/l", solution.l);
}

/// A file appears under its name only when it is complete: make(unfinished) makes it.
template <class Make>
void write_whole(const std::string& path, Make&& make) {
  const std::string unfinished = path + ".part";
  std::error_code error;
  try {
    make(unfinished);
  } catch (...) {
    std::filesystem::remove(unfinished, error);
    throw;
  }
  std::string reason = "there is something else of that name";
  if (!std::filesystem::exists(path, error) || std::filesystem::is_regular_file(path, error)) {
    std::filesystem::rename(unfinished, path, error);
    if (!error) return;
    reason = error.message();
  }
  std::filesystem::remove(unfinished, error);
  throw FileError(path + ": cannot be written: " + reason);
}

template <class Fill>
void write_file(const std::string& path, Fill&& fill) {
  write_whole(path, [&](const std::string& unfinished) {
    Hdf5File file = Hdf5File::create(unfinished);
    fill(file);
    file.close();
  });
}

/// Byte by byte, and writable: H5Ocopy crashes on damaged files that can be read.
void copy_file(const std::string& from, const std::string& to) {
  std::ofstream out(to, std::ios::binary | std::ios::trunc);
  out << std::ifstream(from, std::ios::binary).rdbuf();
  out.close();
  if (!out) throw FileError(to + ": cannot be written");
}

void fill(Hdf5File& file, const FclibLocal& problem) {
  file.add_group("/fclib_local");
  file.add("/fclib_local/spacedim", std::array{problem.dim});
  add_matrix(file, "/fclib_local/W", problem.W);
  file.add_group("/fclib_local/vectors");
  file.add("/fclib_local/vectors/q", problem.q);
  file.add("/fclib_local/vectors/mu", problem.mu);
  if (!problem.V || !problem.R) return;
  add_matrix(file, "/fclib_local/V", *problem.V);
  add_matrix(file, "/fclib_local/R", *problem.R);
  file.add("/fclib_local/vectors/s", problem.s);
}

void fill(Hdf5File& file, const FclibGlobal& problem) {
  file.add_group("/fclib_global");
  file.add("/fclib_global/spacedim", std::array{problem.dim});
  add_matrix(file, "/fclib_global/M", problem.M);
  add_matrix(file, "/fclib_global/H", problem.H);
  file.add_group("/fclib_global/vectors");
  file.add("/fclib_global/vectors/f", problem.f);
  file.add("/fclib_global/vectors/w", problem.w);
  file.add("/fclib_global/vectors/mu", problem.mu);
  if (!problem.G) return;
  add_matrix(file, "/fclib_global/G", *problem.G);
  file.add("/fclib_global/vectors/b", problem.b);
}

}  // namespace

void write_fclib(const std::string& path, const FrictionProblem& problem) {
  write_file(path, [&](Hdf5File& file) {
    file.add_group("/fclib_local");
    file.add("/fclib_local/spacedim", std::array{problem.dim()});
    add_matrix(file, "/fclib_local/W", problem.W);
    file.add_group("/fclib_local/vectors");
    file.add("/fclib_local/vectors/q", problem.b);
    file.add("/fclib_local/vectors/mu", problem.mu);
  });
}

void write_fclib(const std::string& path, const FclibProblem& problem) {
  write_file(path,
             [&](Hdf5File& file) { std::visit([&](const auto& p) { fill(file, p); }, problem); });
}

void write_solution(const std::string& problem_file, const std::string& path,
                    const FclibSolution& solution) {
  write_whole(path, [&](const std::string& unfinished) {
    copy_file(problem_file, unfinished);
    Hdf5File file = Hdf5File::change(unfinished);
    if (file.has("/solution")) file.erase("/solution");
    add_solution(file, solution);
    file.close();
  });
}

}  // namespace saltus
