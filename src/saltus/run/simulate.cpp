// SPDX-License-Identifier: Apache-2.0
// One pass of the loop: step, rows at the new state, certificate, ledger, recorders, swap.
#include "saltus/run/simulate.h"

#include <cmath>
#include <utility>

#include "saltus/problems/residual.h"
#include "saltus/run/ledger.h"
#include "saltus/solvers/read.h"

namespace saltus {
namespace {

double gap_of(const Model& model, const ConstraintRows& rows, const FormulaContact& c) {
  return rows.value(model.functions[static_cast<std::size_t>(c.gap)]);
}

/// Velocities and errors are computed here, for the certificate and the recording alike.
void fill_sample(const Model& model, const ConstraintRows& rows, const State& x,
                 const EnergySample& energy, std::int64_t step, Sample& sample) {
  sample.step = step;
  sample.state = x;
  sample.energy = energy;
  for (std::size_t i = 0; i < model.contacts.size(); ++i) {
    const FormulaContact& c = model.contacts[i];
    const auto at = static_cast<Eigen::Index>(i);
    ContactSample& s = sample.contacts[i];
    s.gap = gap_of(model, rows, c);
    s.un = rows.u[static_cast<std::size_t>(c.gap)];
    s.ut = c.tangent < 0 ? 0.0 : rows.u[static_cast<std::size_t>(c.tangent)];
    s.pn = x.p_normal[at];
    s.pt = x.p_tangent[at];
    s.status = c.mu > 0 ? Coulomb2::status({s.un, s.ut}, {s.pn, s.pt}, c.mu)
                        : Unilateral::status({s.un}, {s.pn}, 0.0);
  }
  for (std::size_t row = 0; row < model.joint_functions.size(); ++row) {
    const auto f = static_cast<std::size_t>(model.joint_functions[row]);
    sample.joints[row] = {rows.value(model.functions[f]), rows.u[f],
                          x.p_joint[static_cast<Eigen::Index>(row)]};
  }
}

/// Law of the active contacts with u taken at the accepted state, in m/s.
double law_residual(const Model& model, const ConstraintRows& rows, const StepProblem& s) {
  double largest = 0;
  std::size_t row = model.joint_functions.size();
  for (std::size_t i = row; i < s.problem.blocks.size(); ++i) {
    const Block& block = s.problem.blocks[i];
    const std::size_t n = law_info(block.law).dimension;
    std::array<double, 3> u_bar{};
    for (std::size_t r = 0; r < n; ++r, ++row) {
      u_bar[r] = rows.u[static_cast<std::size_t>(s.set.functions[row])] + s.set.restitution[row];
    }
    const double v =
        velocity_residual(block.law, block.mu, std::span(u_bar).first(n),
                          std::span(s.p).subspan(static_cast<std::size_t>(block.row), n),
                          block_rho(s.problem, block));
    largest = std::max(largest, v);
  }
  return largest;
}

/// Positions: penetration and joint errors. False, and nothing entered, where a row is not finite.
bool certify_positions(const Model& model, const ConstraintRows& rows, Certificate& c) {
  double penetration = c.max_penetration;
  double joint_error = c.max_joint_error;
  double sum = 0;
  for (const FormulaContact& contact : model.contacts) {
    const double g = gap_of(model, rows, contact);
    sum += g;
    penetration = std::max(penetration, -g);
  }
  for (const std::int32_t f : model.joint_functions) {
    const double g = rows.value(model.functions[static_cast<std::size_t>(f)]);
    sum += g;
    joint_error = std::max(joint_error, std::abs(g));
  }
  for (const double u : rows.u) sum += u;
  if (!std::isfinite(sum)) return false;
  c.max_penetration = penetration;
  c.max_joint_error = joint_error;
  return true;
}

/// Laws, impacts and counts of a step.
void certify_step(const Model& model, const ConstraintRows& rows, const State& x, const State& next,
                  const StepProblem& s, const StepReport& report, Certificate& c) {
  for (Eigen::Index i = 0; i < next.p_normal.size(); ++i) {
    if (next.p_normal[i] > 0 && !(x.p_normal[i] > 0)) ++c.impacts;
  }
  if (report.active > 0) {
    c.max_velocity_law_residual =
        std::max(c.max_velocity_law_residual, law_residual(model, rows, s));
  }
  c.contacts_max = std::max(c.contacts_max, report.active);
  c.newton.add(report.newton);
  c.projection.add(report.projection);
  c.activation.add(report.activation);
  if (report.solves > 0) {
    c.solver_iterations.sum += report.solver_iterations;
    c.solver_iterations.samples += report.solves;
    c.solver_iterations.max = std::max(c.solver_iterations.max, report.solver_iterations_max);
    c.solver_residual_max = std::max(c.solver_residual_max, report.solver_residual);
  }
}

bool can_go_on(const StepReport& report, const Simulation& simulation, const State& next) {
  const bool soft =
      report.status == StepStatus::newton_failed || report.status == StepStatus::solver_failed;
  return soft && simulation.on_failure == OnFailure::go_on &&
         std::isfinite(next.v.sum() + next.q.sum());
}

template <class S>
Outcome loop(const S& scheme, const Model& model, const Simulation& simulation,
             std::span<Recorder* const> recorders) {
  Workspace w(model);
  Outcome outcome;
  Certificate& certificate = outcome.certificate;
  // two of each: the accepted one and the one being computed change places
  State accepted = initial_state(model);
  State computed = accepted;
  ConstraintRows accepted_rows = make_rows(model);
  ConstraintRows computed_rows = accepted_rows;
  State* x = &accepted;
  State* next = &computed;
  ConstraintRows* rows = &accepted_rows;
  ConstraintRows* rows_next = &computed_rows;
  Sample sample{0,
                *x,
                std::vector<ContactSample>(model.contacts.size()),
                std::vector<JointSample>(model.joint_functions.size()),
                {}};

  evaluate(model, x->t, x->q, w.row_tapes, *rows);
  set_velocities(model, x->v, *rows);
  static_cast<void>(certify_positions(model, *rows, certificate));  // check_start() has seen to it
  Ledger ledger(energy(model, *x, w.bodies));
  const auto hand_out = [&](std::int64_t step) {
    if (recorders.empty()) return;
    fill_sample(model, *rows, *x, ledger.sample(), step, sample);
    for (Recorder* r : recorders) r->record(sample);
  };
  hand_out(0);

  const std::int64_t steps = step_count(simulation.step, simulation.end);
  const double rest = simulation.end - static_cast<double>(steps - 1) * simulation.step;
  const bool whole = std::abs(rest - simulation.step) <= 1e-6 * simulation.step;
  const double last_step = whole ? simulation.step : rest;
  for (std::int64_t k = 0; k < steps; ++k) {
    const bool last = k + 1 == steps;
    const double t_next = last ? simulation.end : static_cast<double>(k + 1) * simulation.step;
    const double h = last ? last_step : simulation.step;
    StepReport report = step(scheme, model, simulation.solver, h, *rows, *x, *next, w);
    next->t = t_next;
    if (report.status != StepStatus::ok) {
      if (!can_go_on(report, simulation, *next)) {
        outcome.failure = diagnose(model, report, *x, *next, w);
        break;
      }
      ++certificate.failures;
    }
    evaluate(model, next->t, next->q, w.row_tapes, *rows_next);
    set_velocities(model, next->v, *rows_next);
    const Energy now = energy(model, *next, w.bodies);
    if (!std::isfinite(now.kinetic + now.potential) ||
        !certify_positions(model, *rows_next, certificate)) {
      report.status = StepStatus::not_finite;
      outcome.failure = diagnose(model, report, *x, *next, w);
      break;
    }
    certify_step(model, *rows_next, *x, *next, w.problem, report, certificate);
    certificate.steps = k + 1;
    certificate.end_time = next->t;
    ledger.enter(now, report, certificate);
    std::swap(x, next);
    std::swap(rows, rows_next);
    hand_out(k + 1);
  }
  for (Recorder* r : recorders) r->finish();
  outcome.last = *x;
  return outcome;
}

}  // namespace

std::int64_t step_count(double step, double end) {
  const double ratio = end / step;
  const double nearest = std::round(ratio);
  const bool multiple = std::abs(ratio - nearest) <= 1e-9 * ratio;
  return std::max<std::int64_t>(1,
                                static_cast<std::int64_t>(multiple ? nearest : std::ceil(ratio)));
}

Simulation make_simulation(const Description& description) {
  const SimulationDescription& d = description.simulation;
  const ReadContext context = read_context(description.parameters);
  if (d.end / d.step > 1e12) {
    throw ModelError(
        d.where, "'end' / 'step' of [simulation] asks for more than 1e12 steps; use a larger step");
  }
  return {read_scheme(d.scheme, d.scheme_options, context), read_solver(d.solver, context), d.step,
          d.end, d.on_failure};
}

Outcome simulate(const Model& model, const Simulation& simulation,
                 std::span<Recorder* const> recorders) {
  return std::visit([&](const auto& scheme) { return loop(scheme, model, simulation, recorders); },
                    simulation.scheme);
}

}  // namespace saltus
