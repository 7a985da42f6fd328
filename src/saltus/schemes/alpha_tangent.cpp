// SPDX-License-Identifier: Apache-2.0
// S_t of generalized-α ([000] (44), (45)) block by block, its scaling and its solution.
#include <algorithm>
#include <cmath>

#include "saltus/base/lu.h"
#include "saltus/schemes/alpha_system.h"

namespace saltus {
namespace {

std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

const FunctionPlace& place_of(const Model& model, std::int32_t function) {
  return model.functions[index(function)];
}
}  // namespace

/// ∂/∂q reaches z and U: q = q_k ⊕ (d_0 + h β/γ z) ⊕ U.
void AlphaSystem::add_by_q(const AlphaSetting& s, std::int32_t row, std::int32_t dof,
                           double value) {
  add(row, at.z + dof, s.position() * value);
  add(row, at.U + dof, value);
}

void AlphaSystem::add_bodies(const AlphaSetting& s, const AlphaWork& w) {
  const double to_z = s.h / s.inertia();
  const bool has_position = s.scheme.constraints != AlphaConstraints::velocity;
  const double part = jump_part(s);
  for (const Cluster& c : s.model.clusters) {
    for (std::int32_t i = 0; i < c.n; ++i) {
      for (std::int32_t j = 0; j < c.n; ++j) {
        const std::int32_t k = i * c.n + j;
        const double M = w.force_point.M(c)[k];
        const double C = to_z * w.force_point.C(c)[k];
        const std::int32_t row = c.dof + i;
        const std::int32_t column = c.dof + j;
        add(at.z + row, at.z + column, M + C);
        add(at.z + row, at.W + column, C);
        add_by_q(s, at.z + row, column, w.force_point.S(c)[k] + to_z * w.force_point.K(c)[k]);
        add(at.U + row, at.U + column, M);
        add(at.W + row, at.W + column, M);
        if (!has_position) add(at.U + row, at.W + column, -part * M);
        if (s.model.linear) continue;
        const double S_W = jump_.S(c)[k];
        add_by_q(s, at.U + row, column,
                 has_position ? correction_.S(c)[k] : correction_.S(c)[k] - part * S_W);
        add_by_q(s, at.W + row, column, S_W);
      }
    }
  }
}

/// −Hᵀ in the columns of the multipliers.
void AlphaSystem::add_reactions(const AlphaSetting& s, const AlphaWork& w) {
  for (const Reaction& a : reactions(s)) {
    for (std::int32_t j = a.first; j < a.last; ++j) {
      const FunctionPlace& place = place_of(s.model, function(j));
      const double* row = w.law.gradient(place);
      for (const std::int32_t dof : dofs_of(s.model, place))
        add(a.equation + dof, a.multiplier + j, -a.factor * *row++);
    }
  }
}

/// −∂(Hᵀ λ)/∂q
void AlphaSystem::add_turning(const AlphaSetting& s, const Curvature& curvature,
                              std::int32_t equation) {
  for (const FunctionGroup& group : s.model.groups) {
    const double* G = curvature.of_forces(group);
    for (const std::int32_t i : group.dofs) {
      for (const std::int32_t j : group.dofs) add_by_q(s, equation + i, j, -*G++);
    }
  }
}

void AlphaSystem::add_position_rows(const AlphaSetting& s, const AlphaWork& w) {
  const bool has_position = s.scheme.constraints != AlphaConstraints::velocity;
  for (std::int32_t j = 0; j < at.joints + at.contacts; ++j) {
    if (!has_position || position[index(j)] != AlphaRow::on) {
      add(at.nu + j, at.nu + j, 1);
      add(at.nu + j, at.Lambda + j, -jump_part(s));
      continue;
    }
    const FunctionPlace& place = place_of(s.model, function(j));
    const double* row = w.law.gradient(place);
    for (const std::int32_t dof : dofs_of(s.model, place)) add_by_q(s, at.nu + j, dof, *row++);
  }
}

void AlphaSystem::add_velocity_rows(const AlphaSetting& s, const AlphaWork& w) {
  const auto add_row = [&](std::int32_t j, std::int32_t equation, const Curvature& curvature,
                           bool with_jump) {
    const FunctionPlace& place = place_of(s.model, function(j));
    const double* row = w.law.gradient(place);
    const double* turn = curvature.of_velocity(s.model, place);
    for (const std::int32_t dof : dofs_of(s.model, place)) {
      add(equation, at.z + dof, *row);
      if (with_jump) add(equation, at.W + dof, *row);
      add_by_q(s, equation, dof, *turn++);
      ++row;
    }
  };
  for (std::int32_t j = 0; j < at.joints; ++j) add_row(j, at.smooth + j, of_smooth_, false);
  for (std::int32_t j = 0; j < static_cast<std::int32_t>(functions_.size()); ++j) {
    const std::int32_t equation = at.Lambda + j;
    if (velocity[index(j)] == AlphaRow::on) {
      add_row(j, equation, of_velocity_, true);
      continue;
    }
    add(equation, equation, 1);
    if (const double direction = slip(j); direction != 0) {
      const std::int32_t contact = contact_of_[index(j - at.joints - at.contacts)];
      add(equation, at.Lambda + at.joints + contact,
          -direction * s.model.contacts[index(contact)].mu);
    }
  }
}

void AlphaSystem::set_tangent(const AlphaSetting& s, const AlphaWork& w) {
  std::fill(S_t.begin(), S_t.end(), 0.0);
  add_bodies(s, w);
  add_reactions(s, w);
  add_turning(s, of_smooth_, at.z);
  if (s.scheme.constraints != AlphaConstraints::velocity) add_turning(s, of_position_, at.U);
  add_turning(s, of_velocity_, at.W);
  add_position_rows(s, w);
  add_velocity_rows(s, w);
}

/// Units: velocities by 1/√M_ii, positions by h/√M_ii, impulses by 1/√(H M⁻¹ Hᵀ). They let the
/// factorisation tell a redundant row from a light body.
void AlphaSystem::scale(const AlphaSetting& s) {
  for (std::int32_t dof = 0; dof < at.dofs; ++dof) {
    const double d = dof_size_[index(dof)];
    row_scale_[index(at.z + dof)] = column_scale_[index(at.z + dof)] = d;
    row_scale_[index(at.W + dof)] = column_scale_[index(at.W + dof)] = d;
    row_scale_[index(at.U + dof)] = d / s.h;
    column_scale_[index(at.U + dof)] = d * s.h;
  }
  const auto set = [&](std::int32_t at_row, bool on, double size) {
    row_scale_[index(at_row)] = on ? size : 1 / size;
    column_scale_[index(at_row)] = size;
  };
  for (std::int32_t j = 0; j < at.joints; ++j) set(at.smooth + j, true, row_size_[index(j)]);
  for (std::int32_t j = 0; j < at.joints + at.contacts; ++j) {
    const bool on =
        s.scheme.constraints != AlphaConstraints::velocity && position[index(j)] == AlphaRow::on;
    const double size = row_size_[index(j)];
    row_scale_[index(at.nu + j)] = on ? size / s.h : 1 / (size * s.h);
    column_scale_[index(at.nu + j)] = size * s.h;
  }
  for (std::size_t j = 0; j < functions_.size(); ++j)
    set(at.Lambda + static_cast<std::int32_t>(j), velocity[j] == AlphaRow::on, row_size_[j]);
}

double AlphaSystem::correct(const AlphaSetting& s) {
  scale(s);
  const std::size_t n = index(at.size);
  for (std::size_t i = 0; i < n; ++i) {
    change_[i] = -r[i] * row_scale_[i];
    for (std::size_t j = 0; j < n; ++j)
      factor_[i * n + j] = S_t[i * n + j] * row_scale_[i] * column_scale_[j];
  }
  constexpr double redundant = 1e-11;
  const RankLu lu(factor_, pivots_, at.size, redundant);
  lu.solve(change_);
  for (std::size_t i = 0; i < n; ++i) x[i] += change_[i] * column_scale_[i];
  double square = 0;
  for (std::int32_t i = 0; i < at.dofs; ++i) {
    for (const std::int32_t part : {at.z, at.U, at.W})
      square += change_[index(part + i)] * change_[index(part + i)];
  }
  return std::sqrt(square);
}

}  // namespace saltus
