// SPDX-License-Identifier: Apache-2.0
// How well the laws were kept: measured at every accepted state, the same way for every scheme.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "saltus/schemes/work_counts.h"

namespace saltus {

/// Mean and maximum of a count over the steps (or solves).
struct CountStatistics {
  std::int64_t sum = 0;
  std::int64_t samples = 0;
  std::int32_t max = 0;

  void add(std::int32_t count) {
    sum += count;
    ++samples;
    max = std::max(max, count);
  }
  [[nodiscard]] double mean() const {
    return samples == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(samples);
  }
};

/// How often something happened, and when the first times.
struct Occasions {
  std::int64_t count = 0;
  std::array<double, 20> first{};

  void add(double t) {
    if (count < static_cast<std::int64_t>(first.size())) first[static_cast<std::size_t>(count)] = t;
    ++count;
  }
  [[nodiscard]] std::span<const double> times() const {
    return std::span(first).first(std::min(static_cast<std::size_t>(count), first.size()));
  }
};

/// Fields of summary.json; docs/results.md defines each.
struct Certificate {
  std::int64_t steps = 0;
  std::int64_t reduced_steps = 0;  // among them, of length impact_step
  double end_time = 0;
  double max_penetration = 0;             // m: largest −g
  double max_joint_error = 0;             // largest |g_E|
  double max_velocity_law_residual = 0;   // m/s: law of the active contacts at the accepted state
  double max_energy_increase = 0;         // J: largest ΔE − W_ext over one step
  double energy_balance_error = 0;        // J: largest |balance|
  std::int64_t impacts = 0;               // times that a contact began to press
  std::int32_t contacts_max = 0;          // in the index set at once
  std::int32_t redundant_joint_rows = 0;  // left out at the end of the run
  CountStatistics newton;
  CountStatistics projection;
  CountStatistics activation;
  CountStatistics solver_iterations;  // per solve
  double solver_residual_max = 0;     // nat_scaled
  Occasions failures;              // steps accepted in spite of a failure (on_failure = "continue")
  Occasions fallback;              // steps that capture impacts, which were too many to be located
  Occasions coarse;                // steps of the shortest length, less accurate than asked
  std::optional<double> stiff_at;  // s: when the scheme first took its implicit base
  WorkCounts work;
};

}  // namespace saltus
