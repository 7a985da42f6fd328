// SPDX-License-Identifier: Apache-2.0
// Friction-contact problems as they stand in files of FCLib (frictionalcontactlibrary.github.io).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "saltus/problems/friction_problem.h"
#include "saltus/problems/sparse_matrix.h"

namespace saltus {

/// u = W r + V λ + q,  Vᵀ r + R λ + s = 0; V, R and s are there together or not at all.
struct FclibLocal {
  std::int32_t dim = 3;
  SparseMatrix W;
  std::optional<SparseMatrix> V, R;
  std::vector<double> q, mu, s;
  std::string file;  // for messages
};

/// M v = H r + G λ + f,  u = Hᵀ v + w,  Gᵀ v + b = 0, as FCLib's header has it (G: degrees of
/// freedom × equality rows); G and b are there together or not at all.
struct FclibGlobal {
  std::int32_t dim = 3;
  SparseMatrix M, H;
  std::optional<SparseMatrix> G;
  std::vector<double> f, w, mu, b;
  std::string file;  // for messages
};

/// Contact a owns the rows dim·a … of u and r: normal, then tangents.
using FclibProblem = std::variant<FclibLocal, FclibGlobal>;

[[nodiscard]] inline std::size_t contacts(const FclibProblem& problem) {
  return std::visit([](const auto& p) { return p.mu.size(); }, problem);
}

struct FclibSolution {
  std::vector<double> u, r;
  std::vector<double> v;  // global problems
  std::vector<double> l;  // λ, where the problem has equality rows
};

/// Throws FileError with the file, the dataset and what is expected there.
[[nodiscard]] FclibProblem read_fclib(const std::string& path);

/// The problem in local form, W in compressed rows.
void write_fclib(const std::string& path, const FrictionProblem& problem);

/// As it is, matrices in compressed columns.
void write_fclib(const std::string& path, const FclibProblem& problem);

/// Everything in problem_file, its /solution replaced by this one. Throws FileError.
void write_solution(const std::string& problem_file, const std::string& path,
                    const FclibSolution& solution);

}  // namespace saltus
