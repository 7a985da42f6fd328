// SPDX-License-Identifier: Apache-2.0
// The projection of the schemes at position level, from q̂ = q0.
#include "saltus/run/assemble_start.h"

#include "saltus/run/contacts.h"
#include "saltus/schemes/joint_rank.h"
#include "saltus/schemes/projection.h"

namespace saltus {
namespace {

/// One projection with the contacts that there are at x. False where it did not converge.
bool project_start(const Model& model, const Vec& q0, State& x) {
  Workspace w(model);
  Projection projection(model);
  motion(model, 0, x.q, x.v, w.bodies, w.force_point);
  if (!w.factor.factor_mass(model, w.force_point)) return false;
  evaluate(model, 0, x.q, w.row_tapes, projection.rows);
  constexpr double independent = 1e-9;
  const std::int32_t rank = joint_rank(model, x, projection.rows, independent, w);
  Vec q = q0;
  StepReport report;
  const StepStatus status = project(model, Solver{}, rank, w.factor, ProjectionLimits{}, 0, q0, q,
                                    w.row_tapes, w.solver, projection, report);
  if (!q.allFinite()) return false;
  x.q = q;
  return status == StepStatus::ok;
}

Moved movement(const Body& body, const Vec& way) {
  const auto n = static_cast<Eigen::Index>(body.rates.size());
  const auto part = way.segment(body.dof, n);
  if (body.motion == BodyMotion::formula) return {body.name, part.lpNorm<Eigen::Infinity>(), 0};
  Eigen::Index flat = n;  // a point's
  if (body.motion == BodyMotion::planar) flat = 2;
  if (body.motion == BodyMotion::rigid) flat = 3;
  return {body.name, part.head(flat).norm(), part.tail(n - flat).norm()};
}

}  // namespace

std::vector<Moved> assemble_start(Model& model) {
  Contacts contacts(model);
  State x = initial_state(model);
  const Vec q0 = x.q;
  // a body that is moved may meet another
  constexpr int rounds = 20;
  for (int round = 0; round < rounds; ++round) {
    const bool changed = contacts.search(x, 0);
    if (round > 0 && !changed) break;
    State here = initial_state(contacts.model());
    here.q = x.q;
    if (!project_start(contacts.model(), q0, here)) break;
    x.q = here.q;
  }
  Vec way = Vec::Zero(model.dofs);
  difference(model, x.q, q0, way);
  model.q0 = x.q;
  constexpr double nothing = 1e-14;  // m, rad: round-off
  std::vector<Moved> moved;
  for (const Body& body : model.bodies) {
    if (body.rates.empty()) continue;
    const Moved m = movement(body, way);
    if (m.distance > nothing || m.angle > nothing) moved.push_back(m);
  }
  return moved;
}

}  // namespace saltus
