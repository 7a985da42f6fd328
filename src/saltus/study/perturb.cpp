// SPDX-License-Identifier: Apache-2.0
// Random moves from fixed seeds, brought back to what the start must satisfy.
#include "saltus/study/perturb.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <fmt/format.h>

#include "saltus/base/dense.h"
#include "saltus/base/error.h"
#include "saltus/contact/rows.h"
#include "saltus/model/dynamics.h"

namespace saltus {
namespace {

constexpr double closed = 1e-9;      // m: as tight as a start must be
constexpr double on_joints = 1e-12;  // what Newton's method is asked for

/// In [−1, 1), from bits that the standard fixes; its distributions are not.
double symmetric(std::mt19937_64& bits) {
  return 2 * static_cast<double>(bits() >> 11U) * 0x1p-53 - 1;
}

/// Rows of H, values and velocities of some functions at one point, and M⁻¹ there.
class StartRows {
 public:
  explicit StartRows(const Model& model)
      : model_(model),
        rows_(make_rows(model)),
        tapes_(make_row_work(model)),
        bodies_(make_body_work(model)),
        dynamics_(make_dynamics(model)) {}

  void move_to(const Vec& q, const Vec& v) {
    evaluate(model_, 0, q, tapes_, rows_);
    set_velocities(model_, v, rows_);
    motion(model_, 0, q, v, bodies_, dynamics_);
  }
  [[nodiscard]] double value(std::int32_t f) const {
    return rows_.value(model_.functions[static_cast<std::size_t>(f)]);
  }
  [[nodiscard]] double velocity(std::int32_t f) const {
    return rows_.u[static_cast<std::size_t>(f)];
  }
  /// M⁻¹ Hᵀ (H M⁻¹ Hᵀ)⁺ r for the rows of these functions; redundant ones share.
  [[nodiscard]] Vec correction(const std::vector<std::int32_t>& functions, const Vec& r) const {
    Mat H = Mat::Zero(r.size(), model_.dofs);
    for (Eigen::Index i = 0; i < r.size(); ++i) {
      const FunctionPlace& place =
          model_.functions[static_cast<std::size_t>(functions[static_cast<std::size_t>(i)])];
      const double* entry = rows_.gradient(place);
      for (const std::int32_t dof : dofs_of(model_, place)) {
        H(i, dof) = *entry++;
      }
    }
    Mat M = Mat::Zero(model_.dofs, model_.dofs);
    for (const Cluster& c : model_.clusters) {
      M.block(c.dof, c.dof, c.n, c.n) = Eigen::Map<const RowMat>(dynamics_.M(c), c.n, c.n);
    }
    const Mat M_inv_Ht = Cholesky(M).solve(H.transpose());
    const Mat W = H * M_inv_Ht;
    return M_inv_Ht * least_norm_solution(W, r);
  }

 private:
  const Model& model_;
  ConstraintRows rows_;
  RowWork tapes_;
  BodyWork bodies_;
  Dynamics dynamics_;
};

/// Functions that a start keeps at zero, and those whose velocity it keeps.
struct Kept {
  std::vector<std::int32_t> positions;
  std::vector<std::int32_t> velocities;
};

Kept kept_by(const Model& model, StartRows& rows) {
  rows.move_to(model.q0, model.v0);
  Kept kept{model.joint_functions, model.joint_functions};
  for (const Contact& contact : model.contacts) {
    if (std::abs(rows.value(contact.gap)) > closed) continue;
    kept.positions.push_back(contact.gap);
    if (std::abs(rows.velocity(contact.gap)) <= closed) kept.velocities.push_back(contact.gap);
  }
  return kept;
}

template <class Residual>
Vec residuals(const std::vector<std::int32_t>& functions, const Residual& residual) {
  Vec r(static_cast<Eigen::Index>(functions.size()));
  std::transform(functions.begin(), functions.end(), r.begin(), residual);
  return r;
}

/// Brings q and v back; false where Newton's method fails or a gap stays negative.
bool bring_back(const Model& model, const Kept& kept, StartRows& rows, Vec& q, Vec& v) {
  bool on_target = kept.positions.empty();
  for (int pass = 0; pass < 30 && !on_target; ++pass) {
    rows.move_to(q, v);
    const Vec g = residuals(kept.positions, [&](std::int32_t f) { return rows.value(f); });
    if (!g.allFinite()) return false;
    on_target = g.lpNorm<Eigen::Infinity>() <= on_joints;
    if (!on_target) advance(model, q, -1, rows.correction(kept.positions, g), q);
  }
  rows.move_to(q, v);
  if (!kept.velocities.empty()) {
    const Vec u = residuals(kept.velocities, [&](std::int32_t f) { return rows.velocity(f); });
    v -= rows.correction(kept.velocities, u);
  }
  return on_target && q.allFinite() && v.allFinite() &&
         std::all_of(model.contacts.begin(), model.contacts.end(),
                     [&](const Contact& c) { return rows.value(c.gap) >= -closed; });
}

}  // namespace

Model perturbed(const Model& model, const StartScale& scale, double amount, std::int32_t datum) {
  Model other = model;
  if (datum == 0 || amount == 0) return other;
  std::mt19937_64 bits(static_cast<std::uint64_t>(datum));
  Vec dq(model.dofs), dv(model.dofs);
  for (Eigen::Index i = 0; i < model.dofs; ++i) {
    const std::int32_t p = model.space.position_of[static_cast<std::size_t>(i)];
    dq[i] = amount * (p < 0 ? 1.0 : scale.q[p]) * symmetric(bits);
    dv[i] = amount * scale.v[i] * symmetric(bits);
  }
  StartRows rows(model);
  const Kept kept = kept_by(model, rows);
  constexpr int halvings = 40;
  for (int i = 0; i < halvings; ++i, dq *= 0.5) {  // velocities violate no gap
    for (const double sign : {1.0, -1.0}) {
      advance(model, model.q0, sign, dq, other.q0);
      other.v0 = model.v0 + sign * dv;
      if (bring_back(model, kept, rows, other.q0, other.v0)) return other;
    }
  }
  throw ModelError({"--average"},
                   fmt::format("no start close to the model's own was found that closes its joints "
                               "and violates no gap (datum {}); use --average 1",
                               datum));
}

}  // namespace saltus
