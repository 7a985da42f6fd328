// SPDX-License-Identifier: Apache-2.0
// One pass of the loop: step, rows at the new state, certificate, ledger, recorders, swap.
#include "saltus/run/simulate.h"

#include <cmath>
#include <utility>

#include "saltus/run/certify.h"
#include "saltus/run/ledger.h"
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
  const bool soft =
      report.status == StepStatus::newton_failed || report.status == StepStatus::solver_failed;
  return soft && simulation.on_failure == OnFailure::go_on &&
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
  State* x = &states[0];
  State* next = &states[1];
  ConstraintRows* rows = &all_rows[0];
  ConstraintRows* rows_next = &all_rows[1];
};

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

  void operator()(const Model& model, Pair& pair, const EnergySample& energy, std::int64_t step) {
    if (recorders_.empty()) return;
    fill_sample(model, *pair.rows, *pair.x, energy, step, sample_);
    for (Recorder* r : recorders_) r->record(sample_);
  }
  void finish() {
    for (Recorder* r : recorders_) r->finish();
  }

 private:
  std::span<Recorder* const> recorders_;
  Sample sample_;
};

template <class S>
Outcome loop(const S& scheme, const Model& model, const Simulation& simulation,
             std::span<Recorder* const> recorders) {
  Workspace w(model);
  Outcome outcome;
  Certificate& certificate = outcome.certificate;
  Pair pair(model);
  HandOut hand_out(model, recorders);
  evaluate_rows(model, *pair.x, w, *pair.rows);
  static_cast<void>(
      certify_positions(model, *pair.rows, certificate));  // check_start() has seen to it
  Ledger ledger(energy(model, *pair.x, w.bodies));
  hand_out(model, pair, ledger.sample(), 0);

  const Grid grid(simulation.step, simulation.end);
  for (std::int64_t k = 0; k < grid.steps(); ++k) {
    State& x = *pair.x;
    State& next = *pair.next;
    StepReport report =
        step(scheme, model, simulation.solver, grid.size(k), *pair.rows, x, next, w);
    next.t = grid.end(k);
    bool good = report.status == StepStatus::ok;
    if (!good && can_go_on(report, simulation, next)) {
      ++certificate.failures;
      good = true;
    }
    Energy now;
    if (good) {
      evaluate_rows(model, next, w, *pair.rows_next);
      now = energy(model, next, w.bodies);
      good = std::isfinite(now.kinetic + now.potential) &&
             certify_positions(model, *pair.rows_next, certificate);
      if (!good) report.status = StepStatus::not_finite;
    }
    if (!good) {
      outcome.failure = diagnose(model, report, x, next, w);
      break;
    }
    certify_step(model, *pair.rows_next, x, next, w.problem, report, certificate);
    certificate.steps = k + 1;
    certificate.end_time = next.t;
    ledger.enter(now, report, certificate);
    pair.accept();
    hand_out(model, pair, ledger.sample(), k + 1);
  }
  hand_out.finish();
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
  return {read_scheme(d.scheme, d.scheme_options, context), read_solver(d.solver, context), d.step,
          d.end, d.on_failure};
}

Outcome simulate(const Model& model, const Simulation& simulation,
                 std::span<Recorder* const> recorders) {
  return std::visit([&](const auto& scheme) { return loop(scheme, model, simulation, recorders); },
                    simulation.scheme);
}

}  // namespace saltus
