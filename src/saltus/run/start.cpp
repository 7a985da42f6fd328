// SPDX-License-Identifier: Apache-2.0
// A start that is no state of the mechanism is refused, with names and amounts.
#include <cmath>

#include <Eigen/Cholesky>
#include <fmt/format.h>

#include "saltus/run/simulate.h"

namespace saltus {
namespace {

constexpr double gap_tolerance = 1e-9;  // m: what decimal input of a closed position leaves

void check_body(const FormulaBodyDescription& d, const FormulaBody& body, const Cluster& cluster,
                const Dynamics& dynamics) {
  const Eigen::Map<const RowMat> M(dynamics.M(cluster), body.n, body.n);
  for (std::int32_t i = 0; i < body.n; ++i) {
    const std::string& name = body.coordinates[static_cast<std::size_t>(i)];
    if (!std::isfinite(dynamics.f(cluster)[i])) {
      throw ModelError(
          d.where,
          fmt::format("the force on '{}' of body '{}' is not finite at the start; look for a "
                      "division by zero or a root of a negative number",
                      name, body.name));
    }
  }
  if (!M.allFinite()) {
    throw ModelError(
        d.kinetic.where,
        fmt::format("the mass matrix of body '{}' is not finite at the start", body.name));
  }
  const Eigen::LLT<Mat> cholesky{Mat(M)};
  const bool positive =
      cholesky.info() == Eigen::Success &&
      cholesky.matrixLLT().diagonal().minCoeff() > 1e-12 * std::sqrt(M.diagonal().maxCoeff());
  if (!positive) {
    std::string without;
    for (std::int32_t i = 0; i < body.n; ++i) {
      if (!(M(i, i) > 0))
        without = " ('" + body.coordinates[static_cast<std::size_t>(i)] + "' has none)";
    }
    throw ModelError(
        d.kinetic.where,
        fmt::format(
            "the mass matrix of body '{}' is not positive definite at the start; 'kinetic' must "
            "give every coordinate inertia{}",
            body.name, without));
  }
}

}  // namespace

void check_start(const Description& description, const Model& model) {
  const State x = initial_state(model);
  BodyWork bodies = make_body_work(model);
  Dynamics dynamics = make_dynamics(model);
  motion(model, 0, x.q, x.v, bodies, dynamics);
  const auto& formula_bodies = std::get<std::vector<FormulaBody>>(model.bodies);
  for (std::size_t i = 0; i < formula_bodies.size(); ++i) {
    const FormulaBody& body = formula_bodies[i];
    check_body(description.bodies[i], body, model.clusters[static_cast<std::size_t>(body.cluster)],
               dynamics);
  }
  static_cast<void>(energy(model, x, bodies));
  for (std::size_t i = 0; i < formula_bodies.size(); ++i) {
    const FormulaBodyDescription& d = description.bodies[i];
    const std::string tail = " energy of body '" + d.name + "' is not finite at the start";
    if (!std::isfinite(bodies.formula[i].energies[0]))
      throw ModelError(d.kinetic.where, "the kinetic" + tail);
    if (!std::isfinite(bodies.formula[i].energies[1]))
      throw ModelError(d.potential->where, "the potential" + tail);
  }

  RowWork tapes = make_row_work(model);
  ConstraintRows rows = make_rows(model);
  evaluate(model, 0, x.q, tapes, rows);
  const auto value = [&](std::int32_t f) {
    return rows.value(model.functions[static_cast<std::size_t>(f)]);
  };
  const auto require_finite = [&](std::int32_t f, const FormulaText& text,
                                  const std::string& what) {
    if (!std::isfinite(value(f)) ||
        !std::isfinite(velocity(model, rows, f, Vec::Ones(model.dofs)))) {
      throw ModelError(text.where, what + " or its derivative is not finite at the start");
    }
  };
  std::size_t row = 0;
  for (const FormulaJointDescription& d : description.joints) {
    for (const FormulaText& equation : d.equations) {
      const std::int32_t f = model.joint_functions[row++];
      require_finite(f, equation, "an equation of joint '" + d.name + "'");
      if (std::abs(value(f)) > gap_tolerance) {
        throw ModelError(
            equation.where,
            fmt::format("joint '{}' is open at the start by {:.6g} (must be 0 within {:.0e}); "
                        "correct the initial positions or the equation",
                        d.name, value(f), gap_tolerance));
      }
    }
  }
  for (std::size_t i = 0; i < model.contacts.size(); ++i) {
    const FormulaContactDescription& d = description.contacts[i];
    require_finite(model.contacts[i].gap, d.gap, "the gap of contact '" + d.name + "'");
    if (d.tangent)
      require_finite(model.contacts[i].tangent, *d.tangent,
                     "the tangent of contact '" + d.name + "'");
    const double g = value(model.contacts[i].gap);
    if (g < -gap_tolerance) {
      throw ModelError(
          d.gap.where,
          fmt::format("contact '{}' is violated at the start: gap {:.6g} m, must be >= 0; move the "
                      "bodies apart",
                      d.name, g));
    }
  }
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
