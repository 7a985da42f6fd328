// SPDX-License-Identifier: Apache-2.0
// Hands samples to the recorders: of every accepted state, or at the times of [output].
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "saltus/contact/shape_rows.h"
#include "saltus/record/recorder.h"
#include "saltus/run/archive.h"
#include "saltus/run/grid.h"
#include "saltus/schemes/report.h"

namespace saltus {

/// A state at one instant, with what a sample says about it.
struct Instant {
  const State& x;
  const ConstraintRows& rows;
  const EnergySample& energy;
  ShapePoses& poses;      // where the rows were evaluated last, most often at x
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
  void take(const Model& model, const State& next, const StepReport& report, ShapePoses& poses);
  /// To the recorders: from here the run can be resumed.
  bool checkpoint(std::span<const char> state);
  /// What has to be known to go on.
  template <class A>
  void pass_on(A& archive) {
    archive(next_, last_, since_.joint, since_.normal, since_.tangent, since_.tangent_2, world_);
    StepSums& s = steps_;
    archive(s.steps, s.newton, s.projection, s.activation, s.solves, s.iterations, s.rejected,
            s.active, s.residual, s.shortest, s.longest);
    auto count = static_cast<std::int64_t>(gone_.size());
    archive(count);
    if constexpr (A::reads) {
      constexpr std::int64_t most = 100'000'000;
      if (count < 0 || count > most) throw FileError("the checkpoint is damaged");
      gone_.resize(static_cast<std::size_t>(count));
    }
    for (ContactSample& c : gone_) {
      std::vector<char> name(c.name.begin(), c.name.end());
      archive(name, c.gap, c.un, c.ut, c.ut_2, c.pn, c.pt, c.pt_2, c.point, c.impulse);
      c.name.assign(name.begin(), name.end());
    }
  }
  /// A search is about to change the model's contacts, at the state that was accepted last. What is
  /// not handed out yet of a contact that goes is kept for the next sample.
  void look_at(const Model& model, const Instant& at);
  /// The model's contacts have changed: by contact, its number before, or −1.
  void follow(const std::vector<std::int32_t>& came_from);
  /// The last state, where it is not handed out yet.
  bool finish(const Model& model, const Instant& last);

  [[nodiscard]] const std::string& error() const { return error_; }
  [[nodiscard]] const std::string& advice() const { return advice_; }  // what to try then

 private:
  struct Impulses {
    Vec joint, normal, tangent, tangent_2;
  };
  [[nodiscard]] double round_off(double t) const;
  void add_world(const Model& model, const State& next, ShapePoses& poses);
  [[nodiscard]] bool has_impulse(std::size_t contact) const;
  /// Sums of contacts that went: back to those that came again, else to rows of their own.
  void give_back_gone();
  void keep_gone(const std::vector<std::int32_t>& came_from);
  void fill(const Model& model, const Instant& at);
  void set_names(const Model& model);
  void set_impulses();
  bool give();
  /// Of x, but for what samples have of them.
  void add_impulses(const State& x);
  /// The sample, with the impulses since the last one.
  bool give_sum();
  template <class F>
  bool attempt(const F& f);

  std::span<Recorder* const> recorders_;
  double every_;
  Grid times_;
  bool locates_;
  std::int64_t next_ = -1;                    // of times_, after the start
  double last_ = -1;                          // time of the last sample
  Impulses since_;                            // the last sample, to the accepted state
  Impulses used_;                             // of the step that was just taken: in samples already
  std::vector<std::array<double, 3>> world_;  // since the last sample, in the axes of each step
  std::vector<ContactSample> seen_;  // before the search: points between shapes with impulses,
  std::vector<ContactSample> gone_;  // and of those that went since the last sample
  StepSums steps_;                   // since the last sample
  Sample sample_;
  bool names_known_ = false;          // of the sample's contacts
  std::vector<ContactFrame> frames_;  // of the points between shapes
  bool are_frames_of_x_ = false;      // the accepted state, with the contacts of now
  std::string error_, advice_;
};

}  // namespace saltus
