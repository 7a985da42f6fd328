// SPDX-License-Identifier: Apache-2.0
// A run as a function of time: the states of its grid, and what holds between them.
#pragma once

#include <cstdint>
#include <vector>

#include "saltus/base/types.h"
#include "saltus/record/recorder.h"

namespace saltus {

/// Positions and velocities at times that do not decrease, row by row. Two states at one time are
/// those before and after an impact.
struct Trajectory {
  Eigen::Index positions = 0;
  Eigen::Index dofs = 0;
  std::vector<std::int32_t> position_of;  // by degree of freedom; −1 of an attitude's
  std::vector<double> t;
  std::vector<double> q;
  std::vector<double> v;

  [[nodiscard]] std::size_t size() const { return t.size(); }
  [[nodiscard]] Eigen::Map<const Vec> q_at(std::size_t i) const { return row(q, i, positions); }
  [[nodiscard]] Eigen::Map<const Vec> v_at(std::size_t i) const { return row(v, i, dofs); }

 private:
  [[nodiscard]] Eigen::Map<const Vec> row(const std::vector<double>& x, std::size_t i,
                                          Eigen::Index n) const {
    return {x.data() + static_cast<Eigen::Index>(i) * n, n};
  }
};

/// Without states, of the model's size.
[[nodiscard]] Trajectory empty_trajectory(const Model& model);

/// Of n coordinates that are a vector space.
[[nodiscard]] Trajectory flat_trajectory(Eigen::Index n);

/// Keeps t, q and v of every accepted state.
class TrajectoryRecorder final : public Recorder {
 public:
  explicit TrajectoryRecorder(const Model& model) : trajectory(empty_trajectory(model)) {}
  void record(const Sample& sample) override;

  Trajectory trajectory;
};

/// Writes q(t) and v(t). On the grid (within 1e-6 of a step): the grid's own values, those after
/// the impact where there are two. Between, per coordinate: q cubic with the slopes v (Hermite), v
/// linear; in a step with a jump q linear, v that of the nearer end; attitudes linear. A jump is a
/// change of v that is more than ten times those of both neighbouring steps. t must lie within the
/// grid (or be off by round-off).
void interpolate(const Trajectory& x, double t, Vec& q, Vec& v);

}  // namespace saltus
