// SPDX-License-Identifier: Apache-2.0
// A line on the terminal while a run goes on.
#pragma once

#include <chrono>

#include "saltus/record/recorder.h"

namespace saltus::app {

/// Writes to standard error, a few times per second.
class ProgressLine final : public Recorder {
 public:
  explicit ProgressLine(double end) : end_(end) {}
  void record(const Sample& sample) override;
  void finish() override;

  /// Standard error is a terminal.
  [[nodiscard]] static bool is_wanted();

 private:
  using Clock = std::chrono::steady_clock;
  double end_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point shown_ = start_;
  bool is_on_screen_ = false;
};

}  // namespace saltus::app
