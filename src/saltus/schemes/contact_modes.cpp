// SPDX-License-Identifier: Apache-2.0
// Linear equations of small size, by LU.
#include "saltus/schemes/contact_modes.h"

#include <cmath>

#include "saltus/base/lu.h"

namespace saltus {

ContactMode mode_of(double mu, double p_N, double p_T) {
  if (!(p_N > 0)) return ContactMode::open;
  if (!(mu > 0)) return ContactMode::closed;
  if (std::abs(p_T) < (1 - 1e-9) * mu * p_N) return ContactMode::stick;
  return p_T < 0 ? ContactMode::slip_forward : ContactMode::slip_back;
}

ModeWork::ModeWork(const Model& model)
    : modes(model.contacts.size(), ContactMode::open),
      seen(model.contacts.size(), 0),
      at_start(2 * model.contacts.size(), 0.0),
      at_end(2 * model.contacts.size(), 0.0),
      ends(2 * model.contacts.size(), 0),
      forces(model),
      curvature(model),
      no_forces(model.functions.size(), 0.0),
      a(Vec::Zero(model.dofs)) {
  const std::size_t rows = forces.X_at.size();
  matrix.reserve(rows * rows);
  pivots.resize(rows);
}

bool solve_modes(const Model& model, const std::vector<ContactMode>& modes, StepProblem& s,
                 ModeWork& w) {
  ++w.solves;
  const auto n = static_cast<std::size_t>(s.problem.n);
  w.matrix.assign(s.problem.W.begin(), s.problem.W.end());
  s.p.resize(n);
  for (std::size_t j = 0; j < n; ++j) s.p[j] = -s.problem.b[j];
  std::size_t row = model.joint_functions.size();
  for (const std::int32_t contact : s.set.contacts) {
    const auto i = static_cast<std::size_t>(contact);
    const double mu = model.contacts[i].mu;
    if (!(mu > 0)) {
      row += 1;
      continue;
    }
    if (const double sigma = direction(modes[i]); sigma != 0) {
      const std::size_t tangent = row + 1;
      for (std::size_t j = 0; j < n; ++j) w.matrix[tangent * n + j] = 0;
      const double scale = s.problem.W[row * n + row];
      w.matrix[tangent * n + row] = scale * sigma * mu;
      w.matrix[tangent * n + tangent] = scale;
      s.p[tangent] = 0;
    }
    row += 2;
  }
  // rows that say the same would leave a pivot of rounding: compare with the diagonal of W
  std::vector<double>& A = w.matrix;
  const LuFactor lu(A, w.pivots, static_cast<std::int32_t>(n));
  if (!lu.ok()) return false;
  for (std::size_t j = 0; j < n; ++j) {
    if (std::abs(A[j * n + j]) <= 1e-10 * std::abs(s.problem.W[j * n + j])) return false;
  }
  lu.solve(s.p);
  for (const double p : s.p) {
    if (!std::isfinite(p)) return false;
  }
  return true;
}

}  // namespace saltus
