// SPDX-License-Identifier: Apache-2.0
// A row is the velocity of the first body's point less that of the second one's, along a direction.
#include "saltus/contact/shape_rows.h"

#include <algorithm>
#include <cstring>

#include <Eigen/Geometry>

#include "saltus/base/index.h"
#include "saltus/model/body_pose.h"
#include "saltus/model/collision.h"

namespace saltus {
namespace {

/// row = sign · ∂(direction · velocity of the point)/∂v of one of the two bodies
template <int D>
inline void write(const Pose<D>& body, bool turns, double sign, const Point<D>& direction,
                  const Point<D>& point, double* row) {
  for (int i = 0; i < D; ++i) row[i] = sign * direction[i];
  if (!turns) return;
  const Point<D> arm = point - body.position;
  if constexpr (D == 2) {
    row[2] = sign * (arm[0] * direction[1] - arm[1] * direction[0]);
  } else {
    const Point<3> torque = arm.cross(direction);
    for (int i = 0; i < 3; ++i) row[3 + i] = sign * body.rotation.col(i).dot(torque);
  }
}

/// Degrees of freedom of a body with mass.
template <int D>
std::int32_t dofs_of(bool turns) {
  return turns ? 3 * (D - 1) : D;
}

inline PosesOf<2>& poses_of(const Collision<2>& /*plane*/, ShapePoses& all) { return all.planar; }
inline PosesOf<3>& poses_of(const Collision<3>& /*space*/, ShapePoses& all) { return all.spatial; }

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

/// Where the two shapes of a candidate meet.
template <int D>
[[gnu::always_inline]] inline ContactPoint<D> meet(const Collision<D>& collision,
                                                   const PosesOf<D>& poses, const Candidate& c) {
  const PlacedShape<D>& a = collision.shapes[at(c.first)];
  const PlacedShape<D>& b = collision.shapes[at(c.second)];
  return ShapesOf<D>::functions(a.shape, b.shape)
      .evaluate(a.shape, poses.shapes[at(c.first)], b.shape, poses.shapes[at(c.second)], c.feature);
}

template <int D>
void evaluate_all(const Model& model, const Collision<D>& collision, const Vec& q,
                  std::span<const std::uint8_t> groups, ShapePoses& all, ConstraintRows& rows) {
  PosesOf<D>& poses = poses_of(collision, all);
  place_shapes(model, collision, q, poses);
  for (std::size_t k = 0; k < model.candidates.size(); ++k) {
    const Candidate& c = model.candidates[k];
    if (!groups.empty() && groups[model.groups.size() + k] == 0) continue;
    const PlacedShape<D>& a = collision.shapes[at(c.first)];
    const PlacedShape<D>& b = collision.shapes[at(c.second)];
    const ContactPoint<D> point = meet(collision, poses, c);
    const auto along = directions<D>(point.normal, c.axis);
    // the rows meet in the middle of the gap, where friction acts when it is closed
    const Point<D> middle = 0.5 * (point.on_first + point.on_second);
    const bool slides = model.contacts[model.own_contacts + k].tangent >= 0;
    const std::int32_t written =
        (c.at_first < 0 ? 0 : dofs_of<D>(a.turns)) + (c.at_second < 0 ? 0 : dofs_of<D>(b.turns));
    for (std::size_t r = 0; r < (slides ? std::size_t{D} : 1); ++r) {
      const FunctionPlace& f = model.functions[at(c.function) + r];
      if (r == 0) rows.data[at(f.value)] = point.gap;  // rates and displacements are zero
      double* row = rows.data.data() + f.gradient;
      if (f.dof_count != written) std::fill(row, row + f.dof_count, 0.0);
      if (c.at_first >= 0)
        write<D>(poses.bodies[at(a.body)], a.turns, 1, along[r], middle, row + c.at_first);
      if (c.at_second >= 0)
        write<D>(poses.bodies[at(b.body)], b.turns, -1, along[r], middle, row + c.at_second);
    }
  }
}

template <int D>
Point<3> in_space(const Point<D>& x) {
  Point<3> out = Point<3>::Zero();
  out.template head<D>() = x;
  return out;
}

template <int D>
void find_frames(const Model& model, const Collision<D>& collision, const Vec& q, ShapePoses& all,
                 std::vector<ContactFrame>& out) {
  PosesOf<D>& poses = poses_of(collision, all);
  place_shapes(model, collision, q, poses);
  out.resize(model.candidates.size());
  for (std::size_t k = 0; k < model.candidates.size(); ++k) {
    const Candidate& c = model.candidates[k];
    const ContactPoint<D> point = meet(collision, poses, c);
    const auto along = directions<D>(point.normal, c.axis);
    out[k].point = in_space<D>(0.5 * (point.on_first + point.on_second));
    out[k].normal = in_space<D>(along[0]);
    out[k].tangent = in_space<D>(along[1]);
    if constexpr (D == 3) out[k].tangent_2 = along[2];
  }
}

}  // namespace

template <int D>
void place_shapes(const Model& model, const Collision<D>& collision, const Vec& q,
                  PosesOf<D>& out) {
  const bool are_there =  // by bits: 0 is not −0
      out.shapes.size() == collision.shapes.size() && out.q.size() == q.size() && q.size() > 0 &&
      std::memcmp(out.q.data(), q.data(), static_cast<std::size_t>(q.size()) * sizeof(double)) == 0;
  if (are_there) return;
  out.q = q;
  out.bodies.resize(model.bodies.size());
  out.shapes.resize(collision.shapes.size());
  std::int32_t placed = -1;
  for (std::size_t i = 0; i < collision.shapes.size(); ++i) {
    const PlacedShape<D>& shape = collision.shapes[i];
    Pose<D>& body = out.bodies[at(shape.body)];
    if (shape.body != placed) body = body_pose<D>(model.bodies[at(shape.body)], q);
    placed = shape.body;
    out.shapes[i] = carried(body, shape.in_body);
  }
}
template void place_shapes(const Model&, const Collision<2>&, const Vec&, PosesOf<2>&);
template void place_shapes(const Model&, const Collision<3>&, const Vec&, PosesOf<3>&);

void contact_frames(const Model& model, const Vec& q, ShapePoses& poses,
                    std::vector<ContactFrame>& out) {
  out.clear();
  if (const auto* planar = collision_of<2>(model.shapes))
    find_frames(model, *planar, q, poses, out);
  if (const auto* spatial = collision_of<3>(model.shapes))
    find_frames(model, *spatial, q, poses, out);
}

void evaluate_candidates(const Model& model, const Vec& q, std::span<const std::uint8_t> groups,
                         ShapePoses& poses, ConstraintRows& rows) {
  if (const auto* planar = collision_of<2>(model.shapes))
    evaluate_all(model, *planar, q, groups, poses, rows);
  if (const auto* spatial = collision_of<3>(model.shapes))
    evaluate_all(model, *spatial, q, groups, poses, rows);
}

}  // namespace saltus
