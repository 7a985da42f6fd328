// SPDX-License-Identifier: Apache-2.0
// Trial steps until one is accurate enough. For the files of the schemes only.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "saltus/schemes/splitting.h"

namespace saltus {

/// Counts steps that are very short until there is one of some length; a thousandfold those that
/// are less accurate than asked. Where a force jumps to and fro with the motion there is no end to
/// them.
inline void note_short(SplitStep& s, bool coarse, double times_shortest) {
  constexpr std::int32_t most = 1'000'000;
  std::int32_t& count = s.next.split.coarse_steps;
  s.report.coarse = coarse;
  if (times_shortest > 1e4) count = 0;
  if (times_shortest < 1e3) count += coarse ? 1000 : 1;
  if (count > most && is_usable(s.report.status)) s.report.status = StepStatus::step_too_small;
}

/// `attempt(r)` takes a step over at most r and returns its length, `error()` is its error,
/// proportional to rᵖ, `is_enough(e)` accepts it; an error up to 1 is. (12) The next length is a
/// part of the one that fits, that is, has an error of 1; where that became shorter it goes on to.
/// A step that a target or an event cut short says nothing about the length of the next one. A step
/// of the shortest length is accepted anyway; many of them, with no longer one between, are a
/// failure.
template <class Attempt, class Error, class Enough>
double controlled_step(SplitStep& s, double first, int p, const Attempt& attempt,
                       const Error& error, const Enough& is_enough) {
  constexpr double part = 0.8;
  const double h_max = s.x.split.h_max;
  const double shortest = std::max(1e-9 * h_max, 1e-14 * s.x.t);
  double wanted = std::max(shortest, std::min(first, h_max));
  double r = wanted < 0.99 * s.h ? wanted : s.h;
  for (;;) {
    if (r < s.h) r = (s.x.t + r) - s.x.t;  // t + r is then exact
    const double taken = attempt(r);
    // reactions that were not found may exist over a shorter step: where a pin turns round in
    // little play, rows of stages far apart have little to do with each other
    const double e =
        s.report.status == StepStatus::ok ? error() : std::numeric_limits<double>::infinity();
    const double fit = taken * std::clamp(std::pow(e, -1.0 / p), 0.25, 5.0);
    const bool is_shortest = taken <= 1.5 * shortest;  // rounded as above
    const bool accepted = is_enough(e);
    if (accepted || is_shortest) {
      note_short(s, !accepted && taken < s.h, taken / shortest);
      const double shrinks = fit < s.x.split.h_fit ? fit / s.x.split.h_fit : 1.0;
      const double next = std::max(part * fit * shrinks, 0.2 * taken);
      s.next.split.h_fit = fit;
      s.next.split.h_next = std::min(h_max, taken < wanted ? std::max(wanted, next) : next);
      return taken;
    }
    s.report.rejected += 1;
    r = wanted = std::max(shortest, part * fit);
  }
}

}  // namespace saltus
