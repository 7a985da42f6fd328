// SPDX-License-Identifier: Apache-2.0
// The outer loop on α.
#include "saltus/solvers/proximal_newton.h"

#include <algorithm>
#include <cmath>

namespace saltus {

template <int D>
std::int32_t search(const ProximalNewton& options, const Island<D>& island, const IslandGoal& goal,
                    BlockLu<D>& lu, RowsOf<D>& p, Best<D>& best) {
  constexpr double least = 1e-14;
  constexpr double most = 1e3;
  // A try that succeeds takes 2 to 5 steps; one that cycles between statuses never ends. What the
  // inner Newton leaves is small beside the way that the proximal steps still have to go.
  constexpr double inner_tolerance = 0.1;
  constexpr std::int32_t inner_steps = 8;
  constexpr std::int32_t easy = 5;  // inner steps up to which α may fall
  RowsOf<D> centre = p;
  double alpha = options.alpha;
  std::int32_t done = 0;
  while (done < options.max_iterations && !goal.late()) {
    const ProximalTerm<D> term{alpha, &centre};
    const NewtonReport inner = search(SemismoothNewton{options.map, inner_steps, true}, island,
                                      goal, term, inner_tolerance, lu, p, best);
    done += std::max(inner.iterations, 1);
    if (best.met()) return done;
    if (inner.inner_solved) {
      centre = p;
      if (inner.iterations <= easy) alpha = std::max(least, alpha * options.decrease);
    } else {
      if (alpha >= most) return done;
      p = centre;
      alpha *= options.increase;
    }
  }
  return done;
}

#define SALTUS_INSTANTIATE(D)                                                                 \
  template std::int32_t search<D>(const ProximalNewton&, const Island<D>&, const IslandGoal&, \
                                  BlockLu<D>&, RowsOf<D>&, Best<D>&);
SALTUS_INSTANTIATE(2)
SALTUS_INSTANTIATE(3)
#undef SALTUS_INSTANTIATE

}  // namespace saltus
