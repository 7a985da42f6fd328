// SPDX-License-Identifier: Apache-2.0
// A start that is no state of the mechanism is refused, with names and amounts.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "saltus/base/dense.h"
#include "saltus/model/collision.h"
#include "saltus/run/assemble_start.h"
#include "saltus/run/contacts.h"
#include "saltus/run/simulate.h"

namespace saltus {
namespace {

constexpr double gap_tolerance = 1e-9;  // m: what decimal input of a closed position leaves

void check_body(const Body& body, const Cluster& cluster, const Dynamics& dynamics) {
  const auto n = static_cast<Eigen::Index>(body.rates.size());
  const Eigen::Index first = body.dof - cluster.dof;
  const Eigen::Map<const RowMat> all(dynamics.M(cluster), cluster.n, cluster.n);
  const Mat M = all.block(first, first, n, n);  // forces couple bodies, M does not
  for (Eigen::Index i = 0; i < n; ++i) {
    if (!std::isfinite(dynamics.f(cluster)[first + i])) {
      throw ModelError(
          body.where,
          fmt::format("the force on '{}' of body '{}' is not finite at the start; look for a "
                      "division by zero or a root of a negative number",
                      dof_name(body, static_cast<std::size_t>(i)), body.name));
    }
  }
  if (!M.allFinite()) {
    throw ModelError(
        body.kinetic,
        fmt::format("the mass matrix of body '{}' is not finite at the start", body.name));
  }
  const Cholesky cholesky(M);
  const bool positive =
      cholesky.is_positive() && cholesky.least_pivot() > 1e-12 * std::sqrt(M.diagonal().maxCoeff());
  if (!positive) {
    std::string without;
    for (Eigen::Index i = 0; i < n; ++i) {
      if (!(M(i, i) > 0))
        without = " ('" + dof_name(body, static_cast<std::size_t>(i)) + "' has none)";
    }
    throw ModelError(
        body.kinetic,
        fmt::format(
            "the mass matrix of body '{}' is not positive definite at the start; 'kinetic' must "
            "give every coordinate inertia{}",
            body.name, without));
  }
}

/// The first body of a contact between shapes.
const Body& body_of_candidate(const Model& model, std::size_t contact) {
  const Candidate& c = model.candidates[contact - model.own_contacts];
  const auto shape = static_cast<std::size_t>(c.first);
  const auto* planar = collision_of<2>(model.shapes);
  const std::int32_t body = planar != nullptr ? planar->shapes[shape].body
                                              : collision_of<3>(model.shapes)->shapes[shape].body;
  return model.bodies[static_cast<std::size_t>(body)];
}

/// The first of the bodies of a system that may be blamed for an energy.
const Body& body_of(const Model& model, std::size_t system) {
  const auto is_in = [&](const Body& b) {
    return !b.rates.empty() && b.cluster == static_cast<std::int32_t>(system);
  };
  return *std::find_if(model.bodies.begin(), model.bodies.end(), is_in);
}

/// What to do about it, besides.
std::string_view besides(bool assembled, std::string_view otherwise) {
  return assembled ? "; [simulation] assemble = true could not do it" : otherwise;
}

/// Throws ModelError with names and amounts. `assembled`: what could be moved was.
void check_start(const Model& given, bool assembled) {
  Contacts contacts(given);
  const Model& model = contacts.model();
  contacts.search(initial_state(model), 0);
  const State x = initial_state(model);
  BodyWork bodies = make_body_work(model);
  Dynamics dynamics = make_dynamics(model);
  motion(model, 0, x.q, x.v, bodies, dynamics);
  for (const Body& body : model.bodies) {
    if (!body.rates.empty())
      check_body(body, model.clusters[static_cast<std::size_t>(body.cluster)], dynamics);
  }
  static_cast<void>(energy(model, x, bodies));
  for (std::size_t i = 0; i < model.systems.size(); ++i) {
    const Body& body = body_of(model, i);
    const std::string tail = " energy of body '" + body.name + "' is not finite at the start";
    if (!std::isfinite(bodies.systems[i].energies[0]))
      throw ModelError(body.kinetic, "the kinetic" + tail);
    if (!std::isfinite(bodies.systems[i].energies[1]))
      throw ModelError(body.potential, "the potential" + tail);
  }

  RowWork tapes = make_row_work(model);
  ConstraintRows rows = make_rows(model);
  evaluate(model, 0, x.q, tapes, rows);
  const auto value = [&](std::int32_t f) {
    return rows.value(model.functions[static_cast<std::size_t>(f)]);
  };
  for (std::size_t f = 0; f < model.own_functions; ++f) {
    const auto id = static_cast<std::int32_t>(f);
    if (!std::isfinite(value(id)) ||
        !std::isfinite(velocity(model, rows, id, Vec::Ones(model.dofs)))) {
      throw ModelError(model.origins[f].where,
                       model.origins[f].what + " or its derivative is not finite at the start");
    }
  }
  for (const Joint& joint : model.joints) {
    for (std::int32_t row = joint.row; row < joint.row + joint.rows; ++row) {
      const std::int32_t f = model.joint_functions[static_cast<std::size_t>(row)];
      if (std::abs(value(f)) > gap_tolerance) {
        throw ModelError(
            model.origins[static_cast<std::size_t>(f)].where,
            fmt::format("joint '{}' is open at the start by {:.6g} ({} must be 0 within {:.0e}); "
                        "correct the initial positions or the equation{}",
                        joint.name, value(f), model.origins[static_cast<std::size_t>(f)].what,
                        gap_tolerance,
                        besides(assembled, ", or let [simulation] assemble = true close it")));
      }
    }
  }
  for (std::size_t i = 0; i < model.contacts.size(); ++i) {
    const double g = value(model.contacts[i].gap);
    if (g >= -gap_tolerance) continue;
    const bool of_shapes = i >= model.own_contacts;
    throw ModelError(
        of_shapes ? body_of_candidate(model, i).where
                  : model.origins[static_cast<std::size_t>(model.contacts[i].gap)].where,
        fmt::format("contact '{}' is violated at the start: gap {:.6g} {}, must be >= 0; "
                    "move the bodies apart{}",
                    contact_name(model, i), g, model.contacts[i].turns ? "rad" : "m",
                    besides(assembled, ", or let [simulation] assemble = true do it")));
  }
}

}  // namespace

std::vector<Moved> settle_start(const Description& description, Model& model) {
  std::vector<Moved> moved;
  if (description.simulation.assemble) moved = assemble_start(model);
  check_start(model, description.simulation.assemble);
  return moved;
}

void check_scheme(const Description& description, const Model& model,
                  const Simulation& simulation) {
  if (const std::string why = refusal_of(simulation.scheme, model); !why.empty()) {
    throw ModelError(
        description.simulation.scheme ? description.simulation.scheme->where
                                      : description.simulation.where,
        fmt::format("scheme '{}' cannot run this model: {}", scheme_name(simulation.scheme), why));
  }
}

void check_output(const Description& description, const Simulation& simulation) {
  const double every = simulation.every;
  const double step = simulation.step;
  if (every == 0 || locates_events_of(simulation.scheme) || is_multiple(every, step)) return;
  throw ModelError(
      description.output ? description.output->where : description.simulation.where,
      fmt::format(
          "'every' of [output] is {} s, which is no multiple of the step, {} s; scheme '{}' "
          "has states at multiples of its step only",
          to_text(every), to_text(step), scheme_name(simulation.scheme)));
}

}  // namespace saltus
