// SPDX-License-Identifier: Apache-2.0
// One tape per group; nothing is allocated in a step.
#include "saltus/contact/curvature.h"

#include <algorithm>

#include "saltus/contact/shape_rows.h"

namespace saltus {
namespace {

std::span<double> curvature_of(const FunctionGroup& group, std::vector<double>& data) {
  return std::span(data).subspan(static_cast<std::size_t>(group.curvature_block),
                                 group.curvature.outputs());
}

/// Central differences over a way of about 1e-6 m or rad.
void differentiate_candidates(const Model& model, const Vec& q, const Vec& w, Curvature& out) {
  const double h = 1e-6 / std::max(1.0, w.lpNorm<Eigen::Infinity>());
  advance(model, q, h, w, out.q);
  evaluate_candidates(model, out.q, {}, out.poses, out.ahead);
  advance(model, q, -h, w, out.q);
  evaluate_candidates(model, out.q, {}, out.poses, out.behind);
  for (std::size_t f = model.own_functions; f < model.functions.size(); ++f) {
    const auto id = static_cast<std::int32_t>(f);
    out.of_candidates[f - model.own_functions] =
        (velocity(model, out.ahead, id, w) - velocity(model, out.behind, id, w)) / (2 * h);
  }
}

}  // namespace

Curvature::Curvature(const Model& model)
    : data(static_cast<std::size_t>(model.curvature_data), 0.0),
      of_candidates(model.functions.size() - model.own_functions, 0.0),
      ahead(make_rows(model)),
      behind(ahead),
      q(model.q0) {
  for (const FunctionGroup& group : model.groups) {
    const formula::Program& program = group.curvature;
    std::vector<double> tape(std::max(program.scratch(), program.inputs()), 0.0);
    program.prepare(tape);
    program.write_constants(curvature_of(group, data));
    tapes.push_back(std::move(tape));
  }
}

void evaluate(const Model& model, double t, const Vec& q, const Vec& w,
              std::span<const double> lambda, Curvature& out) {
  ++out.evaluations;
  if (!model.candidates.empty()) differentiate_candidates(model, q, w, out);
  for (std::size_t g = 0; g < model.groups.size(); ++g) {
    const FunctionGroup& group = model.groups[g];
    if (group.curvature.is_constant()) continue;
    double* input = out.tapes[g].data();
    *input++ = t;
    for (const std::int32_t i : group.positions) *input++ = q[i];
    for (const std::int32_t dof : group.dofs) *input++ = w[dof];
    for (const std::int32_t f : group.members) *input++ = lambda[static_cast<std::size_t>(f)];
    group.curvature.evaluate(out.tapes[g], curvature_of(group, out.data));
  }
}

double drift(const Model& model, const Curvature& curvature, std::int32_t function, const Vec& v) {
  if (static_cast<std::size_t>(function) >= model.own_functions)
    return curvature.of_candidates[static_cast<std::size_t>(function) - model.own_functions];
  const FunctionPlace& place = model.functions[static_cast<std::size_t>(function)];
  const double* row = curvature.of_velocity(model, place);
  double sum = curvature.rate(model, place);
  for (const std::int32_t dof : dofs_of(model, place)) sum += *row++ * v[dof];
  return sum;
}

}  // namespace saltus
