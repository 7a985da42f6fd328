// SPDX-License-Identifier: Apache-2.0
// Hands samples to the recorders: of every accepted state, or at the times of [output].
#pragma once

#include <span>
#include <string>
#include <vector>

#include "saltus/contact/rows.h"
#include "saltus/record/recorder.h"
#include "saltus/run/grid.h"

namespace saltus {

/// A state at one instant, with what a sample says about it.
struct Instant {
  const State& x;
  const ConstraintRows& rows;
  const EnergySample& energy;
  std::int64_t step = 0;  // accepted before
};

class HandOut {
 public:
  /// `every` = 0: each accepted state. Else 0, every, 2 every, … and end. `locates`: the states are
  /// those of a scheme that knows at each instant which contacts are closed.
  HandOut(const Model& model, double every, double end, bool locates,
          std::span<Recorder* const> recorders);

  [[nodiscard]] bool has_recorders() const { return !recorders_.empty(); }
  [[nodiscard]] bool wants_every_state() const { return every_ == 0; }
  [[nodiscard]] bool has_times() const { return has_recorders() && !wants_every_state(); }

  // Where samples are asked for at certain times: the next one, and whether it is that of a state,
  // within round-off.
  [[nodiscard]] double due() const;
  [[nodiscard]] bool is_due_at(double t) const { return due() <= t + round_off(t); }
  /// Before a state, not at it: an impact may follow at its very time.
  [[nodiscard]] bool is_due_before(double t) const { return due() < t - round_off(t); }

  // False where a recorder failed: error() says how. What it wrote before is kept.

  bool events(std::span<const Event> events);
  /// The accepted state.
  bool sample(const Model& model, const Instant& at);
  /// A state on the step that was just taken: its impulses are a part of that step's.
  bool sample_part(const Model& model, const Instant& at);
  /// The step to `next` is accepted.
  void take(const State& next);
  /// The model's contacts have changed: by contact, its number before, or −1.
  void follow(const std::vector<std::int32_t>& came_from);
  /// The last state, where it is not handed out yet.
  bool finish(const Model& model, const Instant& last);

  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  struct Impulses {
    Vec joint, normal, tangent, tangent_2;
  };
  [[nodiscard]] double round_off(double t) const;
  void fill(const Model& model, const Instant& at);
  /// Of x, but for what samples have of them.
  void add_impulses(const State& x);
  /// The sample, with the impulses since the last one.
  bool give_sum();
  template <class F>
  bool try_all(const F& f);

  std::span<Recorder* const> recorders_;
  double every_;
  Grid times_;
  bool locates_;
  std::int64_t next_ = -1;  // of times_, after the start
  double last_ = -1;        // time of the last sample
  Impulses since_;          // the last sample, to the accepted state
  Impulses used_;           // of the step that was just taken: in samples already
  Sample sample_;
  std::string error_;
};

}  // namespace saltus
