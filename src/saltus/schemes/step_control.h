// SPDX-License-Identifier: Apache-2.0
// Trial steps until one is accurate enough. For the files of the schemes only.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "saltus/schemes/splitting.h"

namespace saltus {

/// `attempt(r)` takes a step over at most r and returns its length, `error()` is its error, 1 where
/// it is just accepted and proportional to rᵖ. A step that a target or an event cut short says
/// nothing about the length of the next one. A step of the shortest length is accepted anyway.
template <class Attempt, class Error>
double controlled_step(SplitStep& s, double first, int p, const Attempt& attempt,
                       const Error& error) {
  const double h_max = s.x.split.h_max;
  const double shortest = std::max(1e-9 * h_max, 1e-14 * s.x.t);
  double wanted = std::max(shortest, std::min(first, h_max));
  double r = wanted < 0.99 * s.h ? wanted : s.h;
  for (;;) {
    if (r < s.h) r = (s.x.t + r) - s.x.t;  // t + r is then exact
    const double taken = attempt(r);
    const double e = is_usable(s.report.status) ? error() : std::numeric_limits<double>::infinity();
    const double factor = std::clamp(0.9 * std::pow(e, -1.0 / p), 0.2, 4.0);
    if (e <= 1 || taken <= 1.5 * shortest) {  // rounded as above
      const double next = taken * factor;
      s.next.split.h_next = std::min(h_max, taken < wanted ? std::max(wanted, next) : next);
      return taken;
    }
    s.report.rejected += 1;
    r = wanted = std::max(shortest, taken * std::min(factor, 0.9));
  }
}

}  // namespace saltus
