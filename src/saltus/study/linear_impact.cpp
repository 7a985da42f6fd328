// SPDX-License-Identifier: Apache-2.0
// Flights of the gap y = G q + g0, for which y'' + (c/m) y' + (k/m) y = (G f + k g0)/m.
#include "saltus/study/linear_impact.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "saltus/contact/rows.h"
#include "saltus/model/dynamics.h"

namespace saltus {
namespace {

constexpr double no_hit = std::numeric_limits<double>::infinity();
constexpr std::size_t most_flights = 10'000'000;
constexpr double shortest_hop = 1e-15;  // of t: shorter flights do not move it

void demand(bool holds, const Location& where, const std::string& reason) {
  if (holds) return;
  throw ModelError(where,
                   "[exact] type = \"linear-impact\" is one coordinate with constant mass, "
                   "damping, stiffness and force, and one contact without friction, but " +
                       reason);
}

/// f(t, 0, 0) is the same at a thousand times.
bool force_is_constant(const Model& model, double end, BodyWork& work) {
  const Vec zero = Vec::Zero(1);
  Dynamics dynamics = make_dynamics(model);
  motion(model, 0, zero, zero, work, dynamics);
  const Cluster& cluster = model.clusters.front();
  const double first = *dynamics.f(cluster);
  constexpr int times = 1000;
  for (int i = 1; i <= times; ++i) {
    motion(model, end * i / times, zero, zero, work, dynamics);
    if (*dynamics.f(cluster) != first) return false;
  }
  return true;
}

}  // namespace

LinearImpact linear_impact(const Model& model, const Location& where, double end) {
  demand(model.dofs == 1, where, fmt::format("the model has {} coordinates", model.dofs));
  demand(model.joint_functions.empty(), where, "the model has joints");
  demand(model.contacts.size() == 1, where,
         fmt::format("the model has {} contacts", model.contacts.size()));
  const Contact& contact = model.contacts.front();
  const FunctionPlace& gap = model.functions[static_cast<std::size_t>(contact.gap)];
  demand(contact.mu == 0, where, "contact '" + contact.name + "' has friction");
  demand(gap.constant_gradient && !gap.depends_on_time, where,
         "the gap of contact '" + contact.name + "' is not linear, or depends on t");
  demand(model.linear, where, "the mass, stiffness or damping is not constant");
  BodyWork work = make_body_work(model);
  demand(force_is_constant(model, end, work), where, "the force depends on t");

  const Vec zero = Vec::Zero(1);
  Dynamics dynamics = make_dynamics(model);
  tangent(model, 0, zero, zero, zero, work, dynamics);
  ConstraintRows rows = make_rows(model);
  RowWork tapes = make_row_work(model);
  evaluate(model, 0, zero, tapes, rows);
  const Cluster& cluster = model.clusters.front();
  const LinearImpact data{*dynamics.M(cluster),
                          *dynamics.C(cluster),
                          *dynamics.K(cluster),
                          *dynamics.f(cluster),
                          *rows.gradient(gap),
                          rows.value(gap),
                          contact.e};
  demand(data.G != 0, where, "the gap of contact '" + contact.name + "' never changes");
  demand(data.c >= 0 && data.k >= 0, where,
         fmt::format("the damping is {:.6g} and the stiffness {:.6g}: both must be >= 0", data.c,
                     data.k));
  return data;
}

LinearImpactMotion::LinearImpactMotion(const LinearImpact& data, double q0, double v0, double end,
                                       const Location& where)
    : data_(data),
      free_{data.c / (2 * data.m), data.k / data.m, (data.G * data.f + data.k * data.g0) / data.m},
      rest_time_(no_hit) {
  Flight here{0, std::max(0.0, data.G * q0 + data.g0), data.G * v0, data.G * v0};
  if (here.y == 0 && here.u_before < 0) here.u_after = -data.e * here.u_before;
  while (true) {
    flights_.push_back(here);
    if (comes_to_rest(here)) return;
    const auto s = free_.first_zero(here.y, here.u_after, end - here.t);
    if (!s) return;
    const double u = std::min(0.0, free_.at(here.y, here.u_after, *s).v);
    here = {here.t + *s, 0, u, -data.e * u};
    if (flights_.size() >= most_flights) {
      throw ModelError(where, fmt::format("the exact motion has more than {} impacts before t = "
                                          "{:.6g} s; choose an earlier end",
                                          most_flights, end));
    }
  }
}

// A flight that starts with u from the stop lasts 2u/|φ| where it is short, and the next ones are
// shorter by e each.
bool LinearImpactMotion::comes_to_rest(const Flight& flight) {
  if (flight.y > 0 || free_.phi > 0) return false;
  if (flight.u_after > 0 && free_.phi == 0) return false;
  const double hop = flight.u_after > 0 ? 2 * flight.u_after / -free_.phi : 0.0;
  if (hop > shortest_hop * flight.t) return false;
  rest_time_ = flight.t + (data_.e < 1 ? hop / (1 - data_.e) : 0.0);
  return true;
}

LinearImpactMotion::Point LinearImpactMotion::point(double y, double u_before,
                                                    double u_after) const {
  return {(y - data_.g0) / data_.G, u_before / data_.G, u_after / data_.G};
}

LinearImpactMotion::Point LinearImpactMotion::at(double t) const {
  const auto next = std::upper_bound(flights_.begin(), flights_.end(), t,
                                     [](double time, const Flight& f) { return time < f.t; });
  const Flight& from = next == flights_.begin() ? *next : *(next - 1);
  if (t == from.t) return point(from.y, from.u_before, from.u_after);
  if (t >= rest_time_) return point(0, 0, 0);
  const FreeFlight::Motion x = free_.at(from.y, from.u_after, t - from.t);
  return point(std::max(0.0, x.y), x.v, x.v);
}

std::vector<double> LinearImpactMotion::impact_times() const {
  std::vector<double> times;
  for (const Flight& f : flights_) {
    if (f.u_before < 0 && f.y == 0) times.push_back(f.t);
  }
  return times;
}

}  // namespace saltus
