// SPDX-License-Identifier: Apache-2.0
// Errors of runs at chosen times, averaged over initial data: what orders are read from.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "papers/papers_a.h"

namespace saltus::test {

using Overrides = std::vector<std::string>;

inline Overrides joined(Overrides a, const Overrides& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

const Overrides split_midpoint{"simulation.scheme=split-midpoint"};
const Overrides adaptive{"simulation.scheme=adaptive"};
const Overrides split_4{"simulation.scheme=adaptive", "simulation.scheme_options.fixed_step=true"};

/// period, 2 period, … ≤ end
inline std::vector<double> every(double period, double end) {
  std::vector<double> times;
  for (int i = 1; i * period <= end * (1 + 1e-12); ++i) times.push_back(i * period);
  return times;
}

/// Keeps the states at given, ascending times which the run meets; of several states at one time
/// the last.
class AtTimes final : public Recorder {
 public:
  explicit AtTimes(std::vector<double> times) : times_(std::move(times)), states(times_.size()) {}
  void record(const Sample& sample) override {
    const double t = sample.state.t;
    while (next_ < times_.size() && t > times_[next_] + 1e-10) ++next_;
    if (next_ == times_.size() || t < times_[next_] - 1e-10) return;
    states[next_] = sample.state;
  }

 private:
  std::vector<double> times_;
  std::size_t next_ = 0;

 public:
  std::vector<State> states;
};

/// What a motion is at a time; `near_impact`: so near an impact that the velocity may be the one
/// on its other side.
struct ExactState {
  Vec q;
  Vec v;
  bool near_impact = false;
};

/// True where an element of the ascending times lies within `margin` of t.
inline bool is_near(const std::vector<double>& times, double t, double margin) {
  const auto next = std::lower_bound(times.begin(), times.end(), t - margin);
  return next != times.end() && *next <= t + margin;
}

/// Mean errors by step size: over the checkpoints and the runs that were added. Positions count at
/// all checkpoints, velocities where no impact is near.
class CheckpointErrors {
 public:
  CheckpointErrors(std::vector<double> steps, std::vector<double> times)
      : h(std::move(steps)), q(h.size()), v(h.size()), times_(std::move(times)) {}

  void add(const std::string& example, const Overrides& overrides,
           const std::function<ExactState(double)>& exact) {
    std::vector<ExactState> states;
    for (const double t : times_) states.push_back(exact(t));
    for (std::size_t i = 0; i < h.size(); ++i) {
      AtTimes found(times_);
      const Outcome outcome = outcome_of_example(
          example,
          joined({set("simulation.step", h[i]), set("simulation.end", times_.back())}, overrides),
          &found);
      ASSERT_FALSE(outcome.failure) << "h = " << h[i] << ": " << outcome.failure->what;
      for (std::size_t k = 0; k < times_.size(); ++k) {
        const auto n = states[k].q.size();
        ASSERT_GE(found.states[k].q.size(), n) << "no state at t = " << times_[k];
        q[i] += (found.states[k].q.head(n) - states[k].q).cwiseAbs().maxCoeff();
        if (!states[k].near_impact) {
          v[i] += (found.states[k].v.head(n) - states[k].v).cwiseAbs().maxCoeff();
        }
      }
    }
  }

  [[nodiscard]] double order_q() const { return reference::observed_order(h, q); }
  [[nodiscard]] double order_v() const { return reference::observed_order(h, v); }
  [[nodiscard]] std::string table() const {
    std::string text;
    for (std::size_t i = 0; i < h.size(); ++i) {
      text += "h = " + digits(h[i]) + "  q: " + digits(q[i]) + "  v: " + digits(v[i]) + "\n";
    }
    return text;
  }

  std::vector<double> h;
  std::vector<double> q;
  std::vector<double> v;

 private:
  std::vector<double> times_;
};

}  // namespace saltus::test
