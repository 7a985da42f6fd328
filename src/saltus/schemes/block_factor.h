// SPDX-License-Identifier: Apache-2.0
// M̂ factorised cluster by cluster: independent bodies never meet a large matrix.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "saltus/base/lu.h"
#include "saltus/model/dynamics.h"

namespace saltus {

class BlockFactor {
 public:
  explicit BlockFactor(const Model& model);
  BlockFactor(const BlockFactor&) = delete;  // the factors point into lu_ and pivots_
  BlockFactor& operator=(const BlockFactor&) = delete;
  BlockFactor(BlockFactor&&) = default;
  BlockFactor& operator=(BlockFactor&&) = default;
  ~BlockFactor() = default;

  /// M̂ = M + a_S S + a_C C + a_K K, by LU with partial pivoting (unsymmetric as soon as C or K is).
  /// S and M may come from another point than C and K. False where singular.
  [[nodiscard]] bool factor(const Model& model, const Dynamics& mass, double a_S,
                            const Dynamics& force, double a_C, double a_K);
  [[nodiscard]] bool factor_mass(const Model& model, const Dynamics& mass) {
    return factor(model, mass, 0, mass, 0, 0);
  }
  void set_identity(const Model& model);
  /// How often a matrix was factorised here.
  [[nodiscard]] std::int64_t factorisations() const { return factorisations_; }
  [[nodiscard]] bool is_diagonal() const {
    return std::all_of(diagonal_.begin(), diagonal_.end(), [](std::uint8_t d) { return d != 0; });
  }
  /// M̂ given, in block-diagonal storage. False where singular.
  [[nodiscard]] bool factor_blocks(const Model& model, const std::vector<double>& M_hat);
  /// x ← M̂⁻¹ x
  void solve(const Model& model, Vec& x) const {
    for (std::size_t i = 0; i < factors_.size(); ++i) {
      const Cluster& c = model.clusters[i];
      solve(static_cast<std::int32_t>(i), c, x.data() + c.dof);
    }
  }
  /// The same on the part of one cluster.
  void solve(std::int32_t cluster, const Cluster& c, double* x) const {
    if (c.n == 1) {
      *x /= lu_[static_cast<std::size_t>(c.block)];
      return;
    }
    if (diagonal_[static_cast<std::size_t>(cluster)] != 0) {
      const double* entry = lu_.data() + c.block;
      for (std::int32_t i = 0; i < c.n; ++i, entry += c.n + 1) x[i] /= *entry;
      return;
    }
    factors_[static_cast<std::size_t>(cluster)].solve(std::span(x, static_cast<std::size_t>(c.n)));
  }

  /// x = M̂⁻¹ y on the part of one cluster.
  void solve(std::int32_t cluster, const Cluster& c, const double* y, double* x) const {
    if (diagonal_[static_cast<std::size_t>(cluster)] == 0 || c.n == 1) {
      for (std::int32_t i = 0; i < c.n; ++i) x[i] = y[i];
      return solve(cluster, c, x);
    }
    const double* entry = lu_.data() + c.block;
    for (std::int32_t i = 0; i < c.n; ++i, entry += c.n + 1) x[i] = y[i] / *entry;
  }

 private:
  std::vector<double> lu_;
  std::vector<std::int32_t> pivots_;    // by dof
  std::vector<LuFactor> factors_;       // by cluster
  std::vector<std::uint8_t> diagonal_;  // by cluster: M̂ is, as that of a ball
  std::int64_t factorisations_ = 0;
};

}  // namespace saltus
