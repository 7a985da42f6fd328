// SPDX-License-Identifier: Apache-2.0
// Along the central path to its end, then the polish.
#include "saltus/solvers/interior_point.h"

#include <limits>

#include "saltus/solvers/proximal_newton.h"

namespace saltus {
namespace {

/// Along the path until the goal is met or nothing is gained any more; p becomes its best point.
template <int D>
std::int32_t follow(const InteriorPoint& options, const Island<D>& island, const IslandGoal& goal,
                    BlockLu<D>& lu, RowsOf<D>& p, Best<D>& best) {
  CentralPath<D> path(options.path, island, lu);
  const double step_cost = path.step_cost();
  int idle = 0;
  double lowest = std::numeric_limits<double>::infinity();
  for (std::int32_t k = 1; k <= options.max_iterations; ++k) {
    goal.meter->charge(step_cost);
    if (!path.step()) return k;
    if (best.offer(island, goal, path.reactions())) return k;
    idle = best.last < 0.9 * lowest ? 0 : idle + 1;
    if (best.last < lowest) {
      lowest = best.last;
      p = path.reactions();
    }
    if (idle > options.patience || goal.late()) return k;
  }
  return options.max_iterations;
}

}  // namespace

template <int D>
std::int32_t polish(std::int32_t steps, const Island<D>& island, const IslandGoal& goal,
                    BlockLu<D>& lu, RowsOf<D> p, Best<D>& best) {
  ProximalNewton newton;
  newton.alpha = 1e-4;
  newton.max_iterations = steps;
  return search(newton, island, goal, lu, p, best);
}

template <int D>
std::int32_t search(const InteriorPoint& options, const Island<D>& island, const IslandGoal& goal,
                    BlockLu<D>& lu, RowsOf<D>& p, Best<D>& best) {
  p = best.p;
  const std::int32_t done = follow(options, island, goal, lu, p, best);
  if (best.met() || options.polish == 0 || goal.late()) return done;
  return done + polish(options.polish, island, goal, lu, p, best);
}

#define SALTUS_INSTANTIATE(D)                                                                     \
  template std::int32_t search<D>(const InteriorPoint&, const Island<D>&, const IslandGoal&,      \
                                  BlockLu<D>&, RowsOf<D>&, Best<D>&);                             \
  template std::int32_t polish<D>(std::int32_t, const Island<D>&, const IslandGoal&, BlockLu<D>&, \
                                  RowsOf<D>, Best<D>&);
SALTUS_INSTANTIATE(2)
SALTUS_INSTANTIATE(3)
#undef SALTUS_INSTANTIATE

}  // namespace saltus
