// SPDX-License-Identifier: Apache-2.0
// The friction-contact problem of many contacts, block-sparse: u = W p + b, one Coulomb law each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace saltus {

/// Square matrix of dim × dim blocks: block row a holds the blocks k = start[a] … start[a + 1] − 1
/// at the block columns column[k], ascending; value holds each block row-major.
struct BlockMatrix {
  std::int32_t dim = 3;
  std::vector<std::int32_t> start = {0};
  std::vector<std::int32_t> column;
  std::vector<double> value;

  [[nodiscard]] std::int32_t block_rows() const {
    return static_cast<std::int32_t>(start.size()) - 1;
  }
};

/// Contact a owns the rows dim·a … dim·a + dim − 1, normal first. Bilateral rows are gone (they are
/// eliminated before), every block row has its diagonal block, W may be slightly unsymmetric, and
/// mu = 0 is a contact without friction: p_T = 0.
struct FrictionProblem {
  BlockMatrix W;
  std::vector<double> b;
  std::vector<double> mu;

  [[nodiscard]] std::int32_t dim() const { return W.dim; }
  [[nodiscard]] std::size_t contacts() const { return mu.size(); }
  /// Entry (row, row) of W_aa.
  [[nodiscard]] double diagonal(std::size_t a, std::int32_t row) const;
};

/// u ← W p + b.
void velocity(const FrictionProblem& problem, std::span<const double> p, std::span<double> u);

/// ρ_a = 1 / mean(diag W_aa); where that mean is not positive, 1 over the mean of the others.
[[nodiscard]] std::vector<double> contact_rho(const FrictionProblem& problem);

}  // namespace saltus
