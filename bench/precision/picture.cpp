// SPDX-License-Identifier: Apache-2.0
// docs/images/work_precision.svg, written by hand: panels with two logarithmic axes, and a legend.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "precision/report.h"

namespace saltus::bench {
namespace {

// of one panel, in px
constexpr double left = 62, right = 14, top = 34, bottom = 44;
constexpr double width = 440, height = 330;
constexpr int columns = 2;
constexpr double legend_line = 19;

// decades
constexpr double cost_low = 1.8, cost_high = 6.1, error_low = -8, error_high = 0.2;

/// The colours of Okabe and Ito, which are told apart with any kind of colour vision; where a
/// family of schemes shares one, dashes and marks differ.
struct Style {
  std::string_view scheme;
  std::string_view colour;
  std::string_view dash;
  std::string_view mark;
  double line = 1.6;
};
constexpr std::array styles{
    Style{"moreau-jean", "#0072b2", "", "circle"},
    Style{"moreau-jean, reaction at the end", "#0072b2", "7 3", "square"},
    Style{"moreau-jean, M and reaction at the end, trapezoid", "#0072b2", "2 3", "triangle"},
    Style{"moreau-jean-dissipative", "#56b4e9", "", "circle"},
    Style{"moreau-jean-explicit", "#56b4e9", "7 3", "square"},
    Style{"schatzman-paoli", "#7a7a7a", "", "circle"},
    Style{"smooth-alpha", "#7a7a7a", "7 3", "square"},
    Style{"direct-projection", "#e69f00", "", "circle"},
    Style{"combined-projection", "#e69f00", "7 3", "square"},
    Style{"generalized-alpha", "#009e73", "", "circle"},
    Style{"newmark", "#009e73", "7 3", "square"},
    Style{"hht", "#009e73", "2 3", "triangle"},
    Style{"half-explicit", "#cc79a7", "", "circle"},
    Style{"half-explicit, h/10 at impacts", "#cc79a7", "7 3", "square"},
    Style{"half-explicit-acceleration", "#cc79a7", "2 3", "triangle"},
    Style{"split-midpoint", "#d55e00", "", "circle", 2.6},
    Style{"adaptive", "#000000", "", "circle", 2.6},
    Style{"adaptive, fixed step", "#000000", "7 3", "square", 2.2},
};

Style style_of(const std::string& label) {
  const auto* found =
      std::find_if(styles.begin(), styles.end(), [&](const Style& s) { return s.scheme == label; });
  return found == styles.end() ? Style{label, "#d55e00", "2 3", "triangle"} : *found;
}

struct Place {
  double x, y;
};

/// Where a cost and an error are in a panel.
Place place(double cost, double error) {
  const double x = (std::log10(cost) - cost_low) / (cost_high - cost_low);
  const double y = (error_high - std::log10(error)) / (error_high - error_low);
  return {left + x * (width - left - right), top + y * (height - top - bottom)};
}

std::string mark(const Style& s, Place p) {
  if (s.mark == "square")
    return fmt::format(R"#(<rect x="{:.1f}" y="{:.1f}" width="5" height="5" fill="{}"/>)#",
                       p.x - 2.5, p.y - 2.5, s.colour);
  if (s.mark == "triangle")
    return fmt::format(R"#(<path d="M{:.1f} {:.1f}l3.4 6h-6.8z" fill="{}"/>)#", p.x, p.y - 4,
                       s.colour);
  return fmt::format(R"#(<circle cx="{:.1f}" cy="{:.1f}" r="2.8" fill="{}"/>)#", p.x, p.y,
                     s.colour);
}

std::string stroke(const Style& s) {
  const std::string dash = s.dash.empty() ? "" : fmt::format(R"#( stroke-dasharray="{}")#", s.dash);
  return fmt::format(R"#(fill="none" stroke="{}" stroke-width="{}"{})#", s.colour, s.line, dash);
}

std::string superscript(int exponent) {
  return fmt::format(R"#(10<tspan dy="-5" font-size="9">{}{}</tspan>)#", exponent < 0 ? "−" : "",
                     std::abs(exponent));
}

std::string axes(const std::string& title, bool independent) {
  std::string text =
      fmt::format(R"#(<text x="{}" y="20" font-size="14" font-weight="bold">{}{}</text>)#", left,
                  title, independent ? "" : " *");
  const Place low = place(std::pow(10, cost_low), std::pow(10, error_low));
  const Place high = place(std::pow(10, cost_high), std::pow(10, error_high));
  for (int d = static_cast<int>(std::ceil(cost_low)); d <= cost_high; ++d) {
    const double x = place(std::pow(10, d), 1).x;
    text += fmt::format(R"#(<path d="M{0:.1f} {1}V{2}" stroke="#ddd"/>)#", x, high.y, low.y);
    text += fmt::format(R"#(<text x="{:.1f}" y="{}" text-anchor="middle">{}</text>)#", x,
                        low.y + 17, superscript(d));
  }
  for (int d = static_cast<int>(error_low); d <= error_high; ++d) {
    const double y = place(1, std::pow(10, d)).y;
    text += fmt::format(R"#(<path d="M{0} {1:.1f}H{2}" stroke="#ddd"/>)#", low.x, y, high.x);
    if (d % 2 == 0)
      text += fmt::format(R"#(<text x="{}" y="{:.1f}" text-anchor="end">{}</text>)#", left - 6,
                          y + 4, superscript(d));
  }
  text += fmt::format(R"#(<rect x="{}" y="{}" width="{}" height="{}" fill="none" stroke="#444"/>)#",
                      low.x, high.y, high.x - low.x, low.y - high.y);
  text += fmt::format(R"#(<text x="{}" y="{}" text-anchor="middle">cost [units]</text>)#",
                      0.5 * (low.x + high.x), height - 10);
  text += fmt::format(
      R"#(<text transform="translate(16 {})rotate(-90)" text-anchor="middle">error of v, relative</text>)#",
      0.5 * (low.y + high.y));
  return text;
}

/// Without the points that lie outside of the axes.
std::string curve(const Style& s, const Measured& m) {
  std::string line, marks;
  for (const Point& p : m.points) {
    const double error = std::max(p.error, std::pow(10, error_low));
    const double decades = std::log10(p.cost);
    if (error > std::pow(10, error_high) || decades < cost_low || decades > cost_high) continue;
    const Place at = place(p.cost, error);
    line += fmt::format("{}{:.1f} {:.1f}", line.empty() ? "M" : "L", at.x, at.y);
    marks += mark(s, at);
  }
  if (line.empty()) return {};
  return fmt::format(R"#(<path d="{}" {}/>)#", line, stroke(s)) + marks + "\n";
}

std::string legend(std::span<const Entry> entries, double y) {
  std::string text;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Style s = style_of(entries[i].label);
    const auto column = static_cast<double>(i % columns);
    const double line = y + legend_line * std::floor(static_cast<double>(i) / columns);
    const double x = left + column * width;
    text += fmt::format(R"#(<path d="M{} {}h36" {}/>)#", x, line, stroke(s));
    text += mark(s, {x + 18, line});
    text += fmt::format(R"#(<text x="{}" y="{}">{}</text>)#", x + 44, line + 4, s.scheme);
  }
  return text + "\n";
}

}  // namespace

std::string picture(std::span<const Entry> entries, std::span<const Sheet> sheets) {
  const double rows = std::ceil(static_cast<double>(sheets.size()) / columns);
  const double lines = std::ceil(static_cast<double>(entries.size()) / columns);
  const double all_width = columns * width;
  const double all_height = rows * height + (lines + 3) * legend_line;
  std::string text = fmt::format(
      R"#(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" font-family="sans-serif" font-size="12">
<title>Error over cost of every scheme</title>
<rect width="{0}" height="{1}" fill="white"/>
)#",
      all_width, all_height);
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    const double x = width * static_cast<double>(i % columns);
    const double y = height * std::floor(static_cast<double>(i) / columns);
    text += fmt::format(R"#(<g transform="translate({} {})">)#", x, y);
    text += axes(sheets[i].subject.title, sheets[i].subject.independent) + "\n";
    for (std::size_t j = 0; j < entries.size(); ++j)
      text += curve(style_of(entries[j].label), sheets[i].schemes[j]);
    text += "</g>\n";
  }
  text += legend(entries, rows * height + legend_line);
  text += fmt::format(
      R"#(<text x="{}" y="{}">* the reference is the adaptive scheme itself at a tight tolerance</text>)#",
      left, all_height - 14);
  return text + "\n</svg>\n";
}

}  // namespace saltus::bench
