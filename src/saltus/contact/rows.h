// SPDX-License-Identifier: Apache-2.0
// Gaps, tangents and joint equations at one point (t, q): values g, rates ∂g/∂t, rows of H.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "saltus/model/model.h"

namespace saltus {

/// Where everything stands at one position.
template <int D>
struct PosesOf {
  std::vector<Pose<D>> bodies;  // those that carry shapes
  std::vector<Pose<D>> shapes;
  Vec q;  // the position
};

struct ShapePoses {
  PosesOf<2> planar;
  PosesOf<3> spatial;
};

/// Scratch memory of the function groups' tapes, and of the shapes.
struct RowWork {
  std::vector<std::vector<double>> tapes;
  ShapePoses poses;
  std::int64_t evaluations = 0;  // of rows at one point, of all groups or some
  bool has_rows = false;         // there may be some: the evaluations count
};

[[nodiscard]] RowWork make_row_work(const Model& model);

/// All functions of the model, evaluated. Written by evaluate().
struct ConstraintRows {
  std::vector<double> data;  // the groups' output blocks
  std::vector<double> u;     // H v + ∂g/∂t by function; written by set_velocities()

  [[nodiscard]] double value(const FunctionPlace& f) const {
    return data[static_cast<std::size_t>(f.value)];
  }
  [[nodiscard]] double rate(const FunctionPlace& f) const {
    return data[static_cast<std::size_t>(f.rate)];
  }
  [[nodiscard]] const double* gradient(const FunctionPlace& f) const {
    return data.data() + f.gradient;
  }
};

[[nodiscard]] ConstraintRows make_rows(const Model& model);

/// Makes room for the candidates that there are now; what is written is that of the model's own.
void resize_rows(const Model& model, ConstraintRows& rows);

/// All groups, or those whose flag is set.
void evaluate(const Model& model, double t, const Vec& q, RowWork& work, ConstraintRows& rows);
void evaluate(const Model& model, double t, const Vec& q, std::span<const std::uint8_t> groups,
              RowWork& work, ConstraintRows& rows);

/// u = H v + ∂g/∂t of one function: the normal or sliding velocity.
[[nodiscard]] inline double velocity(const Model& model, const ConstraintRows& rows,
                                     std::int32_t function, const Vec& v) {
  const FunctionPlace& place = model.functions[static_cast<std::size_t>(function)];
  const double* row = rows.gradient(place);
  const double* entries = v.data();
  double u = rows.rate(place);
  for (const std::int32_t dof : dofs_of(model, place)) u += *row++ * entries[dof];
  return u;
}

/// Σ |H_i x_i| of one function: what the rounding of H x is relative to.
[[nodiscard]] inline double terms_of(const Model& model, const ConstraintRows& rows,
                                     std::int32_t function, const Vec& x) {
  const FunctionPlace& place = model.functions[static_cast<std::size_t>(function)];
  const double* row = rows.gradient(place);
  double terms = 0;
  for (const std::int32_t dof : dofs_of(model, place)) terms += std::abs(*row++ * x[dof]);
  return terms;
}

/// The same of H and a position, whose attitudes have the size 1.
[[nodiscard]] inline double position_terms(const Model& model, const ConstraintRows& rows,
                                           std::int32_t function, const Vec& q) {
  if (!model.space.curved) return terms_of(model, rows, function, q);
  const FunctionPlace& place = model.functions[static_cast<std::size_t>(function)];
  const double* row = rows.gradient(place);
  double terms = 0;
  for (const std::int32_t dof : dofs_of(model, place)) {
    const std::int32_t i = model.space.position_of[static_cast<std::size_t>(dof)];
    terms += std::abs(*row++ * (i < 0 ? 1.0 : q[i]));
  }
  return terms;
}

/// Is a gap (or its forecast) g, taken at q, zero as far as rounding lets one tell? Bodies at rest
/// on each other have such gaps, and must not be let go for a step.
[[nodiscard]] inline bool is_closed(const Model& model, const ConstraintRows& rows,
                                    std::int32_t function, const Vec& q, double g) {
  if (g <= 0) return true;
  if (g > 1e-9) return false;  // not worth a look
  // between shapes attitudes and features add to it
  const double unit = static_cast<std::size_t>(function) < model.own_functions ? 4e-16 : 1e-14;
  return g <= unit * position_terms(model, rows, function, q);
}

/// Does a gap close, beyond the rounding of its velocity? rows.u must be that of v.
[[nodiscard]] inline bool is_approaching(const Model& model, const ConstraintRows& rows,
                                         std::int32_t function, const Vec& v) {
  const double rate = rows.rate(model.functions[static_cast<std::size_t>(function)]);
  const double terms = std::abs(rate) + terms_of(model, rows, function, v);
  return rows.u[static_cast<std::size_t>(function)] < -1e-12 * terms;
}

/// u of all functions at this point, for a state's v.
void set_velocities(const Model& model, const Vec& v, ConstraintRows& rows);

}  // namespace saltus
