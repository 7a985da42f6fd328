// SPDX-License-Identifier: Apache-2.0
// What the contacts of a friction problem do in a solution, counted.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "saltus/laws/status.h"
#include "saltus/problems/friction_problem.h"

namespace saltus {

/// By ContactStatus. Contact a is told by where z = p − ρ û lies, ρ = 1 / mean(diag W_aa): in the
/// polar cone it is open, in K it sticks, in between it slides (closed where mu = 0). So a p that
/// solves only to some tolerance is counted as the solution that it is near to.
[[nodiscard]] std::array<std::size_t, contact_status_names.size()> contact_states(
    const FrictionProblem& problem, std::span<const double> p, std::span<const double> u);

}  // namespace saltus
