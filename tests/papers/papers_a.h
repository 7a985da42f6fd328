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

/// Sums over runs of the norms of [004] (62)–(63), one entry per step size.
struct ErrorTable {
  explicit ErrorTable(std::vector<double> steps) : h(std::move(steps)) {
    for (auto* errors : {&q_max, &q_l1, &q_l2, &v_max, &v_l1, &v_l2}) errors->resize(h.size());
  }

  std::vector<double> h;
  std::vector<double> q_max, q_l1, q_l2, v_max, v_l1, v_l2;

  /// Adds a run with step h[i]; `exact(t)` is a BounceState, in the coordinate itself.
  template <class Exact>
  void add(std::size_t i, const Run& run, const Exact& exact) {
    double largest_q = 0, largest_v = 0, sum_q = 0, sum_qq = 0, sum_v = 0, sum_vv = 0;
    for (const Sample& s : run.samples) {
      const reference::BounceState x = exact(s.state.t);
      const double dq = std::abs(s.state.q[0] - x.q);
      const double dv = std::abs(s.state.v[0] - x.v_after);
      largest_q = std::max(largest_q, dq);
      largest_v = std::max(largest_v, dv);
      sum_q += h[i] * dq;
      sum_qq += h[i] * dq * dq;
      sum_v += h[i] * dv;
      sum_vv += h[i] * dv * dv;
    }
    q_max[i] += largest_q;
    v_max[i] += largest_v;
    q_l1[i] += sum_q;
    q_l2[i] += std::sqrt(sum_qq);
    v_l1[i] += sum_v;
    v_l2[i] += std::sqrt(sum_vv);
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
