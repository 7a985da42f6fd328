// SPDX-License-Identifier: Apache-2.0
// SVG written by hand: two panels in a row, the legend below.
#include "common/chart.h"

#include <cmath>

#include <fmt/format.h>

namespace saltus::bench {
namespace {

// of one panel, in px
constexpr double left = 62, right = 14, top = 34, bottom = 44;
constexpr double width = 440, height = 330;
constexpr int columns = 2;
constexpr double legend_line = 19;

/// A value in the axis' own unit.
double on(const Axis& axis, double value) { return axis.logarithmic ? std::log10(value) : value; }

double x_of(const Axis& axis, double at) {
  return left + (at - axis.low) / (axis.high - axis.low) * (width - left - right);
}
double y_of(const Axis& axis, double at) {
  return top + (axis.high - at) / (axis.high - axis.low) * (height - top - bottom);
}

std::string mark(const Style& s, XY p) {
  if (s.mark == "square")
    return fmt::format(R"#(<rect x="{:.1f}" y="{:.1f}" width="5" height="5" fill="{}"/>)#",
                       p.x - 2.5, p.y - 2.5, s.colour);
  if (s.mark == "triangle")
    return fmt::format(R"#(<path d="M{:.1f} {:.1f}l3.4 6h-6.8z" fill="{}"/>)#", p.x, p.y - 4,
                       s.colour);
  if (s.mark == "circle")
    return fmt::format(R"#(<circle cx="{:.1f}" cy="{:.1f}" r="2.8" fill="{}"/>)#", p.x, p.y,
                       s.colour);
  return {};
}

std::string stroke(const Style& s) {
  const std::string dash = s.dash.empty() ? "" : fmt::format(R"#( stroke-dasharray="{}")#", s.dash);
  return fmt::format(R"#(fill="none" stroke="{}" stroke-width="{}"{})#", s.colour, s.line, dash);
}

std::string number(const Axis& axis, double at) {
  if (!axis.logarithmic) return fmt::format("{:.3g}", at);
  return fmt::format(R"#(10<tspan dy="-5" font-size="9">{}{:.0f}</tspan>)#", at < 0 ? "−" : "",
                     std::abs(at));
}

/// Calls with the number and the place of every grid line.
template <class F>
void grid(const Axis& axis, F line) {
  for (int i = static_cast<int>(std::ceil(axis.low / axis.grid)); i * axis.grid <= axis.high; ++i)
    line(i % axis.named == 0, i * axis.grid);
}

std::string frame(const Panel& panel) {
  std::string text = fmt::format(
      R"#(<text x="{}" y="20" font-size="14" font-weight="bold">{}</text>)#", left, panel.title);
  const XY low{x_of(panel.x, panel.x.low), y_of(panel.y, panel.y.low)};
  const XY high{x_of(panel.x, panel.x.high), y_of(panel.y, panel.y.high)};
  grid(panel.x, [&](bool named, double at) {
    const double x = x_of(panel.x, at);
    text += fmt::format(R"#(<path d="M{0:.1f} {1}V{2}" stroke="#ddd"/>)#", x, high.y, low.y);
    if (named)
      text += fmt::format(R"#(<text x="{:.1f}" y="{}" text-anchor="middle">{}</text>)#", x,
                          low.y + 17, number(panel.x, at));
  });
  grid(panel.y, [&](bool named, double at) {
    const double y = y_of(panel.y, at);
    text += fmt::format(R"#(<path d="M{0} {1:.1f}H{2}" stroke="#ddd"/>)#", low.x, y, high.x);
    if (named)
      text += fmt::format(R"#(<text x="{}" y="{:.1f}" text-anchor="end">{}</text>)#", left - 6,
                          y + 4, number(panel.y, at));
  });
  text += fmt::format(R"#(<rect x="{}" y="{}" width="{}" height="{}" fill="none" stroke="#444"/>)#",
                      low.x, high.y, high.x - low.x, low.y - high.y);
  text += fmt::format(R"#(<text x="{}" y="{}" text-anchor="middle">{}</text>)#",
                      0.5 * (low.x + high.x), height - 10, panel.x.label);
  text += fmt::format(
      R"#(<text transform="translate(16 {})rotate(-90)" text-anchor="middle">{}</text>)#",
      0.5 * (low.y + high.y), panel.y.label);
  return text;
}

bool inside(const Axis& axis, double at) { return at >= axis.low && at <= axis.high; }

std::string drawn(const Panel& panel, const Curve& curve) {
  std::string line, marks;
  for (const XY& p : curve.points) {
    const XY value{on(panel.x, p.x), on(panel.y, p.y)};
    if (!inside(panel.x, value.x) || !inside(panel.y, value.y)) continue;
    const XY at{x_of(panel.x, value.x), y_of(panel.y, value.y)};
    line += fmt::format("{}{:.1f} {:.1f}", line.empty() ? "M" : "L", at.x, at.y);
    marks += mark(curve.style, at);
  }
  if (line.empty()) return {};
  return fmt::format(R"#(<path d="{}" {}/>)#", line, stroke(curve.style)) + marks + "\n";
}

std::string drawn(const std::vector<LegendEntry>& legend, double y) {
  std::string text;
  for (std::size_t i = 0; i < legend.size(); ++i) {
    const auto column = static_cast<double>(i % columns);
    const double line = y + legend_line * std::floor(static_cast<double>(i) / columns);
    const double x = left + column * width;
    text += fmt::format(R"#(<path d="M{} {}h36" {}/>)#", x, line, stroke(legend[i].style));
    text += mark(legend[i].style, {x + 18, line});
    text += fmt::format(R"#(<text x="{}" y="{}">{}</text>)#", x + 44, line + 4, legend[i].label);
  }
  return text + "\n";
}

}  // namespace

std::string svg(const Chart& chart) {
  const double rows = std::ceil(static_cast<double>(chart.panels.size()) / columns);
  const double lines = std::ceil(static_cast<double>(chart.legend.size()) / columns);
  const double all_width = columns * width;
  const double all_height = rows * height + (lines + 3) * legend_line;
  std::string text = fmt::format(
      R"#(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" font-family="sans-serif" font-size="12">
<title>{2}</title>
<rect width="{0}" height="{1}" fill="white"/>
)#",
      all_width, all_height, chart.title);
  for (std::size_t i = 0; i < chart.panels.size(); ++i) {
    const double x = width * static_cast<double>(i % columns);
    const double y = height * std::floor(static_cast<double>(i) / columns);
    text += fmt::format(R"#(<g transform="translate({} {})">)#", x, y);
    text += frame(chart.panels[i]) + "\n";
    for (const Curve& curve : chart.panels[i].curves) text += drawn(chart.panels[i], curve);
    text += "</g>\n";
  }
  text += drawn(chart.legend, rows * height + legend_line);
  text += fmt::format(R"#(<text x="{}" y="{}">{}</text>)#", left, all_height - 14, chart.footnote);
  return text + "\n</svg>\n";
}

}  // namespace saltus::bench
