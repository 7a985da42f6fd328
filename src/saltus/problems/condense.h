// SPDX-License-Identifier: Apache-2.0
// The unknowns of linear equations put out of a friction problem: Hᵀ K⁻¹ H, block by block.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "saltus/problems/clusters.h"
#include "saltus/problems/friction_problem.h"
#include "saltus/problems/sparse_matrix.h"

namespace saltus {

/// K x = g + H r, dim columns of H for each contact. K need not be symmetric.
class Condensation {
 public:
  /// Unknowns from first_multiplier on belong to equality rows. `what` begins the messages.
  Condensation(SparseMatrix K, SparseMatrix H, std::int32_t dim, std::int32_t first_multiplier,
               std::string what);

  [[nodiscard]] const Clusters& clusters() const { return clusters_; }

  /// W += sign Hᵀ K⁻¹ H,  b += sign Hᵀ K⁻¹ g; W has its blocks already. Only the clusters that
  /// contacts touch are looked at. Throws FileError where K is singular or g is out of its reach.
  void add(double sign, std::span<const double> g, FrictionProblem& problem) const;

  /// x, in all clusters. Throws as add().
  [[nodiscard]] std::vector<double> solution(std::span<const double> g,
                                             std::span<const double> r) const;

 private:
  [[noreturn]] void fail_singular(std::size_t cluster) const;
  [[noreturn]] void fail_contradiction() const;

  SparseMatrix K_, H_;
  std::int32_t dim_, first_multiplier_;
  std::string what_;
  Clusters clusters_;
};

}  // namespace saltus
