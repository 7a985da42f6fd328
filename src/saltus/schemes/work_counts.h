// SPDX-License-Identifier: Apache-2.0
// What a run evaluated, factorised and solved: its cost, the same on every machine.
#pragma once

#include <cstdint>

namespace saltus {

struct WorkCounts {
  std::int64_t masses = 0;    // factorisations of M or of an iteration matrix M̂
  std::int64_t forces = 0;    // evaluations of f, with M
  std::int64_t tangents = 0;  // of S, K and C
  std::int64_t solves = 0;    // of one-step problems with at least one row
  std::int64_t rows = 0;      // evaluations of gaps, joints and H (or how H turns) at one point

  WorkCounts& operator+=(const WorkCounts& other) { return add(other, 1); }
  WorkCounts& operator-=(const WorkCounts& other) { return add(other, -1); }

  /// ½ (masses + forces) + tangents + ½ solves + ¼ rows: one number to compare schemes by. The
  /// weights are a convention, for small mechanisms.
  [[nodiscard]] double cost() const {
    return 0.5 * static_cast<double>(masses + forces + solves) + static_cast<double>(tangents) +
           0.25 * static_cast<double>(rows);
  }

 private:
  WorkCounts& add(const WorkCounts& other, std::int64_t sign) {
    masses += sign * other.masses;
    forces += sign * other.forces;
    tangents += sign * other.tangents;
    solves += sign * other.solves;
    rows += sign * other.rows;
    return *this;
  }
};

/// Of a Workspace, since it was made. A scheme whose memory holds more that counts than Workspace
/// does adds it by own_work().
template <class W>
[[nodiscard]] WorkCounts work_of(const W& w) {
  WorkCounts counts{w.factor.factorisations(), w.bodies.forces, w.bodies.tangents, w.solver.solves,
                    w.row_tapes.has_rows ? w.row_tapes.evaluations : 0};
  if constexpr (requires { w.own_work(); }) counts += w.own_work();
  return counts;
}

}  // namespace saltus
