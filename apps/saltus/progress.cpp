// SPDX-License-Identifier: Apache-2.0
// Steps per second, simulated time, contacts, time left.
#include "progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

namespace saltus::app {
namespace {

constexpr std::chrono::milliseconds refresh{200};
constexpr const char* clear_line = "\r\x1b[K";

}  // namespace

bool ProgressLine::is_wanted() { return isatty(STDERR_FILENO) == 1; }

void ProgressLine::record(const Sample& sample) {
  const auto now = Clock::now();
  if (now - shown_ < refresh) return;
  shown_ = now;
  is_on_screen_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const auto closed = std::count_if(sample.contacts.begin(), sample.contacts.end(),
                                    [](const ContactSample& c) { return c.pn > 0; });
  const double t = sample.state.t;
  const double left = t > 0 ? seconds * (end_ - t) / t : 0;
  fmt::print(stderr, "{}t = {:.4g} of {:.4g} s   {:.3g} steps/s   {} contacts   {:.0f} s left",
             clear_line, t, end_, static_cast<double>(sample.step) / seconds, closed, left);
  std::fflush(stderr);
}

void ProgressLine::finish() {
  if (is_on_screen_) fmt::print(stderr, "{}", clear_line);
}

}  // namespace saltus::app
