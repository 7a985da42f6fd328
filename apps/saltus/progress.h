// SPDX-License-Identifier: Apache-2.0
// How far a run is, while it goes on.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "saltus/record/recorder.h"

namespace saltus::app {

/// Of the terminal, in columns, at least 1; it may change during a run.
[[nodiscard]] std::size_t terminal_width();

/// Writes to standard error: a bar, a few times per second, on a terminal; else, where it is asked
/// for, a line every few seconds.
class Progress final : public Recorder {
 public:
  explicit Progress(double end);
  void record(const Sample& sample) override;
  void finish() override;

  /// Standard error is a terminal.
  [[nodiscard]] static bool is_terminal();

 private:
  using Clock = std::chrono::steady_clock;
  double end_;
  bool has_bar_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point shown_ = start_;
  double first_t_ = -1;          // where this part of the run began,
  std::int64_t first_step_ = 0;  //   also one that is resumed
  StepSums since_;               // what was shown last
  bool is_on_screen_ = false;
};

}  // namespace saltus::app
