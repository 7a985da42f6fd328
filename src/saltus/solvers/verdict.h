// SPDX-License-Identifier: Apache-2.0
// When a problem counts as solved, whoever solved it.
#pragma once

#include <algorithm>
#include <optional>
#include <span>

#include "saltus/problems/residual.h"
#include "saltus/solvers/friction_solver.h"

namespace saltus {

/// What is held against the tolerance. err_q has ρ = 1, and where W is large (light bodies, other
/// units) any small p in the cones would do: nat_scaled may not be more than 1000 times as large.
[[nodiscard]] inline double measured(const Residual& residual, Measure measure) {
  constexpr double blind = 1e-3;
  return measure == Measure::err_q ? std::max(residual.err_q, blind * residual.nat_scaled)
                                   : residual.nat_scaled;
}

/// Which measure the tolerance is met in, if any: the asked one; where double precision cannot
/// reach the tolerance in err_q, nat_scaled. Neither counts where it is itself round-off: a p so
/// large that u is lost in it solves nothing. In place of err_q nat_scaled counts only where err_q
/// is near what rounding leaves (beside light bodies nat_scaled hardly sees what heavy ones do),
/// and where it is known well: by a p without limit anything is small beside p.
/// round_off() gives the Residual of that name.
template <class RoundOff>
[[nodiscard]] std::optional<Measure> measure_met(const Residual& residual, Measure asked,
                                                 double tolerance, RoundOff&& round_off) {
  const bool q_met = asked == Measure::err_q && measured(residual, asked) <= tolerance;
  const bool nat_met = residual.nat_scaled <= tolerance;
  if (!q_met && !nat_met) return std::nullopt;
  const Residual noise = round_off();
  constexpr double many = 1e3;  // errors add up to many of the unit that noise counts
  if (q_met && noise.err_q <= many * tolerance) return Measure::err_q;
  if (asked == Measure::nat_scaled) {
    if (nat_met && noise.nat_scaled <= many * tolerance) return Measure::nat_scaled;
    return std::nullopt;
  }
  constexpr double some = 10;
  constexpr double well =
      1e-13;  // u is known to 1e-9 of b: nat_scaled's scale is at most 1e4 of it
  const bool out_of_reach = noise.err_q > tolerance && residual.err_q <= some * noise.err_q;
  if (nat_met && out_of_reach && noise.nat_scaled <= well) return Measure::nat_scaled;
  return std::nullopt;
}

struct Verdict {
  Residual residual{};
  Measure measure = Measure::err_q;
  bool solved = false;
};

/// Puts the verdict into the report if it is better than what is there.
inline bool take_better(const Verdict& verdict, Measure asked, FrictionReport& report) {
  if (!verdict.solved && !(measured(verdict.residual, asked) < measured(report.residual, asked)))
    return false;
  report.residual = verdict.residual;
  report.measure = verdict.measure;
  report.solved = verdict.solved;
  return true;
}

template <class Problem>
[[nodiscard]] Verdict judge(const Problem& problem, const FrictionGoal& goal,
                            std::span<const double> p) {
  const Residual r = residual(problem, p);
  const std::optional<Measure> measure =
      measure_met(r, goal.measure, goal.tolerance, [&] { return round_off(problem, p); });
  return {r, measure.value_or(goal.measure), measure.has_value()};
}

}  // namespace saltus
