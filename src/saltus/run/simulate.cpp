// SPDX-License-Identifier: Apache-2.0
// One pass of the loop: step, rows at the new state, certificate, ledger, recorders, swap.
#include "saltus/run/simulate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "saltus/run/certify.h"
#include "saltus/run/ledger.h"
#include "saltus/schemes/joint_rank.h"
#include "saltus/solvers/read.h"

namespace saltus {
namespace {

void fill_sample(const Model& model, const ConstraintRows& rows, const State& x,
                 const EnergySample& energy, std::int64_t step, Sample& sample) {
  sample.step = step;
  sample.state = x;
  sample.energy = energy;
  for (std::size_t i = 0; i < model.contacts.size(); ++i) {
    const FormulaContact& c = model.contacts[i];
    const auto at = static_cast<Eigen::Index>(i);
    ContactSample& s = sample.contacts[i];
    s.gap = rows.value(model.functions[static_cast<std::size_t>(c.gap)]);
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

bool can_go_on(const StepReport& report, const Simulation& simulation, const State& next) {
  return is_usable(report.status) && simulation.on_failure == OnFailure::go_on &&
         std::isfinite(next.v.sum() + next.q.sum());
}

/// The times t_k = k h without accumulated round-off; the last step is shorter where `end` is no
/// multiple of h.
class Grid {
 public:
  Grid(double step, double end)
      : step_(step), end_(end), steps_(step_count(step, end)), last_step_(step) {
    const double rest = end - static_cast<double>(steps_ - 1) * step;
    if (std::abs(rest - step) > 1e-6 * step) last_step_ = rest;
  }
  [[nodiscard]] std::int64_t steps() const { return steps_; }
  [[nodiscard]] double size(std::int64_t k) const { return k + 1 == steps_ ? last_step_ : step_; }
  [[nodiscard]] double end(std::int64_t k) const {
    return k + 1 == steps_ ? end_ : static_cast<double>(k + 1) * step_;
  }

 private:
  double step_;
  double end_;
  std::int64_t steps_;
  double last_step_;
};

/// Two of each: the accepted one and the one being computed change places.
struct Pair {
  explicit Pair(const Model& model)
      : states{initial_state(model), initial_state(model)},
        all_rows{make_rows(model), make_rows(model)} {}
  Pair(const Pair&) = delete;  // its pointers point into itself
  Pair& operator=(const Pair&) = delete;
  Pair(Pair&&) = delete;
  Pair& operator=(Pair&&) = delete;
  ~Pair() = default;

  void accept() {
    std::swap(x, next);
    std::swap(rows, rows_next);
  }

  std::array<State, 2> states;
  std::array<ConstraintRows, 2> all_rows;
  State* x = states.data();
  State* next = states.data() + 1;
  ConstraintRows* rows = all_rows.data();
  ConstraintRows* rows_next = all_rows.data() + 1;
};

/// A joint row that the others do not imply any more (a start in a singular position) counts from
/// now on; false where it contradicts them.
bool keep_joints_together(const Model& model, Workspace& w, Pair& pair, StepReport& report) {
  State& next = *pair.next;
  const auto all = static_cast<std::int32_t>(model.joint_functions.size());
  if (next.joint_rank == all) return true;
  report.joint_row = strayed_joint_row(model, next, *pair.rows_next, w.problem);
  if (report.joint_row < 0) return true;
  constexpr double clearly_independent = 1e-6;  // an angle of 1e-3: above any drift
  const std::int32_t rank = joint_rank(model, next, *pair.rows_next, clearly_independent, w);
  if (rank <= next.joint_rank) {
    report.status = StepStatus::joints_contradict;
    return false;
  }
  for (State& state : pair.states) state.joint_rank = rank;
  return true;
}

void evaluate_rows(const Model& model, const State& x, Workspace& w, ConstraintRows& rows) {
  evaluate(model, x.t, x.q, w.row_tapes, rows);
  set_velocities(model, x.v, rows);
}

/// Hands the accepted states to the recorders.
class HandOut {
 public:
  HandOut(const Model& model, std::span<Recorder* const> recorders)
      : recorders_(recorders),
        sample_{0,
                initial_state(model),
                std::vector<ContactSample>(model.contacts.size()),
                std::vector<JointSample>(model.joint_functions.size()),
                {}} {}

  /// False where a recorder failed: error() says how. What it wrote before is kept.
  bool operator()(const Model& model, Pair& pair, const EnergySample& energy, std::int64_t step) {
    if (recorders_.empty()) return true;
    fill_sample(model, *pair.rows, *pair.x, energy, step, sample_);
    return try_all([&](Recorder& r) { r.record(sample_); });
  }
  bool finish() {
    return try_all([](Recorder& r) { r.finish(); });
  }
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  template <class F>
  bool try_all(const F& f) {
    try {
      for (Recorder* r : recorders_) f(*r);
    } catch (const FileError& error) {
      if (error_.empty()) error_ = error.what();
    }
    return error_.empty();
  }

  std::span<Recorder* const> recorders_;
  Sample sample_;
  std::string error_;
};

Failure recording_failure(double t, const std::string& error) {
  return {t, "the recording", error, "free some space, or choose another folder with -o"};
}

/// The accepted states of a run, one after the other.
template <class S>
struct Advance {
  const S& scheme;
  const Model& model;
  const Simulation& simulation;
  WorkOf<S>& w;
  Pair& pair;
  Ledger& ledger;
  HandOut& hand_out;
  Outcome& outcome;

  [[nodiscard]] StepReport try_step(double h) {
    return step(scheme, model, simulation.solver, h, *pair.rows, *pair.x, *pair.next, w);
  }

  /// Takes what try_step(h) computed, as the state at t_end. False where the run ends.
  [[nodiscard]] bool accept(StepReport& report, double h, double t_end) {
    Certificate& certificate = outcome.certificate;
    State& x = *pair.x;
    State& next = *pair.next;
    next.t = t_end;
    next.h = h;
    bool good = report.status == StepStatus::ok;
    if (!good && can_go_on(report, simulation, next)) {
      ++certificate.failures;
      good = true;
    }
    if (good) {
      evaluate_rows(model, next, w, *pair.rows_next);
      good = keep_joints_together(model, w, pair, report);
      if (!are_finite(model, *pair.rows_next) ||
          !ledger.enter(energy(model, next, w.bodies), report, certificate)) {
        report.status = StepStatus::not_finite;
        good = false;
      }
    }
    if (!good) {
      outcome.failure = diagnose(model, report, x, next, w);
      return false;
    }
    certify_positions(model, *pair.rows_next, certificate);
    certify_step(*pair.rows_next, x, next, w.problem, report, certificate);
    ++certificate.steps;
    certificate.end_time = next.t;
    pair.accept();
    return hand_out(model, pair, ledger.sample(), certificate.steps);
  }

  /// From t to t_end = t + h in one step; where that has an impact and the scheme asks for it, in
  /// equal ones of at most its impact_step instead ([002] §6.2).
  [[nodiscard]] bool cover(double t, double h, double t_end) {
    StepReport report = try_step(h);
    const double reduced = impact_step_of(scheme);
    if (!(reduced > 0 && reduced < h && report.impulsive)) return accept(report, h, t_end);
    const std::int64_t parts = step_count(reduced, h);
    const double part = h / static_cast<double>(parts);
    for (std::int64_t i = 1; i <= parts; ++i) {
      report = try_step(part);
      const double end = i == parts ? t_end : t + static_cast<double>(i) * part;
      if (!accept(report, part, end)) return false;
      ++outcome.certificate.reduced_steps;
    }
    return true;
  }
};

/// Takes a scheme that splits its steps to t_end, with stops at breakpoints.
template <class S>
[[nodiscard]] bool cover_in_parts(Advance<S>& advance, double t_end) {
  const std::vector<double>& breaks = advance.model.breakpoints;
  const State* const* x = &advance.pair.x;
  while ((*x)->t < t_end) {
    const auto next = std::upper_bound(breaks.begin(), breaks.end(), (*x)->t);
    const double target = next == breaks.end() ? t_end : std::min(*next, t_end);
    const double h = target - (*x)->t;
    StepReport report = advance.try_step(h);
    const bool all = report.covered < 0 || report.covered >= h;
    const double covered = all ? h : report.covered;
    if (!advance.accept(report, covered, all ? target : (*x)->t + covered)) return false;
  }
  return true;
}

template <class S>
[[nodiscard]] bool run_to_end(const Grid& grid, Advance<S>& advance) {
  if constexpr (locates_events<S>) {
    if (chooses_step_of(advance.scheme)) return cover_in_parts(advance, grid.end(grid.steps() - 1));
    for (std::int64_t k = 0; k < grid.steps(); ++k) {
      if (!cover_in_parts(advance, grid.end(k))) return false;
    }
  } else {
    for (std::int64_t k = 0; k < grid.steps(); ++k) {
      if (!advance.cover(advance.pair.x->t, grid.size(k), grid.end(k))) return false;
    }
  }
  return true;
}

template <class S>
Outcome loop(const S& scheme, const Model& model, const Simulation& simulation,
             std::span<Recorder* const> recorders) {
  WorkOf<S> w(model);
  Outcome outcome;
  Certificate& certificate = outcome.certificate;
  Pair pair(model);
  HandOut hand_out(model, recorders);
  evaluate_rows(model, *pair.x, w, *pair.rows);
  certify_positions(model, *pair.rows, certificate);
  constexpr double implied = 1e-12;
  const std::int32_t rank = joint_rank(model, *pair.x, *pair.rows, implied, w);
  for (State& state : pair.states) state.joint_rank = rank;
  Ledger ledger(energy(model, *pair.x, w.bodies));
  if (!hand_out(model, pair, ledger.sample(), 0)) {
    outcome.failure = recording_failure(0, hand_out.error());
    return outcome;
  }

  const Grid grid(simulation.step, simulation.end);
  StepReport started;
  started.status = start_of(scheme, model, simulation.solver, grid.size(0), *pair.rows, *pair.x, w);
  if (started.status != StepStatus::ok) {
    outcome.failure = diagnose(model, started, *pair.x, *pair.x, w);
    outcome.last = *pair.x;
    return outcome;
  }
  Advance<S> advance{scheme, model, simulation, w, pair, ledger, hand_out, outcome};
  static_cast<void>(run_to_end(grid, advance));  // what stopped it is in the outcome
  certificate.redundant_joint_rows =
      static_cast<std::int32_t>(model.joint_functions.size()) - pair.x->joint_rank;
  hand_out.finish();
  if (!hand_out.error().empty()) outcome.failure = recording_failure(pair.x->t, hand_out.error());
  outcome.last = *pair.x;
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
  const Scheme scheme = read_scheme(d.scheme, d.scheme_options, context);
  if (const double reduced = impact_step_of(scheme); reduced > 0 && d.step / reduced > 1e6) {
    throw ModelError(d.scheme_options.where,
                     "'impact_step' asks for more than 1e6 reduced steps in one; use a larger one");
  }
  return {scheme, read_solver(d.solver, context), d.step, d.end, d.on_failure};
}

Outcome simulate(const Model& model, const Simulation& simulation,
                 std::span<Recorder* const> recorders) {
  return std::visit([&](const auto& scheme) { return loop(scheme, model, simulation, recorders); },
                    simulation.scheme);
}

}  // namespace saltus
