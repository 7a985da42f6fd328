// SPDX-License-Identifier: Apache-2.0
// From one accepted state to the next: step, rows, certificate, ledger, recorders.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "saltus/run/certify.h"
#include "saltus/run/contacts.h"
#include "saltus/run/grid.h"
#include "saltus/run/hand_out.h"
#include "saltus/run/ledger.h"
#include "saltus/run/pair.h"
#include "saltus/run/simulate.h"
#include "saltus/schemes/joint_rank.h"

namespace saltus {

[[gnu::always_inline]] inline void evaluate_rows(const Model& model, const State& x, Workspace& w,
                                                 ConstraintRows& rows) {
  evaluate(model, x.t, x.q, w.row_tapes, rows);
  set_velocities(model, x.v, rows);
}

inline bool can_go_on(const StepReport& report, const Simulation& simulation, const State& next) {
  return is_usable(report.status) && simulation.on_failure == OnFailure::go_on &&
         std::isfinite(next.v.sum() + next.q.sum());
}

/// A joint row that the others do not imply any more (a start in a singular position) counts from
/// now on; false where it contradicts them.
[[gnu::always_inline]] inline bool keep_joints_together(const Model& model, Workspace& w,
                                                        Pair& pair, StepReport& report) {
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

/// A state between two accepted ones, with a workspace of its own: what samples need is no work of
/// the run, and leaves its factors alone.
template <class S>
struct Between {
  explicit Between(const Model& model)
      : x(initial_state(model)), rows(make_rows(model)), w(model) {}
  State x;
  ConstraintRows rows;
  WorkOf<S> w;
};

/// Between the ends of a step that captures impacts nothing is known: straight lines, at the part
/// s.
inline StepReport interpolate(const Space& space, const State& x, const State& next, double s,
                              const StepReport& whole, State& out) {
  out.split = x.split;
  between(space, x.q, s, next.q, out.v, out.q);
  combine(1 - s, x.v, s, next.v, out.v);
  combine(s, next.p_joint, 0, next.p_joint, out.p_joint);
  combine(s, next.p_normal, 0, next.p_normal, out.p_normal);
  combine(s, next.p_tangent, 0, next.p_tangent, out.p_tangent);
  combine(s, next.p_tangent_2, 0, next.p_tangent_2, out.p_tangent_2);
  StepReport report;
  report.work_external = s * whole.work_external;
  report.work_damping = s * whole.work_damping;
  report.work_contact = s * whole.work_contact;
  return report;
}

[[nodiscard]] inline bool has_fallback(const std::vector<Event>& events) {
  return std::any_of(events.begin(), events.end(),
                     [](const Event& e) { return e.kind == EventKind::fallback; });
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
  Contacts& contacts;
  std::optional<Between<S>> between{};  // made where a sample asks for it
  std::vector<Event> events{};          // of the step
  Ledger before{ledger};                // at x, where samples are asked for at certain times

  /// What may touch during the step becomes a contact; states and memory follow. Out of line:
  /// models without shapes shall not pay for it.
  [[gnu::noinline]] void search(double h) {
    if (hand_out.has_times()) hand_out.look_at(model, instant());
    if (!contacts.search(*pair.x, h, w.row_tapes.poses)) return;
    for (State& x : pair.states) follow(contacts.came_from(), x);
    hand_out.follow(contacts.came_from());
    resize_rows(model, *pair.rows_next);
    if constexpr (std::is_same_v<WorkOf<S>, Workspace>) {
      w.meet(model);
    } else {
      outcome.certificate.work += work_of(w);
      SolverWork solver = std::move(w.solver);
      solver.solves = 0;
      std::destroy_at(&w);
      std::construct_at(&w, model);
      w.solver = std::move(solver);
    }
    contacts.follow(*pair.x, w.row_tapes, *pair.rows);
    // What is found now was there when x was accepted: a point that the last step did not know.
    certify_positions(model, *pair.rows, outcome.certificate);
  }

  [[nodiscard]] StepReport try_step(double h) {
    if (has_shape_contacts(model)) search(h);
    return step(scheme, model, simulation.solver, h, *pair.rows, *pair.x, *pair.next, w);
  }

  /// Takes what try_step(h) computed, as the state at t_end. False where the run ends. Inline: the
  /// call would cost the smallest models 2 % of a step.
  [[nodiscard, gnu::always_inline]] bool accept(StepReport& report, double h, double t_end) {
    Certificate& certificate = outcome.certificate;
    State& x = *pair.x;
    State& next = *pair.next;
    next.t = t_end;
    next.h = h;
    if (hand_out.has_times()) before = ledger;
    bool good = report.status == StepStatus::ok;
    if (!good && can_go_on(report, simulation, next)) {
      certificate.failures.add(t_end);
      good = true;
    }
    if (good) {
      if constexpr (locates_events<S>) {
        *pair.rows_next = w.end;
      } else if constexpr (requires { S::rows_at_end; }) {
        std::swap(*pair.rows_next, w.law);
        set_velocities(model, next.v, *pair.rows_next);
      } else {
        evaluate_rows(model, next, w, *pair.rows_next);
      }
      good = keep_joints_together(model, w, pair, report);
      if (!are_finite(model, *pair.rows_next) ||
          !ledger.enter(energy(model, next, w.bodies), report, certificate)) {
        report.status = StepStatus::not_finite;
        good = false;
      }
    }
    if (!good) return fail(report, next);
    certify_positions(model, *pair.rows_next, certificate);
    certify_step(*pair.rows_next, x, next, w.problem, report, certificate);
    if constexpr (locates_events<S>) {
      events = w.events;  // the next call may clear them
      if (report.coarse) certificate.coarse.add(t_end);
    }
    return (!hand_out.has_times() || hand_out_before(report)) && pass_on(report);
  }

  /// The run ends at x.
  [[nodiscard, gnu::noinline]] bool fail(const StepReport& report, const State& failed) {
    outcome.failure = diagnose(model, report, *pair.x, failed, w);
    if (hand_out.has_times()) ledger = before;
    return false;
  }

  /// The state `next`, which is certified, becomes x.
  [[nodiscard]] bool pass_on(const StepReport& report) {
    Certificate& certificate = outcome.certificate;
    if constexpr (locates_events<S>) {
      certify_events(events, certificate);
      if (!hand_out.events(events)) return false;
    }
    ++certificate.steps;
    certificate.end_time = pair.next->t;
    const bool records = hand_out.has_recorders();
    if (records) hand_out.take(model, *pair.next, report, w.row_tapes.poses);
    pair.accept();
    return !records || !hand_out.wants_every_state() || hand_out.sample(model, instant());
  }

  [[nodiscard]] Instant instant() {
    return {*pair.x, *pair.rows, ledger.sample(), w.row_tapes.poses, outcome.certificate.steps};
  }

  /// The samples that are due before the state `next`: of x, and of the motion from there on.
  [[nodiscard]] bool hand_out_before(const StepReport& whole) {
    while (hand_out.is_due_before(pair.next->t)) {
      if (hand_out.is_due_at(pair.x->t)) {
        const Instant at{*pair.x, *pair.rows, before.sample(), w.row_tapes.poses,
                         outcome.certificate.steps};
        if (!hand_out.sample(model, at)) return false;
      } else if constexpr (locates_events<S>) {
        if (!hand_out_between(whole)) return false;
      } else {
        return true;
      }
    }
    return true;
  }

  /// Dense output: the part of the step that ends when a sample is due.
  [[nodiscard]] bool hand_out_between(const StepReport& whole) requires locates_events<S> {
    const double t = hand_out.due();
    const double r = t - pair.x->t;
    if (!between) between.emplace(model);
    auto& [x, rows, work] = *between;
    StepReport report =
        has_fallback(events)
            ? interpolate(model.space, *pair.x, *pair.next, r / pair.next->h, whole, x)
            : part(scheme, model, simulation.solver, r, *pair.rows, *pair.x, x, work);
    x.t = t;
    x.h = r;
    evaluate_rows(model, x, work, rows);
    const EnergySample sample = before.after(energy(model, x, work.bodies), report);
    if (!are_finite(model, rows) || !std::isfinite(sample.balance)) {
      report.status = StepStatus::not_finite;
    }
    if (report.status != StepStatus::ok && !can_go_on(report, simulation, x)) {
      return fail(report, x);
    }
    return hand_out.sample_part(model,
                                {x, rows, sample, work.row_tapes.poses, outcome.certificate.steps});
  }

  /// Within a long step gaps may be anything but smooth (play that is small beside the way of the
  /// step, a rim that comes to lie flat), and then neither Newton nor the laws may find an end.
  [[nodiscard, gnu::always_inline]] bool may_be_cut(const StepReport& report) const {
    if (report.status == StepStatus::ok || simulation.on_failure != OnFailure::stop) return false;
    constexpr std::int32_t mechanism = 64;  // a pile that is not solved is not worth another try
    const bool is_smooth = model.contacts.empty() && model.joints.empty();
    return (report.status == StepStatus::newton_failed && !is_smooth) ||
           (report.status == StepStatus::solver_failed && w.problem.problem.n <= mechanism);
  }

  /// The same way in 2, 4, 8, … steps, as few as can be done; half as long from where one fails.
  [[nodiscard, gnu::noinline]] bool cover_in_parts(double t, double h, double t_end) {
    constexpr int halvings = 12;
    int halved = 1;
    for (std::int64_t k = 0; k < std::int64_t{1} << halved;) {
      const double length = std::ldexp(h, -halved);
      StepReport report = try_step(length);
      if (may_be_cut(report) && halved < halvings) {
        ++halved;
        k *= 2;
        continue;
      }
      ++k;
      const bool is_last = k == std::int64_t{1} << halved;
      if (!accept(report, length, is_last ? t_end : t + static_cast<double>(k) * length))
        return false;
      ++outcome.certificate.reduced_steps;
    }
    return true;
  }

  /// From t to t_end = t + h in one step; where that has an impact and the scheme asks for it, in
  /// equal ones of at most its impact_step instead ([002] §6.2).
  [[nodiscard]] bool cover(double t, double h, double t_end) {
    StepReport report = try_step(h);
    if constexpr (!locates_events<S>) {
      if (may_be_cut(report)) return cover_in_parts(t, h, t_end);
    }
    const double reduced = impact_step_of(scheme);
    if (!(reduced > 0 && reduced < h && report.impulsive)) return accept(report, h, t_end);
    const std::int64_t parts = step_count(reduced, h);
    const double length = h / static_cast<double>(parts);
    for (std::int64_t i = 1; i <= parts; ++i) {
      report = try_step(length);
      const double end = i == parts ? t_end : t + static_cast<double>(i) * length;
      if (!accept(report, length, end)) return false;
      ++outcome.certificate.reduced_steps;
    }
    return true;
  }
};

}  // namespace saltus
