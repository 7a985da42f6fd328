// SPDX-License-Identifier: Apache-2.0
// Second derivatives of gaps, tangents and joint equations at one point (t, q): how H turns with q.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saltus/contact/rows.h"

namespace saltus {

/// Scratch memory of the groups' tapes, and their output blocks. Made once.
struct Curvature {
  explicit Curvature(const Model& model);

  std::vector<std::vector<double>> tapes;
  std::vector<double> data;
  std::int64_t evaluations = 0;

  // Contacts between shapes have no second derivatives in closed form: du/dt along w by
  // differences.
  std::vector<double> of_candidates;  // by function, from the first candidate's on
  ShapePoses poses;
  ConstraintRows ahead, behind;
  Vec q;

  /// Σ_r λ_r ∂²φ_r/∂q² of the group, D × D over the group's dofs: ∂(Hᵀλ)/∂q.
  [[nodiscard]] const double* of_forces(const FunctionGroup& group) const {
    return data.data() + group.curvature_block;
  }
  /// ∂u/∂q of one function, u = H w + ∂φ/∂t, over its group's dofs.
  [[nodiscard]] const double* of_velocity(const Model& model, const FunctionPlace& f) const {
    const FunctionGroup& group = model.groups[static_cast<std::size_t>(f.group)];
    const auto D = static_cast<std::ptrdiff_t>(group.dofs.size());
    return of_forces(group) + D * D + (f.value - group.block) * D;
  }
  /// ∂u/∂t of one function.
  [[nodiscard]] double rate(const Model& model, const FunctionPlace& f) const {
    const FunctionGroup& group = model.groups[static_cast<std::size_t>(f.group)];
    const auto D = static_cast<std::ptrdiff_t>(group.dofs.size());
    return of_forces(group)[D * D + group.functions * D + (f.value - group.block)];
  }
};

/// `w` takes the place of the velocity in u = H w + ∂φ/∂t; `lambda` is by function.
void evaluate(const Model& model, double t, const Vec& q, const Vec& w,
              std::span<const double> lambda, Curvature& out);

/// What H's turning adds to an acceleration: d(H v + ∂φ/∂t)/dt = H v̇ + this, with w = v.
[[nodiscard]] double drift(const Model& model, const Curvature& curvature, std::int32_t function,
                           const Vec& v);

}  // namespace saltus
