// SPDX-License-Identifier: Apache-2.0
// One tape per group; nothing is allocated in a step.
#include "saltus/contact/curvature.h"

#include <algorithm>

namespace saltus {
namespace {

std::span<double> block_of(const FunctionGroup& group, std::vector<double>& data) {
  return std::span(data).subspan(static_cast<std::size_t>(group.curvature_block),
                                 group.curvature.outputs());
}

}  // namespace

Curvature::Curvature(const Model& model)
    : data(static_cast<std::size_t>(model.curvature_data), 0.0) {
  for (const FunctionGroup& group : model.groups) {
    const formula::Program& program = group.curvature;
    std::vector<double> tape(std::max(program.scratch(), program.inputs()), 0.0);
    program.prepare(tape);
    program.write_constants(block_of(group, data));
    tapes.push_back(std::move(tape));
  }
}

void evaluate(const Model& model, double t, const Vec& q, const Vec& w,
              std::span<const double> lambda, Curvature& out) {
  ++out.evaluations;
  for (std::size_t g = 0; g < model.groups.size(); ++g) {
    const FunctionGroup& group = model.groups[g];
    if (group.curvature.is_constant()) continue;
    double* input = out.tapes[g].data();
    *input++ = t;
    for (const std::int32_t i : group.positions) *input++ = q[i];
    for (const std::int32_t dof : group.dofs) *input++ = w[dof];
    for (const std::int32_t f : group.members) *input++ = lambda[static_cast<std::size_t>(f)];
    group.curvature.evaluate(out.tapes[g], block_of(group, out.data));
  }
}

double drift(const Model& model, const Curvature& curvature, std::int32_t function, const Vec& v) {
  const FunctionPlace& place = model.functions[static_cast<std::size_t>(function)];
  const double* row = curvature.of_velocity(model, place);
  double sum = curvature.rate(model, place);
  for (const std::int32_t dof : model.groups[static_cast<std::size_t>(place.group)].dofs)
    sum += *row++ * v[dof];
  return sum;
}

}  // namespace saltus
