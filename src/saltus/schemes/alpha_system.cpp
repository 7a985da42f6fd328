// SPDX-License-Identifier: Apache-2.0
// Equation by equation; (n) = docs/theory/generalized_alpha.md.
#include "saltus/schemes/alpha_system.h"

#include <algorithm>
#include <cmath>

namespace saltus {
namespace {

std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

const FunctionPlace& place_of(const Model& model, std::int32_t function) {
  return model.functions[index(function)];
}
}  // namespace

AlphaSystem::AlphaSystem(const Model& model)
    : of_smooth_(model),
      of_position_(model),
      of_velocity_(model),
      correction_(make_dynamics(model)),
      jump_(make_dynamics(model)) {
  functions_ = model.joint_functions;
  for (const Contact& c : model.contacts) functions_.push_back(c.gap);
  tangent_row_.assign(model.contacts.size(), -1);
  for (std::size_t i = 0; i < model.contacts.size(); ++i) {
    if (!(model.contacts[i].mu > 0)) continue;
    tangent_row_[i] = static_cast<std::int32_t>(functions_.size());
    contact_of_.push_back(static_cast<std::int32_t>(i));
    functions_.push_back(model.contacts[i].tangent);
  }
  at.dofs = model.dofs;
  at.joints = static_cast<std::int32_t>(model.joint_functions.size());
  at.contacts = static_cast<std::int32_t>(model.contacts.size());
  at.tangents = static_cast<std::int32_t>(contact_of_.size());
  at.smooth = at.dofs;
  at.U = at.smooth + at.joints;
  at.nu = at.U + at.dofs;
  at.W = at.nu + at.joints + at.contacts;
  at.Lambda = at.W + at.dofs;
  at.size = at.Lambda + static_cast<std::int32_t>(functions_.size());
  const std::size_t n = index(at.size);
  for (std::vector<double>* v : {&x, &r, &row_scale_, &column_scale_, &change_}) v->assign(n, 0.0);
  S_t.assign(n * n, 0.0);
  factor_.assign(n * n, 0.0);
  pivots_.assign(2 * n, 0);
  position.assign(index(at.joints + at.contacts), AlphaRow::off);
  velocity.assign(functions_.size(), AlphaRow::off);
  target_.assign(functions_.size(), 0.0);
  row_size_.assign(functions_.size(), 1.0);
  dof_size_.assign(index(at.dofs), 1.0);
  lambda_.assign(model.functions.size(), 0.0);
}

void AlphaSystem::take(const AlphaSetting& s, AlphaWork& w) {
  std::fill(x.begin(), x.end(), 0.0);
  difference(s.model, s.next.q, w.q_tilde, w.shift);
  for (std::int32_t i = 0; i < at.dofs; ++i) {
    x[index(at.z + i)] = w.z[i];
    x[index(at.U + i)] = w.shift[i];
    x[index(at.W + i)] = w.jump[i];
  }
  std::size_t row = 0;
  for (std::int32_t j = 0; j < at.joints; ++j, ++row) {
    x[index(at.smooth + j)] = w.smooth.p[row];
    x[index(at.nu + j)] = w.projection.moved ? w.projection.problem.p[row] : 0.0;
    x[index(at.Lambda + j)] = w.problem.p[row];
  }
  for (const std::int32_t c : w.problem.set.contacts) {
    x[index(at.Lambda + at.joints + c)] = w.problem.p[row++];
    if (tangent_row_[index(c)] >= 0)
      x[index(at.Lambda + tangent_row_[index(c)])] = w.problem.p[row++];
  }
  if (w.projection.moved) {
    for (std::int32_t c = 0; c < at.contacts; ++c)
      x[index(at.nu + at.joints + c)] = w.projection.tau_normal[c];
  }
  const double part = jump_part(s);
  for (std::int32_t j = 0; j < at.joints + at.contacts; ++j)
    x[index(at.nu + j)] += part * x[index(at.Lambda + j)];
  for (std::size_t j = 0; j < functions_.size(); ++j) target_[j] = 0;
  for (std::int32_t c = 0; c < at.contacts; ++c) {
    const Contact& contact = s.model.contacts[index(c)];
    target_[index(at.joints + c)] = contact.e * s.start.u[index(contact.gap)];
    const std::int32_t t = tangent_row_[index(c)];
    if (t >= 0) target_[index(t)] = contact.e_t * s.start.u[index(contact.tangent)];
  }
}

void AlphaSystem::evaluate_at_x(const AlphaSetting& s, AlphaWork& w) {
  const auto part = [&](std::int32_t start, Vec& out) {
    for (std::int32_t i = 0; i < at.dofs; ++i) out[i] = x[index(start + i)];
  };
  part(at.z, w.z);
  part(at.W, w.jump);
  part(at.U, w.shift);
  combine(1, w.v_0, 1, w.z, w.v_tilde);
  place_smoothly(s, w, w.q_tilde);
  combine(1, w.v_tilde, 1, w.jump, s.next.v);
  advance(s.model, w.q_tilde, 1, w.shift, s.next.q);
  tangent(s.model, s.t(), s.next.q, s.next.v, w.z, w.bodies, w.force_point);
  if (!s.model.linear) {
    tangent(s.model, s.t(), s.next.q, s.next.v, w.shift, w.bodies, correction_);
    tangent(s.model, s.t(), s.next.q, s.next.v, w.jump, w.bodies, jump_);
  }
  if (functions_.empty()) {
    set_row_sizes(s, w);
    return;
  }
  evaluate(s.model, s.t(), w.q_tilde, w.row_tapes, w.tilde);
  evaluate(s.model, s.t(), s.next.q, w.row_tapes, w.law);
  w.rows = &w.law;
  const auto second = [&](const auto& multiplier, const Vec& velocity_there, Curvature& out) {
    std::fill(lambda_.begin(), lambda_.end(), 0.0);
    for (std::int32_t j = 0; j < static_cast<std::int32_t>(functions_.size()); ++j)
      lambda_[index(function(j))] += multiplier(j);
    evaluate(s.model, s.t(), s.next.q, velocity_there, lambda_, out);
  };
  second([&](std::int32_t j) { return j < at.joints ? x[index(at.smooth + j)] : 0.0; }, w.v_tilde,
         of_smooth_);
  second([&](std::int32_t j) { return position_multiplier(s, j); }, w.zero, of_position_);
  second([&](std::int32_t j) { return x[index(at.Lambda + j)]; }, s.next.v, of_velocity_);
  set_row_sizes(s, w);
}

/// 1/√(H M⁻¹ Hᵀ) with diag(M) in place of M.
void AlphaSystem::set_row_sizes(const AlphaSetting& s, const AlphaWork& w) {
  for (const Cluster& c : s.model.clusters) {
    for (std::int32_t i = 0; i < c.n; ++i) {
      const double M = w.force_point.M(c)[i * (c.n + 1)];
      dof_size_[index(c.dof + i)] = M > 0 ? 1 / std::sqrt(M) : 1.0;
    }
  }
  for (std::size_t j = 0; j < functions_.size(); ++j) {
    const FunctionPlace& place = place_of(s.model, functions_[j]);
    const double* row = w.law.gradient(place);
    double W = 0;
    for (const std::int32_t dof : dofs_of(s.model, place)) {
      const double entry = *row++ * dof_size_[index(dof)];
      W += entry * entry;
    }
    row_size_[j] = W > 0 ? 1 / std::sqrt(W) : 1.0;
  }
}

double AlphaSystem::position_multiplier(const AlphaSetting& s, std::int32_t row) const {
  return row < at.joints + at.contacts ? x[index(at.nu + row)]
                                       : slide_part(s) * x[index(at.Lambda + row)];
}

double AlphaSystem::gap_multiplier(const AlphaSetting& s, std::int32_t row) const {
  return x[index(at.nu + row)] - jump_part(s) * x[index(at.Lambda + row)];
}

bool AlphaSystem::choose_sets(const AlphaSetting& s, const AlphaWork& w) {
  bool changed = false;
  const auto choose = [&](AlphaRow& row, AlphaRow now) {
    changed = changed || row != now;
    row = now;
  };
  const auto of = [](bool on) { return on ? AlphaRow::on : AlphaRow::off; };
  const auto u_bar = [&](std::int32_t j) {
    return saltus::velocity(s.model, w.law, function(j), s.next.v) + target_[index(j)];
  };
  for (std::int32_t j = 0; j < at.joints; ++j) {
    choose(position[index(j)], AlphaRow::on);
    choose(velocity[index(j)], AlphaRow::on);
  }
  for (std::int32_t c = 0; c < at.contacts; ++c) {
    const std::int32_t j = at.joints + c;
    const double weight = row_size_[index(j)] * row_size_[index(j)];
    const double g = w.law.value(place_of(s.model, function(j)));
    choose(position[index(j)], of(gap_multiplier(s, j) - weight * g >= 0));
    const bool closed = w.kept[index(c)] != 0 || is_closed_within(s, function(j), w);
    const double pressing = x[index(at.Lambda + j)] - weight * u_bar(j);
    choose(velocity[index(j)], of(closed && pressing >= 0));
    const std::int32_t t = tangent_row_[index(c)];
    if (t < 0) continue;
    const double weight_t = row_size_[index(t)] * row_size_[index(t)];
    const double pull = x[index(at.Lambda + t)] - weight_t * u_bar(t);
    const bool sticks = std::abs(pull) <= s.model.contacts[index(c)].mu * pressing;
    const AlphaRow slips = pull > 0 ? AlphaRow::slips_up : AlphaRow::slips_down;
    const AlphaRow loaded = sticks ? AlphaRow::on : slips;
    choose(velocity[index(t)], velocity[index(j)] == AlphaRow::on ? loaded : AlphaRow::off);
  }
  return changed;
}

bool AlphaSystem::obeys_laws(const AlphaSetting& s, const AlphaWork& w) const {
  constexpr double length = 1e-9;  // m
  const double speed = 1e-9 * (1 + mass_norm(s.model, w.force_point, s.x.v));
  for (std::int32_t c = 0; c < at.contacts; ++c) {
    const std::int32_t j = at.joints + c;
    const double weight = row_size_[index(j)] * row_size_[index(j)];
    if (w.law.value(place_of(s.model, function(j))) < -length) return false;
    if (gap_multiplier(s, j) < -length * weight || normal(c) < -speed * weight) return false;
  }
  for (const std::int32_t c : w.problem.set.contacts) {
    const std::int32_t j = at.joints + c;
    const double weight = row_size_[index(j)] * row_size_[index(j)];
    const double u = saltus::velocity(s.model, w.law, function(j), s.next.v) + target_[index(j)];
    if (u < -speed) return false;
    if (tangent_row_[index(c)] < 0) continue;
    const double limit = s.model.contacts[index(c)].mu * normal(c);
    if (std::abs(tangential(c)) > limit + speed * weight) return false;
  }
  return true;
}

void AlphaSystem::choose_pressing(const AlphaSetting& s) {
  const auto of = [](bool on) { return on ? AlphaRow::on : AlphaRow::off; };
  for (std::int32_t c = 0; c < at.contacts; ++c) {
    const std::int32_t j = at.joints + c;
    position[index(j)] = of(gap_multiplier(s, j) > 0);
    velocity[index(j)] = of(normal(c) > 0);
    const std::int32_t t = tangent_row_[index(c)];
    if (t < 0) continue;
    const double limit = s.model.contacts[index(c)].mu * normal(c) * (1 - 1e-9);
    const AlphaRow slips = tangential(c) > 0 ? AlphaRow::slips_up : AlphaRow::slips_down;
    const AlphaRow loaded = std::abs(tangential(c)) < limit ? AlphaRow::on : slips;
    velocity[index(t)] = normal(c) > 0 ? loaded : AlphaRow::off;
  }
}

double AlphaSystem::slip(std::int32_t row) const {
  switch (velocity[index(row)]) {
    case AlphaRow::slips_up:
      return 1;
    case AlphaRow::slips_down:
      return -1;
    default:
      return 0;
  }
}

/// r −= factor · Hᵀ λ over rows first … last; the multiplier of row j is x[multiplier + j].
void AlphaSystem::subtract_reaction(const Model& model, const ConstraintRows& rows,
                                    const Reaction& a) {
  for (std::int32_t j = a.first; j < a.last; ++j) {
    const FunctionPlace& place = place_of(model, function(j));
    const double* row = rows.gradient(place);
    for (const std::int32_t dof : dofs_of(model, place))
      r[index(a.equation + dof)] -= a.factor * *row++ * x[index(a.multiplier + j)];
  }
}

/// The parts of −Hᵀ λ in the three equations of motion.
std::array<AlphaSystem::Reaction, 4> AlphaSystem::reactions(const AlphaSetting& s) const {
  const auto rows = static_cast<std::int32_t>(functions_.size());
  const std::int32_t gaps = at.joints + at.contacts;
  const double level = s.scheme.constraints != AlphaConstraints::velocity ? 1.0 : 0.0;
  return {{{at.z, at.smooth, 0, at.joints, 1},
           {at.U, at.nu, 0, gaps, level},
           {at.U, at.Lambda, gaps, rows, level * slide_part(s)},
           {at.W, at.Lambda, 0, rows, 1}}};
}

void AlphaSystem::set_residual(const AlphaSetting& s, const AlphaWork& w) {
  const double to_z = s.h / s.inertia();
  const bool has_position = s.scheme.constraints != AlphaConstraints::velocity;
  const double part = jump_part(s);
  for (const Cluster& c : s.model.clusters) {
    const double* M = w.force_point.M(c);
    const double* f = w.force_point.f(c);
    for (std::int32_t i = 0; i < c.n; ++i, M += c.n) {
      double Mz = 0;
      double MU = 0;
      double MW = 0;
      for (std::int32_t j = 0; j < c.n; ++j) {
        Mz += M[j] * w.z[c.dof + j];
        MU += M[j] * w.shift[c.dof + j];
        MW += M[j] * w.jump[c.dof + j];
      }
      r[index(at.z + c.dof + i)] = Mz - to_z * f[i];
      r[index(at.U + c.dof + i)] = has_position ? MU : MU - part * MW;
      r[index(at.W + c.dof + i)] = MW;
    }
  }
  const auto rows = static_cast<std::int32_t>(functions_.size());
  for (const Reaction& a : reactions(s)) subtract_reaction(s.model, w.law, a);
  for (std::int32_t j = 0; j < at.joints; ++j)
    r[index(at.smooth + j)] = saltus::velocity(s.model, w.law, function(j), w.v_tilde);
  for (std::int32_t j = 0; j < at.joints + at.contacts; ++j) {
    const bool on = has_position && position[index(j)] == AlphaRow::on;
    r[index(at.nu + j)] = on ? w.law.value(place_of(s.model, function(j))) : gap_multiplier(s, j);
  }
  for (std::int32_t j = 0; j < rows; ++j) {
    if (velocity[index(j)] == AlphaRow::on) {
      r[index(at.Lambda + j)] =
          saltus::velocity(s.model, w.law, function(j), s.next.v) + target_[index(j)];
      continue;
    }
    double missing = x[index(at.Lambda + j)];
    if (const double direction = slip(j); direction != 0) {
      const std::int32_t contact = contact_of_[index(j - at.joints - at.contacts)];
      missing -= direction * s.model.contacts[index(contact)].mu * normal(contact);
    }
    r[index(at.Lambda + j)] = missing;
  }
}

}  // namespace saltus
