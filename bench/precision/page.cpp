// SPDX-License-Identifier: Apache-2.0
// docs/work_precision.md.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "precision/report.h"

namespace saltus::bench {
namespace {

constexpr std::array limits{1e-2, 1e-3, 1e-4, 1e-5, 1e-6};

constexpr const char* introduction = R"#(# Work and precision

How much work each scheme needs for how much accuracy, on examples with impacts, accumulations, friction and joints.
This page and its picture are written by one command:
```
bench/work_precision
```

![error over cost, one panel per example](images/work_precision.svg)

**Error.** Σ|v − v_ref| / Σ|v_ref| over 25 equidistant times, none of them closer than 0.4 % of an interval to an impact
of note; |·| is Euclidean over the coordinates. Mean over four starts, the example's own and three close to it, because
the phase of an impact in its step decides the error of a single run.

**Cost.** ½ (M factorised + f evaluated) + tangents + ½ contact solves + ¼ H evaluated, counted in the run
([summary.json](results.md#summaryjson-the-certificate), `work`), mean over the starts. The weights are a convention for small
mechanisms. Discarded steps count; states between the steps, at which the error is taken, do not.

**Ladders.** Fixed steps: 1/25 of the run, then halved twelve times. `adaptive`: tolerances 1e-2 to 1e-11, two per
decade, steps up to 1/50 of the run. A ladder ends where the error is below 1e-8. All other options have their defaults;
the rows that say so have others: "reaction at the end" is the scheme as printed in [001]; "M and reaction at the end,
trapezoid" the reading behind table 3 of [001]; "h/10 at impacts" the heuristic of [002]; "fixed step" is `adaptive` with
`fixed_step = true`.

**Tables.** The cost of the coarsest rung from which on the error stays at or below the limit; "–": not reached by
the ladder. The least of a column is bold.
)#";

/// 208987 → "208 987"
std::string spaced(double cost) {
  const std::string digits = fmt::format("{:.0f}", cost);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ' ';
    text += digits[i];
  }
  return text;
}

std::optional<double> least(const Sheet& sheet, double limit) {
  std::optional<double> least;
  for (const Measured& m : sheet.schemes) {
    const std::optional<double> cost = cost_for(m, limit);
    if (cost && (!least || *cost < *least)) least = cost;
  }
  return least;
}

/// Which schemes did not run, and which not at every step.
std::string notes(std::span<const Entry> entries, const Sheet& sheet) {
  std::string left_out, coarse;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Measured& m = sheet.schemes[i];
    if (m.failure.empty()) continue;
    if (m.points.empty()) {
      left_out += fmt::format("- left out: {}: {}\n", entries[i].label, m.failure);
    } else {
      coarse +=
          fmt::format("{}{} ({:.2g})", coarse.empty() ? "" : ", ", entries[i].label, m.coarsest);
    }
  }
  if (!coarse.empty()) {
    coarse =
        "- fail at some rungs (Newton does not converge, or the motion grows without bound); "
        "in brackets the coarsest that runs: " +
        coarse + "\n";
  }
  return left_out.empty() && coarse.empty() ? "" : "\n" + left_out + coarse;
}

std::string table(std::span<const Entry> entries, const Sheet& sheet) {
  std::string text = fmt::format("\n## {}\n", sheet.subject.title);
  text += fmt::format("`examples/{}.toml` to {:.3g} s. Reference: {}.\n\n", sheet.subject.example,
                      sheet.subject.end(), sheet.subject.reference);
  text += "| scheme | 1e-2 | 1e-3 | 1e-4 | 1e-5 | 1e-6 |\n|---|---|---|---|---|---|\n";
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Measured& m = sheet.schemes[i];
    if (m.points.empty()) continue;
    text += fmt::format("| {} |", entries[i].label);
    for (const double limit : limits) {
      const std::optional<double> cost = cost_for(m, limit);
      const bool best = cost && *cost == *least(sheet, limit);
      text += fmt::format(" {0}{1}{0} |", best ? "**" : "", cost ? spaced(*cost) : "–");
    }
    text += "\n";
  }
  return text + notes(entries, sheet);
}

}  // namespace

std::string page(std::span<const Entry> entries, std::span<const Sheet> sheets) {
  std::string text = introduction;
  for (const Sheet& sheet : sheets) text += table(entries, sheet);
  return text + "\nPapers: [notation](notation.md#papers).\n";
}

}  // namespace saltus::bench
