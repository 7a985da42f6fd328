// SPDX-License-Identifier: Apache-2.0
// The fixed point, and the interior point of one convex problem.
#include "saltus/solvers/convex_steps.h"

#include <cmath>
#include <limits>

#include "saltus/solvers/central_path.h"
#include "saltus/solvers/proximal_newton.h"

namespace saltus {
namespace {

/// p with the given s, as far as the path goes; iterations done.
template <int D>
std::int32_t solve_convex(const Island<D>& island, const IslandGoal& goal, BlockLu<D>& lu,
                          const std::vector<double>& s, RowsOf<D>& p) {
  constexpr std::int32_t most_steps = 60;
  // In the island's units. The next s is off by about the root of the first: enough for a fixed
  // point whose steps are much larger, and the polish does not mind.
  constexpr double end_tau = 1e-13;
  constexpr double end_r = 1e-9;
  CentralPath<D> path({}, island, lu, s);
  std::int32_t done = 0;
  while (done < most_steps && !goal.late()) {
    goal.meter->charge(path.step_cost());
    ++done;
    if (!path.step() || (path.tau() < end_tau && path.largest_r() < end_r)) break;
  }
  p = path.reactions();
  return done;
}

/// s ← μ‖u_T‖; how far it moved.
template <int D>
double update(const Island<D>& island, const RowsOf<D>& u, std::vector<double>& s) {
  double sum = 0;
  for (std::size_t a = 0; a < s.size(); ++a) {
    const double next = island.mu[a] * u[a].template tail<D - 1>().norm();
    sum += (next - s[a]) * (next - s[a]);
    s[a] = next;
  }
  return std::sqrt(sum);
}

}  // namespace

template <int D>
std::int32_t search(const ConvexSteps& options, const Island<D>& island, const IslandGoal& goal,
                    BlockLu<D>& lu, std::vector<double>& s, Best<D>& best) {
  if (s.empty()) s.assign(island.size(), 0.0);
  RowsOf<D> p(island.size());
  RowsOf<D> u(island.size());
  std::int32_t done = 0;
  double last_change = std::numeric_limits<double>::infinity();
  for (std::int32_t k = 1; k <= options.max_iterations && !goal.late(); ++k) {
    done += solve_convex(island, goal, lu, s, p);
    if (best.offer(island, goal, p)) return done;
    velocity(island, p, u);
    const double change = update(island, u, s);
    if (!std::isfinite(change)) {
      s.assign(island.size(), 0.0);
      return done;
    }
    if (k < options.first) continue;
    ProximalNewton polish;
    polish.alpha = 1e-3;
    polish.max_iterations = options.polish;
    done += search(polish, island, goal, lu, p, best);
    // Where the steps do not become shorter any more, no fixed point is near.
    if (best.met() || change > last_change) return done;
    last_change = change;
  }
  return done;
}

template std::int32_t search<2>(const ConvexSteps&, const Island<2>&, const IslandGoal&,
                                BlockLu<2>&, std::vector<double>&, Best<2>&);
template std::int32_t search<3>(const ConvexSteps&, const Island<3>&, const IslandGoal&,
                                BlockLu<3>&, std::vector<double>&, Best<3>&);

}  // namespace saltus
