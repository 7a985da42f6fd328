// SPDX-License-Identifier: Apache-2.0
// docs/images/work_precision.svg: panels with two logarithmic axes.
#include <algorithm>
#include <array>
#include <cmath>

#include "common/chart.h"
#include "precision/report.h"

namespace saltus::bench {
namespace {

// decades
constexpr double cost_low = 1.8, cost_high = 6.1, error_low = -8, error_high = 0.2;

/// The colours of Okabe and Ito, which are told apart with any kind of colour vision; where a
/// family of schemes shares one, dashes and marks differ.
struct SchemeStyle {
  std::string_view scheme;
  Style style;
};
constexpr std::array styles{
    SchemeStyle{"moreau-jean", {"#0072b2", "", "circle"}},
    SchemeStyle{"moreau-jean, reaction at the end", {"#0072b2", "7 3", "square"}},
    SchemeStyle{"moreau-jean, M and reaction at the end, trapezoid",
                {"#0072b2", "2 3", "triangle"}},
    SchemeStyle{"moreau-jean-dissipative", {"#56b4e9", "", "circle"}},
    SchemeStyle{"moreau-jean-explicit", {"#56b4e9", "7 3", "square"}},
    SchemeStyle{"schatzman-paoli", {"#7a7a7a", "", "circle"}},
    SchemeStyle{"smooth-alpha", {"#7a7a7a", "7 3", "square"}},
    SchemeStyle{"direct-projection", {"#e69f00", "", "circle"}},
    SchemeStyle{"combined-projection", {"#e69f00", "7 3", "square"}},
    SchemeStyle{"generalized-alpha", {"#009e73", "", "circle"}},
    SchemeStyle{"newmark", {"#009e73", "7 3", "square"}},
    SchemeStyle{"hht", {"#009e73", "2 3", "triangle"}},
    SchemeStyle{"half-explicit", {"#cc79a7", "", "circle"}},
    SchemeStyle{"half-explicit, h/10 at impacts", {"#cc79a7", "7 3", "square"}},
    SchemeStyle{"half-explicit-acceleration", {"#cc79a7", "2 3", "triangle"}},
    SchemeStyle{"split-midpoint", {"#d55e00", "", "circle", 2.6}},
    SchemeStyle{"adaptive", {"#000000", "", "circle", 2.6}},
    SchemeStyle{"adaptive, fixed step", {"#000000", "7 3", "square", 2.2}},
};

Style style_of(const std::string& label) {
  const auto* found = std::find_if(styles.begin(), styles.end(),
                                   [&](const SchemeStyle& s) { return s.scheme == label; });
  return found == styles.end() ? Style{"#d55e00", "2 3", "triangle"} : found->style;
}

Curve curve(const Entry& entry, const Measured& m) {
  Curve made{style_of(entry.label), {}};
  for (const Point& p : m.points)
    made.points.push_back({p.cost, std::max(p.error, std::pow(10, error_low))});
  return made;
}

}  // namespace

std::string picture(std::span<const Entry> entries, std::span<const Sheet> sheets) {
  Chart chart{.title = "Error over cost of every scheme",
              .footnote = "* the reference is the adaptive scheme itself at a tight tolerance"};
  for (const Sheet& sheet : sheets) {
    Panel panel{
        .title = sheet.subject.title + (sheet.subject.independent ? "" : " *"),
        .x = {.label = "cost [units]", .low = cost_low, .high = cost_high},
        .y = {.label = "error of v, relative", .low = error_low, .high = error_high, .named = 2}};
    for (std::size_t j = 0; j < entries.size(); ++j)
      panel.curves.push_back(curve(entries[j], sheet.schemes[j]));
    chart.panels.push_back(std::move(panel));
  }
  for (const Entry& entry : entries) chart.legend.push_back({entry.label, style_of(entry.label)});
  return svg(chart);
}

}  // namespace saltus::bench
