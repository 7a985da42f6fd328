// SPDX-License-Identifier: Apache-2.0
// Newton's method for all joint rows at once, by damped least squares: what is left over
// contradicts.
#include "saltus/run/open_joint.h"

#include <cmath>

#include "saltus/base/dense.h"

namespace saltus {
namespace {

/// Rows of length 1, so that they are compared whatever units they are written in.
struct UnitRows {
  Mat H;
  Vec g;
};

UnitRows unit_rows(const Model& model, const ConstraintRows& rows) {
  const auto n = static_cast<Eigen::Index>(model.joint_functions.size());
  constexpr double damping = 1e-5;  // rows that drift alone tells from others move nothing
  UnitRows unit{Mat::Zero(n + model.dofs, model.dofs), Vec::Zero(n + model.dofs)};
  unit.H.bottomRows(model.dofs).diagonal().setConstant(damping);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto f = static_cast<std::size_t>(model.joint_functions[static_cast<std::size_t>(i)]);
    const FunctionPlace& place = model.functions[f];
    const double* entry = rows.gradient(place);
    for (const std::int32_t dof : dofs_of(model, place)) unit.H(i, dof) = *entry++;
    const double length = unit.H.row(i).norm();
    unit.g[i] = rows.value(place);
    if (!(length > 0)) continue;
    unit.H.row(i) /= length;
    unit.g[i] /= length;
  }
  return unit;
}

}  // namespace

std::int32_t open_joint_row(const Model& model, double t, const Vec& q, Workspace& w) {
  if (model.joint_functions.empty()) return -1;
  constexpr double closed = 1e-9;  // as tight as a start must be
  constexpr int most = 50;         // in singular positions an iteration halves what is open
  Vec at = q;
  Eigen::Index worst = 0;
  for (int i = 0; i < most; ++i) {
    evaluate(model, t, at, w.row_tapes, w.law);
    const UnitRows unit = unit_rows(model, w.law);
    if (!unit.g.allFinite() || !unit.H.allFinite()) return -1;
    if (!(unit.g.cwiseAbs().maxCoeff(&worst) > closed)) return -1;
    advance(model, at, -1, least_norm_solution(unit.H, unit.g), at);
  }
  return static_cast<std::int32_t>(worst);
}

}  // namespace saltus
