// SPDX-License-Identifier: Apache-2.0
// A row is the velocity of the first body's point less that of the second one's, along a direction.
#include "saltus/contact/shape_rows.h"

#include <algorithm>

#include <Eigen/Geometry>

#include "saltus/model/body_pose.h"
#include "saltus/model/collision.h"

namespace saltus {
namespace {

/// One of the two bodies: where its part of a row stands.
template <int D>
struct Side {
  const Body& body;
  Pose<D> pose;
  std::ptrdiff_t place = 0;  // of its first degree of freedom in the group's

  Side(const Model& model, const FunctionGroup& group, std::int32_t number, const Vec& q)
      : body(model.bodies[static_cast<std::size_t>(number)]), pose(body_pose<D>(body, q)) {
    if (body.motion == BodyMotion::fixed) return;
    const auto first = std::find(group.dofs.begin(), group.dofs.end(), body.dof);
    place = first - group.dofs.begin();
  }

  /// row += sign · ∂(direction · velocity of the point)/∂v
  void add(double sign, const Point<D>& direction, const Point<D>& point, double* row) const {
    if (body.motion == BodyMotion::fixed) return;
    double* out = row + place;
    for (int i = 0; i < D; ++i) out[i] += sign * direction[i];
    if (body.motion == BodyMotion::point) return;
    const Point<D> arm = point - pose.position;
    if constexpr (D == 2) {
      out[2] += sign * (arm[0] * direction[1] - arm[1] * direction[0]);
    } else {
      const Point<3> torque = pose.rotation.transpose() * arm.cross(direction);
      for (int i = 0; i < 3; ++i) out[3 + i] += sign * torque[i];
    }
  }
};

/// N, and where there is friction T1 (, T2).
template <int D>
std::array<Point<D>, D> directions(const Point<D>& n, int axis) {
  if constexpr (D == 2) {
    (void)axis;
    return {n, Point<2>(n[1], -n[0])};
  } else {
    const Point<3> t_1 = n.cross(Point<3>::Unit(axis)).normalized();
    return {n, t_1, n.cross(t_1)};
  }
}

template <int D>
void evaluate_all(const Model& model, const Collision<D>& collision, const Vec& q,
                  std::span<const std::uint8_t> groups, ConstraintRows& rows) {
  for (std::size_t k = 0; k < model.candidates.size(); ++k) {
    const Candidate& c = model.candidates[k];
    const auto first_row = static_cast<std::size_t>(c.function);
    const FunctionPlace& gap = model.functions[first_row];
    if (!groups.empty() && groups[static_cast<std::size_t>(gap.group)] == 0) continue;
    const FunctionGroup& group = model.groups[static_cast<std::size_t>(gap.group)];
    const PlacedShape<D>& a = collision.shapes[static_cast<std::size_t>(c.first)];
    const PlacedShape<D>& b = collision.shapes[static_cast<std::size_t>(c.second)];
    const Side<D> A(model, group, a.body, q);
    const Side<D> B(model, group, b.body, q);
    const auto functions = ShapesOf<D>::functions(a.shape, b.shape);
    const ContactPoint<D> point = functions.evaluate(a.shape, carried(A.pose, a.in_body), b.shape,
                                                     carried(B.pose, b.in_body), c.feature);
    const auto along = directions<D>(point.normal, c.axis);
    // the rows meet in the middle of the gap, where friction acts when it is closed
    const Point<D> middle = 0.5 * (point.on_first + point.on_second);
    const bool slides = model.contacts[model.own_contacts + k].tangent >= 0;
    for (std::size_t r = 0; r < (slides ? std::size_t{D} : 1); ++r) {
      const FunctionPlace& place = model.functions[first_row + r];
      rows.data[static_cast<std::size_t>(place.value)] = r == 0 ? point.gap : 0.0;
      rows.data[static_cast<std::size_t>(place.rate)] = 0;
      double* row = rows.data.data() + place.gradient;
      std::fill(row, row + group.dofs.size(), 0.0);
      A.add(1, along[r], middle, row);
      B.add(-1, along[r], middle, row);
    }
  }
}

}  // namespace

void evaluate_candidates(const Model& model, const Vec& q, std::span<const std::uint8_t> groups,
                         ConstraintRows& rows) {
  if (const auto* planar = collision_of<2>(model.shapes))
    evaluate_all(model, *planar, q, groups, rows);
  if (const auto* spatial = collision_of<3>(model.shapes))
    evaluate_all(model, *spatial, q, groups, rows);
}

}  // namespace saltus
