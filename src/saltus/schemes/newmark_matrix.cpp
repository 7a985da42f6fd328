// SPDX-License-Identifier: Apache-2.0
// Cluster by cluster; nothing is allocated after the constructor.
#include "saltus/schemes/newmark_matrix.h"

namespace saltus {
namespace {

/// E = G⁻¹ D, column by column.
void form_response(const Model& model, const Dynamics& end, double d, std::size_t cluster,
                   NewmarkMatrix& matrix) {
  const Cluster& c = model.clusters[cluster];
  const double* S = end.S(c);
  const double* K = end.K(c);
  const double* C = end.C(c);
  double* E = matrix.E.data() + c.block;
  double* x = matrix.column.data();
  for (std::int32_t j = 0; j < c.n; ++j) {
    for (std::int32_t i = 0; i < c.n; ++i) {
      const std::int32_t ij = i * c.n + j;
      x[i] = C[ij] + d * (K[ij] + S[ij]);
    }
    matrix.G.solve(static_cast<std::int32_t>(cluster), c, x);
    for (std::int32_t i = 0; i < c.n; ++i) E[i * c.n + j] = x[i];
  }
}

}  // namespace

NewmarkMatrix::NewmarkMatrix(const Model& model)
    : G(model),
      E(static_cast<std::size_t>(model.blocks), 0.0),
      M_hat(static_cast<std::size_t>(model.blocks), 0.0),
      column(static_cast<std::size_t>(model.dofs), 0.0) {}

bool form(const Model& model, const Dynamics& end, const Dynamics& mass, double g, double d,
          double s, NewmarkMatrix& matrix, BlockFactor& M_hat) {
  if (!matrix.G.factor(model, end, g, end, 0, g)) return false;
  for (std::size_t k = 0; k < model.clusters.size(); ++k) {
    form_response(model, end, d, k, matrix);
    const Cluster& c = model.clusters[k];
    const double* M = mass.M(c);
    const double* E = matrix.E.data() + c.block;
    double* out = matrix.M_hat.data() + c.block;
    for (std::int32_t i = 0; i < c.n; ++i, M += c.n) {
      for (std::int32_t j = 0; j < c.n; ++j) {
        double sum = 0;
        for (std::int32_t l = 0; l < c.n; ++l) sum += M[l] * E[l * c.n + j];
        *out++ = M[j] + s * sum;
      }
    }
  }
  return M_hat.factor_blocks(model, matrix.M_hat);
}

void subtract_response(const Model& model, const NewmarkMatrix& matrix, const Vec& x, Vec& y) {
  for (const Cluster& c : model.clusters) {
    const double* row = matrix.E.data() + c.block;
    for (std::int32_t i = 0; i < c.n; ++i, row += c.n) {
      double sum = 0;
      for (std::int32_t j = 0; j < c.n; ++j) sum += row[j] * x[c.dof + j];
      y[c.dof + i] -= sum;
    }
  }
}

}  // namespace saltus
