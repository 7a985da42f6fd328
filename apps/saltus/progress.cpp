// SPDX-License-Identifier: Apache-2.0
// Simulated time, steps per second, contacts, solver iterations, time left.
#include "progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "say.h"

namespace saltus::app {
namespace {

constexpr std::chrono::milliseconds refresh_bar{200};
constexpr std::chrono::milliseconds refresh_lines{3000};
constexpr const char* clear_line = "\r\x1b[K";

std::string bar(double part, int width) {
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

/// "12.3k"
std::string short_number(double x) {
  constexpr double thousand = 1000;
  if (x < thousand) return fmt::format("{:.3g}", x);
  if (x < thousand * thousand) return fmt::format("{:.3g}k", x / thousand);
  return fmt::format("{:.3g}M", x / thousand / thousand);
}

/// "3:05", "1:02:05"
std::string short_duration(double seconds) {
  const auto s = static_cast<std::int64_t>(std::clamp(seconds, 0.0, 1e9));
  const std::string rest = fmt::format("{:02}", s % 60);
  if (s < 3600) return fmt::format("{}:{}", s / 60, rest);
  return fmt::format("{}:{:02}:{}", s / 3600, s % 3600 / 60, rest);
}

/// What a line says, the most important first.
using Pieces = std::array<std::string, 6>;

std::string joined(const Pieces& pieces, std::size_t count, const char* between) {
  constexpr std::array<std::size_t, 6> shown{0, 1, 3, 4, 5, 2};  // the time left comes last
  std::string line;
  for (const std::size_t k : shown)
    if (k < count) line += (line.empty() ? "" : between) + pieces[k];
  return line;
}

/// As much as fits: a line that is too long wraps, and cannot be written over.
std::string fitting(double part, const Pieces& pieces, const Pieces& brief, std::size_t width) {
  for (std::size_t count = pieces.size(); count > 0; --count) {
    for (const int length : {20, 10}) {
      std::string line = bar(part, length) + " " + joined(pieces, count, "  ");
      if (line.size() < width) return line;
    }
    for (const int length : {10, 4}) {
      std::string line = bar(part, length) + " " + joined(brief, count, " ");
      if (line.size() < width) return line;
    }
  }
  return brief[0].substr(0, width - 1);
}

}  // namespace

std::size_t terminal_width() {
  constexpr std::size_t usual = 80;
  struct winsize size {};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : usual;
}

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
  const double speed = static_cast<double>(sample.step - first_step_) / seconds;
  const double iterations = static_cast<double>(since_.iterations) / std::max(1, since_.steps);
  const std::string contacts = fmt::format("{} contact{}", closed, closed == 1 ? "" : "s");
  const Pieces pieces{fmt::format("{:3.0f} %", 100 * part),
                      fmt::format("t = {:.4g} of {:.4g} s", t, end_),
                      fmt::format("{} left", duration(left)),
                      fmt::format("{} steps/s", short_number(speed)),
                      contacts,
                      fmt::format("{:.2f} iterations/step", iterations)};
  if (has_bar_) {
    const Pieces brief{fmt::format("{:.0f}%", 100 * part),
                       fmt::format("{:.4g}/{:.4g} s", t, end_),
                       fmt::format("{} left", short_duration(left)),
                       pieces[3],
                       contacts,
                       fmt::format("{:.3g} it/step", iterations)};
    say("{}{}", clear_line, fitting(part, pieces, brief, terminal_width()));
  } else {
    say("saltus: {}\n", joined(pieces, pieces.size(), "  "));
  }
  std::fflush(stderr);
  since_ = {};
}

void Progress::finish() {
  if (has_bar_ && is_on_screen_) say("{}", clear_line);
}

}  // namespace saltus::app
