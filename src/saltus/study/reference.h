// SPDX-License-Identifier: Apache-2.0
// What a run is compared with: an exact motion, or another run.
#pragma once

#include <variant>

#include "saltus/study/filled_graph.h"
#include "saltus/study/linear_impact.h"
#include "saltus/study/trajectory.h"

namespace saltus {

using Reference = std::variant<Trajectory, LinearImpactMotion>;

/// Writes q(t) and v(t⁺), the velocity after the jump where there is one.
void evaluate(const Reference& reference, double t, Vec& q, Vec& v);

enum class Quantity { position, velocity };

/// The graph of coordinate i of a run: its grid points joined by lines. A jump is the steep line of
/// its step, at most that step away from the vertical one.
[[nodiscard]] FilledGraph graph(const Trajectory& x, Quantity quantity, Eigen::Index i);

/// The reference's graph up to `end`. A run's as above, an exact motion's sampled at distances of
/// `spacing` between the impacts, and with vertical lines at these.
[[nodiscard]] FilledGraph graph(const Reference& reference, Quantity quantity, Eigen::Index i,
                                double end, double spacing);

}  // namespace saltus
