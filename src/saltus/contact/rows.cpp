// SPDX-License-Identifier: Apache-2.0
// One tape per group of functions that share their bodies; nothing is allocated here.
#include "saltus/contact/rows.h"

#include <algorithm>

#include "saltus/contact/shape_rows.h"

namespace saltus {
namespace {

std::span<double> block_of(const FunctionGroup& group, std::vector<double>& data) {
  return std::span(data).subspan(static_cast<std::size_t>(group.block), group.program.outputs());
}

inline void evaluate_group(const FunctionGroup& group, double t, const Vec& q,
                           std::vector<double>& tape, std::vector<double>& data) {
  double* in = tape.data();
  *in++ = t;
  for (const std::int32_t i : group.positions) *in++ = q[i];
  group.program.evaluate(tape, block_of(group, data));
}

}  // namespace

RowWork make_row_work(const Model& model) {
  RowWork work;
  work.has_rows = !model.groups.empty() || has_shape_contacts(model);
  for (const FunctionGroup& group : model.groups) {
    std::vector<double> tape(std::max(group.program.scratch(), group.program.inputs()), 0.0);
    group.program.prepare(tape);
    work.tapes.push_back(std::move(tape));
  }
  return work;
}

ConstraintRows make_rows(const Model& model) {
  ConstraintRows rows{std::vector<double>(static_cast<std::size_t>(model.function_data), 0.0),
                      std::vector<double>(model.functions.size(), 0.0)};
  for (const FunctionGroup& group : model.groups)
    group.program.write_constants(block_of(group, rows.data));
  return rows;
}

void resize_rows(const Model& model, ConstraintRows& rows) {
  rows.data.resize(static_cast<std::size_t>(model.function_data));
  if (!model.candidates.empty()) rows.data[static_cast<std::size_t>(model.own_function_data)] = 0;
  rows.u.resize(model.functions.size());
}

void evaluate(const Model& model, double t, const Vec& q, RowWork& work, ConstraintRows& rows) {
  ++work.evaluations;
  for (std::size_t g = 0; g < model.groups.size(); ++g) {
    evaluate_group(model.groups[g], t, q, work.tapes[g], rows.data);
  }
  if (!model.candidates.empty()) evaluate_candidates(model, q, {}, work.poses, rows);
}

void evaluate(const Model& model, double t, const Vec& q, std::span<const std::uint8_t> groups,
              RowWork& work, ConstraintRows& rows) {
  ++work.evaluations;
  for (std::size_t g = 0; g < model.groups.size(); ++g) {
    if (groups[g] != 0) evaluate_group(model.groups[g], t, q, work.tapes[g], rows.data);
  }
  if (!model.candidates.empty()) evaluate_candidates(model, q, groups, work.poses, rows);
}

void set_velocities(const Model& model, const Vec& v, ConstraintRows& rows) {
  const double* entries = v.data();
  double* u = rows.u.data();
  for (const FunctionPlace& place : model.functions) {
    const double* row = rows.gradient(place);
    double sum = rows.rate(place);
    for (const std::int32_t dof : dofs_of(model, place)) sum += *row++ * entries[dof];
    *u++ = sum;
  }
}

}  // namespace saltus
