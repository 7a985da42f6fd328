// SPDX-License-Identifier: Apache-2.0
// One small LU per cluster, in memory that is made once.
#include "saltus/schemes/block_factor.h"

#include <algorithm>

namespace saltus {
namespace {

LuFactor factor_cluster(const Cluster& c, std::vector<double>& lu,
                        std::vector<std::int32_t>& pivots) {
  const auto n = static_cast<std::size_t>(c.n);
  return {std::span(lu).subspan(static_cast<std::size_t>(c.block), n * n),
          std::span(pivots).subspan(static_cast<std::size_t>(c.dof), n), c.n};
}

bool has_diagonal_only(const double* A, std::int32_t n) {
  for (std::int32_t i = 0; i < n; ++i)
    for (std::int32_t j = 0; j < n; ++j, ++A)
      if (i != j && *A != 0) return false;
  return true;
}

}  // namespace

BlockFactor::BlockFactor(const Model& model)
    : lu_(static_cast<std::size_t>(model.blocks), 0.0),
      pivots_(static_cast<std::size_t>(model.dofs), 0),
      diagonal_(model.clusters.size(), 0) {
  for (const Cluster& c : model.clusters) factors_.push_back(factor_cluster(c, lu_, pivots_));
}

bool BlockFactor::factor(const Model& model, const Dynamics& mass, double a_S,
                         const Dynamics& force, double a_C, double a_K) {
  ++factorisations_;
  bool ok = true;
  for (std::size_t k = 0; k < factors_.size(); ++k) {
    const Cluster& c = model.clusters[k];
    const double* M = mass.M(c);
    const double* S = mass.S(c);
    const double* K = force.K(c);
    const double* C = force.C(c);
    double* lu = lu_.data() + c.block;
    const std::int32_t nn = c.n * c.n;
    for (std::int32_t i = 0; i < nn; ++i) lu[i] = M[i] + a_S * S[i] + a_C * C[i] + a_K * K[i];
    diagonal_[k] = has_diagonal_only(lu, c.n) ? 1 : 0;
    factors_[k] = factor_cluster(c, lu_, pivots_);
    ok = ok && factors_[k].ok();
  }
  return ok;
}

bool BlockFactor::factor_blocks(const Model& model, const std::vector<double>& M_hat) {
  ++factorisations_;
  bool ok = true;
  std::copy(M_hat.begin(), M_hat.end(), lu_.begin());
  for (std::size_t k = 0; k < factors_.size(); ++k) {
    const Cluster& c = model.clusters[k];
    diagonal_[k] = has_diagonal_only(lu_.data() + c.block, c.n) ? 1 : 0;
    factors_[k] = factor_cluster(c, lu_, pivots_);
    ok = ok && factors_[k].ok();
  }
  return ok;
}

void BlockFactor::set_identity(const Model& model) {
  for (std::size_t k = 0; k < factors_.size(); ++k) {
    const Cluster& c = model.clusters[k];
    double* lu = lu_.data() + c.block;
    for (std::int32_t i = 0; i < c.n; ++i) {
      for (std::int32_t j = 0; j < c.n; ++j) *lu++ = i == j ? 1.0 : 0.0;
    }
    diagonal_[k] = 1;
    factors_[k] = factor_cluster(c, lu_, pivots_);
  }
}

}  // namespace saltus
