// SPDX-License-Identifier: Apache-2.0
// Simulated time, steps per second, contacts, solver iterations, time left.
#include "progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "say.h"

namespace saltus::app {
namespace {

constexpr std::chrono::milliseconds refresh_bar{200};
constexpr std::chrono::milliseconds refresh_lines{3000};
constexpr const char* clear_line = "\r\x1b[K";

std::string bar(double part) {
  constexpr int width = 20;
  const int full = std::clamp(static_cast<int>(part * width), 0, width);
  return "[" + std::string(static_cast<std::size_t>(full), '#') +
         std::string(static_cast<std::size_t>(width - full), '.') + "]";
}

std::string duration(double seconds) {
  const auto s = static_cast<std::int64_t>(std::clamp(seconds, 0.0, 1e9));
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {:02} s", s / 60, s % 60);
  return fmt::format("{} h {:02} min", s / 3600, s % 3600 / 60);
}

}  // namespace

bool Progress::is_terminal() { return isatty(STDERR_FILENO) == 1; }

Progress::Progress(double end) : end_(end), has_bar_(is_terminal()) {}

void Progress::record(const Sample& sample) {
  const double t = sample.state.t;
  if (first_t_ < 0) {
    first_t_ = t - sample.state.h;
    first_step_ = sample.step - sample.solver.steps;
  }
  since_.steps += sample.solver.steps;
  since_.iterations += sample.solver.iterations;
  const auto now = Clock::now();
  if (now - shown_ < (has_bar_ ? refresh_bar : refresh_lines)) return;
  shown_ = now;
  is_on_screen_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const auto closed = std::count_if(sample.contacts.begin(), sample.contacts.end(),
                                    [](const ContactSample& c) { return c.pn > 0; });
  const double left = t > first_t_ ? seconds * (end_ - t) / (t - first_t_) : 0;
  const double part = end_ > 0 ? t / end_ : 1;
  say("{}{} {:3.0f} %  t = {:.4g} of {:.4g} s  {:.3g} steps/s  {} contact{}  "
      "{:.3g} iterations/step  {} left{}",
      has_bar_ ? clear_line : "", has_bar_ ? bar(part) : "saltus:", 100 * part, t, end_,
      static_cast<double>(sample.step - first_step_) / seconds, closed, closed == 1 ? "" : "s",
      static_cast<double>(since_.iterations) / std::max(1, since_.steps), duration(left),
      has_bar_ ? "" : "\n");
  std::fflush(stderr);
  since_ = {};
}

void Progress::finish() {
  if (has_bar_ && is_on_screen_) say("{}", clear_line);
}

}  // namespace saltus::app
