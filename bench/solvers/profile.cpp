// SPDX-License-Identifier: Apache-2.0
// Ratios to the fastest, sorted, are the stairs.
#include "solvers/profile.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "common/chart.h"
#include "saltus/study/files.h"

namespace saltus::bench {
namespace {

constexpr double highest_tau = 3;  // decades

/// The colours of Okabe and Ito; where they are used up, dashes.
constexpr std::array<std::string_view, 7> colours{"#000000", "#0072b2", "#d55e00", "#009e73",
                                                  "#cc79a7", "#e69f00", "#56b4e9"};
constexpr std::array<std::string_view, 3> dashes{"", "7 3", "2 3"};

Style style_of(std::size_t solver) {
  return {colours[solver % colours.size()], dashes[solver / colours.size() % dashes.size()], "",
          solver == 0 ? 2.6 : 1.6};
}

double fastest(const Results& results, std::size_t tolerance, std::size_t subject) {
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t solver = 0; solver < results.solvers.size(); ++solver) {
    const Run& run = results.of(tolerance, subject, solver);
    if (run.solved) best = std::min(best, run.seconds);
  }
  return best;
}

std::vector<XY> stairs(const std::vector<Corner>& corners) {
  std::vector<XY> line{{1, 0}};
  for (const Corner& corner : corners) {
    line.push_back({corner.tau, line.back().y});
    line.push_back({corner.tau, corner.fraction});
  }
  line.push_back({std::pow(10, highest_tau), line.back().y});
  std::erase_if(line, [](const XY& p) { return p.x > std::pow(10, highest_tau); });
  return line;
}

}  // namespace

std::vector<Corner> profile(const Results& results, std::size_t tolerance, std::size_t solver) {
  std::vector<double> ratios;
  for (std::size_t subject = 0; subject < results.subjects.size(); ++subject) {
    const Run& run = results.of(tolerance, subject, solver);
    if (run.solved) ratios.push_back(run.seconds / fastest(results, tolerance, subject));
  }
  std::sort(ratios.begin(), ratios.end());
  std::vector<Corner> corners;
  const auto all = static_cast<double>(results.subjects.size());
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    if (i + 1 < ratios.size() && ratios[i + 1] == ratios[i]) continue;
    corners.push_back({ratios[i], static_cast<double>(i + 1) / all});
  }
  return corners;
}

std::string profile_csv(const Results& results) {
  std::string text = "tolerance,solver,tau,fraction\n";
  for (std::size_t t = 0; t < results.tolerances.size(); ++t)
    for (std::size_t s = 0; s < results.solvers.size(); ++s)
      for (const Corner& corner : profile(results, t, s))
        text += fmt::format("{:g},{},{},{}\n", results.tolerances[t], csv_text(results.solvers[s]),
                            csv_number(corner.tau), csv_number(corner.fraction));
  return text;
}

std::string profile_svg(const Results& results) {
  Chart chart{.title = "Performance profiles of the solvers",
              .footnote = fmt::format("{} problems; times are medians of cold solves",
                                      results.subjects.size())};
  for (std::size_t t = 0; t < results.tolerances.size(); ++t) {
    Panel panel{.title = fmt::format("to {:g}", results.tolerances[t]),
                .x = {.label = "time relative to the fastest solver of the problem",
                      .low = 0,
                      .high = highest_tau},
                .y = {.label = "part of the problems",
                      .low = 0,
                      .high = 1.001,
                      .logarithmic = false,
                      .grid = 0.1,
                      .named = 2}};
    for (std::size_t s = 0; s < results.solvers.size(); ++s)
      panel.curves.push_back({style_of(s), stairs(profile(results, t, s))});
    chart.panels.push_back(std::move(panel));
  }
  for (std::size_t s = 0; s < results.solvers.size(); ++s)
    chart.legend.push_back({results.solvers[s], style_of(s)});
  return svg(chart);
}

}  // namespace saltus::bench
