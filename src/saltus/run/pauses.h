// SPDX-License-Identifier: Apache-2.0
// What happens between two steps now and then: a checkpoint, the end by Ctrl-C.
#pragma once

#include <csignal>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "saltus/run/advance.h"
#include "saltus/run/checkpoint.h"

namespace saltus {

template <class S>
class Pauses {
 public:
  Pauses(Advance<S>& advance, const Grid& grid, const Course& course)
      : advance_(advance),
        grid_(grid),
        steps_(&advance.outcome.certificate.steps),
        stop_(course.stop == nullptr ? &never : course.stop),
        interval_(course.steps_between_checkpoints > 0 ? course.steps_between_checkpoints
                                                       : steps_between_checkpoints(advance.model)) {
    plan();
  }

  /// After `done` steps of the grid. False where the run is to end.
  [[nodiscard, gnu::always_inline]] bool after(std::int64_t done) {
    if (*steps_ < next_ && *stop_ == 0) return true;
    return pause(done);
  }

  /// The work and rows of a run that knows nothing but its state.
  void refresh() {
    Pair& pair = advance_.pair;
    *pair.next = *pair.x;
    *pair.rows = make_rows(advance_.model);
    *pair.rows_next = *pair.rows;
    evaluate_rows(advance_.model, *pair.x, advance_.w, *pair.rows);
    advance_.w.row_tapes.evaluations = 0;  // they were counted when the state was accepted
    advance_.between.reset();
  }

  /// The run as it was when the bytes were written; what is done of the grid. Throws FileError.
  [[nodiscard]] std::int64_t resume(ArchiveReader& archive) {
    std::int64_t done = 0;
    exchange(archive, done);
    const State& x = *advance_.pair.x;
    const Model& model = advance_.model;
    if (!archive.is_at_end() || x.q.size() != model.q0.size() || x.v.size() != model.v0.size() ||
        x.p_normal.size() != static_cast<Eigen::Index>(model.contacts.size()) || done < 0) {
      throw FileError("the checkpoint is damaged");
    }
    if (!is_free_of_end(grid_, done, x, chooses_step_of(advance_.scheme))) {
      throw FileError(
          fmt::format("the recording has come to t = {:.9g} s already; --end must be later", x.t));
    }
    advance_.before = advance_.ledger;
    renew_work();  // what the start cost was counted when it was made
    refresh();
    plan();
    return done;
  }

 private:
  static constexpr std::sig_atomic_t never = 0;

  void plan() { next_ = *steps_ + interval_; }

  [[nodiscard]] bool pause(std::int64_t done) {
    if (*steps_ >= next_) {
      forget();
      plan();
      if (!write(done)) return false;
    }
    if (*stop_ == 0) return true;
    advance_.outcome.interrupted = true;
    return false;
  }

  /// All that is no part of the checkpoint.
  void forget() {
    Certificate& certificate = advance_.outcome.certificate;
    certificate.work += work_of(advance_.w);
    renew_work();
    advance_.contacts.forget();
    refresh();
  }

  void renew_work() {
    WorkOf<S>& w = advance_.w;
    OneStepProblem unsolved = std::move(w.solver.unsolved);
    const double seconds = w.solver.many_seconds;
    std::destroy_at(&w);
    std::construct_at(&w, advance_.model);
    w.solver.unsolved = std::move(unsolved);
    w.solver.many_seconds = seconds;
  }

  [[nodiscard]] bool write(std::int64_t done) {
    if (!advance_.hand_out.has_recorders()) return true;
    if (!is_free_of_end(grid_, done, *advance_.pair.x, chooses_step_of(advance_.scheme)))
      return true;
    ArchiveWriter archive;
    advance_.contacts.pass_on(archive);
    exchange(archive, done);
    return advance_.hand_out.checkpoint(archive.bytes());
  }

  template <class A>
  void exchange(A& archive, std::int64_t& done) {
    archive(done);
    pass_on(archive, *advance_.pair.x);
    pass_on(archive, advance_.outcome.certificate);
    advance_.ledger.pass_on(archive);
    advance_.hand_out.pass_on(archive);
  }

  Advance<S>& advance_;
  const Grid& grid_;
  const std::int64_t* steps_;
  const volatile std::sig_atomic_t* stop_;
  std::int64_t interval_;
  std::int64_t next_ = 0;  // number of steps at which the next checkpoint is
};

/// Takes a scheme that splits its steps to t_end, with stops at breakpoints. A breakpoint within
/// round-off of t_end takes its place: what jumps there has jumped when the next step starts.
/// `whole`: the length from here to there where it is known better than by subtraction, else 0.
/// `after_each` may end it.
template <class S, class After>
[[nodiscard]] bool cover_in_parts(Advance<S>& advance, double whole, double t_end, bool is_last,
                                  const After& after_each) {
  const std::vector<double>& breaks = advance.model.breakpoints;
  const State* const* x = &advance.pair.x;
  const double round_off = 1e-9 * advance.simulation.step;
  const double start = (*x)->t;
  while ((*x)->t < (is_last ? t_end : t_end - round_off)) {
    const double t = (*x)->t;
    const auto next = std::upper_bound(breaks.begin(), breaks.end(), t);
    const bool stops = next != breaks.end() && *next < t_end + (is_last ? -round_off : round_off);
    const double target = stops ? *next : t_end;
    const double h = whole > 0 && t == start && target == t_end ? whole : target - t;
    StepReport report = advance.try_step(h);
    const bool all = report.covered < 0 || h - report.covered <= 2e-15 * target;
    const double covered = all ? h : report.covered;
    if (!advance.accept(report, covered, all ? target : t + covered)) return false;
    if (!after_each()) return false;
  }
  return true;
}

/// From `done` steps of the grid on.
template <class S>
[[nodiscard]] bool run_to_end(const Grid& grid, std::int64_t done, Advance<S>& advance,
                              Pauses<S>& pauses) {
  const std::int64_t last = grid.steps() - 1;
  if constexpr (locates_events<S>) {
    if (chooses_step_of(advance.scheme)) {
      return cover_in_parts(advance, 0, grid.end(last), true, [&] { return pauses.after(0); });
    }
    for (std::int64_t k = done; k <= last; ++k) {
      // steps that differ in their last digits only would be factorised anew
      if (!cover_in_parts(advance, grid.size(k), grid.end(k), k == last, [] { return true; }))
        return false;
      if (!pauses.after(k + 1)) return false;
    }
  } else {
    for (std::int64_t k = done; k <= last; ++k) {
      if (!advance.cover(advance.pair.x->t, grid.size(k), grid.end(k))) return false;
      if (!pauses.after(k + 1)) return false;
    }
  }
  return true;
}

}  // namespace saltus
