// SPDX-License-Identifier: Apache-2.0
// What a run goes on from, named once for writing and reading; and where it may be resumed.
#pragma once

#include <algorithm>
#include <cstdint>

#include "saltus/model/model.h"
#include "saltus/run/archive.h"
#include "saltus/run/certificate.h"
#include "saltus/run/grid.h"

namespace saltus {

/// Every so many steps, whatever the clock says, a run forgets what it could compute anew (factors,
/// bounds, copied rows): what follows then depends on the checkpoint alone. A second or so of most
/// models.
[[nodiscard]] inline std::int64_t steps_between_checkpoints(const Model& model) {
  constexpr std::int64_t fewest = 64;
  constexpr std::int64_t most = 16384;
  return std::clamp<std::int64_t>(131072 / std::max(1, model.dofs), fewest, most);
}

/// Would the run have come here with every later end, too? After `done` steps of the grid, at x.
[[nodiscard]] inline bool is_free_of_end(const Grid& grid, std::int64_t done, const State& x,
                                         bool chooses_step) {
  if (grid.steps() < 2) return false;  // the first step may be shorter than asked for
  if (!chooses_step) return done < grid.steps();
  return x.t < grid.end(grid.steps() - 1) - 1.1 * x.split.h_max;
}

template <class A>
void pass_on(A& archive, State& x) {
  archive(x.t, x.q, x.v, x.joint_rank, x.h, x.p_joint, x.p_normal, x.p_tangent, x.p_tangent_2,
          x.lambda_joint, x.tau_joint, x.tau_normal, x.a, x.v_dot, x.w, x.v_before);
  SplitMemory& s = x.split;
  archive(s.begun_at, s.h_max, s.h_next, s.h_fit, s.v_max, s.window_end, s.window_hits,
          s.window_changes, s.window, s.coarse_steps, s.smooth, s.stiff, s.steps, s.h_1, s.h_2,
          s.closed, s.returns, s.t_hit);
}

template <class A>
void pass_on(A& archive, CountStatistics& c) {
  archive(c.sum, c.samples, c.max);
}

template <class A>
void pass_on(A& archive, Certificate& c) {
  archive(c.steps, c.reduced_steps, c.end_time, c.max_penetration, c.max_joint_error,
          c.max_velocity_law_residual, c.max_energy_increase, c.energy_balance_error, c.impacts,
          c.contacts_max, c.redundant_joint_rows);
  for (CountStatistics* s : {&c.newton, &c.projection, &c.activation, &c.solver_iterations})
    pass_on(archive, *s);
  archive(c.solver_residual_max);
  for (Occasions* o : {&c.failures, &c.fallback, &c.coarse}) archive(o->count, o->first);
  archive(c.stiff_at);
  archive(c.work.masses, c.work.forces, c.work.tangents, c.work.solves, c.work.rows);
}

/// The identities of the contacts between shapes.
template <class A>
void pass_on(A& archive, std::vector<Candidate>& candidates) {
  auto count = static_cast<std::int64_t>(candidates.size());
  archive(count);
  if constexpr (A::reads) {
    constexpr std::int64_t most = 100'000'000;
    if (count < 0 || count > most) throw FileError("the checkpoint is damaged");
    candidates.resize(static_cast<std::size_t>(count));
  }
  for (Candidate& c : candidates)
    archive(c.first, c.second, c.feature, c.meeting, c.number, c.axis);
}

}  // namespace saltus
