// SPDX-License-Identifier: Apache-2.0
// Errors of runs with one coordinate against exact bouncing motion, averaged over initial data.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "support/ball.h"
#include "support/order.h"
#include "support/run_model.h"

namespace saltus::test {

/// All digits, for model texts written by a test.
inline std::string digits(double value) { return set("", value).substr(1); }

/// "simulation.scheme_options.<name>=<value>"
inline std::string option(const std::string& name, const std::string& value) {
  return "simulation.scheme_options." + name + "=" + value;
}

/// The norms of [004] (62)–(63) of one run, state by state.
struct ErrorSums {
  double q_max = 0, v_max = 0, q_l1 = 0, q_l2 = 0, v_l1 = 0, v_l2 = 0;  // l2: squares

  void add(const State& state, double h, const reference::BounceState& x) {
    const double dq = std::abs(state.q[0] - x.q);
    const double dv = std::abs(state.v[0] - x.v_after);
    q_max = std::max(q_max, dq);
    v_max = std::max(v_max, dv);
    q_l1 += h * dq;
    q_l2 += h * dq * dq;
    v_l1 += h * dv;
    v_l2 += h * dv * dv;
  }
};

/// Sums over runs, one entry per step size.
struct ErrorTable {
  explicit ErrorTable(std::vector<double> steps) : h(std::move(steps)) {
    for (auto* errors : {&q_max, &q_l1, &q_l2, &v_max, &v_l1, &v_l2}) errors->resize(h.size());
  }

  std::vector<double> h;
  std::vector<double> q_max, q_l1, q_l2, v_max, v_l1, v_l2;

  void add(std::size_t i, const ErrorSums& sums) {
    q_max[i] += sums.q_max;
    v_max[i] += sums.v_max;
    q_l1[i] += sums.q_l1;
    q_l2[i] += std::sqrt(sums.q_l2);
    v_l1[i] += sums.v_l1;
    v_l2[i] += std::sqrt(sums.v_l2);
  }

  /// Adds a run with step h[i]; `exact(t)` is a BounceState, in the coordinate itself.
  template <class Exact>
  void add(std::size_t i, const Run& run, const Exact& exact) {
    ErrorSums sums;
    for (const Sample& s : run.samples) sums.add(s.state, h[i], exact(s.state.t));
    add(i, sums);
  }

  [[nodiscard]] double order(const std::vector<double>& errors) const {
    return reference::observed_order(h, errors);
  }
};

/// first, first/2, first/4, …
inline std::vector<double> halved(double first, std::size_t count) {
  std::vector<double> h(count, first);
  for (std::size_t i = 1; i < count; ++i) h[i] = 0.5 * h[i - 1];
  return h;
}

}  // namespace saltus::test
