// SPDX-License-Identifier: Apache-2.0
// Makes what a run needs, once, and runs.
#include "saltus/run/simulate.h"

#include "saltus/run/pauses.h"
#include "saltus/solvers/read.h"

namespace saltus {
namespace {

Failure recording_failure(double t, const HandOut& hand_out) {
  return {t, std::string(recording_part), hand_out.error(), hand_out.advice()};
}

/// Of a scheme that has states on its grid only: a multiple of the step, to the last bit.
double time_between_samples(const Simulation& simulation, bool locates) {
  if (locates || simulation.every == 0) return simulation.every;
  return std::max(1.0, std::round(simulation.every / simulation.step)) * simulation.step;
}

/// The state at the start, with its certificate. False where the run ends here.
template <class S>
bool begin(Advance<S>& advance, const Grid& grid) {
  const Model& model = advance.model;
  HandOut& hand_out = advance.hand_out;
  if (hand_out.wants_every_state() && !hand_out.sample(model, advance.instant())) return false;
  State& x = *advance.pair.x;
  StepReport started;
  started.status = start_of(advance.scheme, model, advance.simulation.solver, grid.size(0),
                            *advance.pair.rows, x, advance.w);
  if (started.status == StepStatus::ok) return true;
  advance.outcome.failure = diagnose(model, started, x, x, advance.w);
  return false;
}

template <class S>
Outcome loop(const S& scheme, const Model& given, const Simulation& simulation,
             std::span<Recorder* const> recorders, const Course& course) {
  Contacts contacts(given);
  const Model& model = contacts.model();
  ArchiveReader checkpoint(course.checkpoint);
  const bool resumes = !course.checkpoint.empty();
  if (resumes) {
    contacts.pass_on(checkpoint);
  } else {
    contacts.search(initial_state(model), simulation.step);
  }
  WorkOf<S> w(model);
  Outcome outcome;
  Certificate& certificate = outcome.certificate;
  Pair pair(model);
  HandOut hand_out(model, time_between_samples(simulation, locates_events<S>), simulation.end,
                   locates_events<S>, recorders);
  evaluate_rows(model, *pair.x, w, *pair.rows);
  certify_positions(model, *pair.rows, certificate);
  constexpr double implied = 1e-12;
  const std::int32_t rank = joint_rank(model, *pair.x, *pair.rows, implied, w);
  for (State& state : pair.states) state.joint_rank = rank;
  Ledger ledger(energy(model, *pair.x, w.bodies));
  Advance<S> advance{scheme, model, simulation, w, pair, ledger, hand_out, outcome, contacts};
  advance.events.reserve(w.events.capacity());

  const Grid grid(simulation.step, simulation.end);
  Pauses<S> pauses(advance, grid, course);
  const std::int64_t done = resumes ? pauses.resume(checkpoint) : 0;
  if (resumes || begin(advance, grid)) {
    static_cast<void>(run_to_end(grid, done, advance, pauses));  // why it stopped: in the outcome
    certificate.redundant_joint_rows =
        static_cast<std::int32_t>(model.joint_functions.size()) - pair.x->joint_rank;
  }
  certificate.work += work_of(w);
  hand_out.finish(model, advance.instant());
  if (!hand_out.error().empty()) outcome.failure = recording_failure(pair.x->t, hand_out);
  outcome.last = *pair.x;
  outcome.solver_seconds = w.solver.many_seconds;
  if (certificate.failures.count > 0 || (outcome.failure && outcome.failure->unsolved))
    outcome.unsolved = std::move(w.solver.unsolved);
  return outcome;
}

}  // namespace

Simulation make_simulation(const Description& description) {
  const SimulationDescription& d = description.simulation;
  const ReadContext context = read_context(description.parameters);
  if (d.end / d.step > 1e12) {
    throw ModelError(
        d.where, "'end' / 'step' of [simulation] asks for more than 1e12 steps; use a larger step");
  }
  if (!d.scheme) throw_missing_key(d.where, "[simulation]", "scheme");
  const Scheme scheme = read_scheme(*d.scheme, d.scheme_options, context);
  if (const double reduced = impact_step_of(scheme); reduced > 0 && d.step / reduced > 1e6) {
    throw ModelError(d.scheme_options.where,
                     "'impact_step' asks for more than 1e6 reduced steps in one; use a larger one");
  }
  const double every = description.output ? description.output->every : 0.0;
  if (every > 0 && d.end / every > 1e12) {
    throw ModelError(description.output->where,
                     "'every' of [output] asks for more than 1e12 results; use a longer time");
  }
  return {scheme, read_solver(d.solver, context), d.step, d.end, d.on_failure, every};
}

Outcome simulate(const Model& model, const Simulation& simulation,
                 std::span<Recorder* const> recorders, const Course& course) {
  return std::visit(
      [&](const auto& scheme) { return loop(scheme, model, simulation, recorders, course); },
      simulation.scheme);
}

}  // namespace saltus
