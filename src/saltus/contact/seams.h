// SPDX-License-Identifier: Apache-2.0
// Where shapes that do not move against each other lie flush, as fixed boxes in a row do, their
// common side is no surface: what slides over the seam must not meet the next one's edge. For
// candidates.cpp only.
//
// Of three convex shapes X, A and B, A and B at rest to each other: let X be near A at a point with
// normal m, and near B at y with another normal. Where B lies behind the plane of A's contact and A
// holds y too, what X can reach there is A's surface, and A's contact, or B's along m, says so. So
// the one at y is left out. A wall on a floor is in front of the floor's plane and stays. And where
// A and B touch, nothing is between them: what both push the other way, as a point on the seam, is.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include <Eigen/Geometry>

#include "saltus/base/index.h"
#include "saltus/contact/shape_rows.h"
#include "saltus/model/collision.h"

namespace saltus {

inline planar::Shape point_shape(const Point<2>& /*dimension*/) {
  planar::Shape point = planar::Particle{};
  planar::prepare(point);
  return point;
}
inline spatial::Shape point_shape(const Point<3>& /*dimension*/) {
  spatial::Shape point = spatial::PointShape{};
  spatial::prepare_shape(point);
  return point;
}

/// Turns n into the first axis.
inline Eigen::Matrix2d turned_to_axis(const Point<2>& n) {
  return (Eigen::Matrix2d() << n.x(), n.y(), -n.y(), n.x()).finished();
}
inline Eigen::Matrix3d turned_to_axis(const Point<3>& n) {
  return Eigen::Quaterniond::FromTwoVectors(n, Point<3>::UnitX()).toRotationMatrix();
}

template <int D>
class Seams {
 public:
  /// `body_of`: by shape; −1 of fixed bodies.
  Seams(const Collision<D>& collision, const std::vector<std::int32_t>& body_of)
      : body_of_(body_of), may_be_flush_(body_of.size(), 0), point_(point_shape(Point<D>())) {
    struct Members {
      int all = 0;
      int bounded = 0;
    };
    std::map<std::int32_t, Members> of_body;
    for (std::size_t i = 0; i < body_of.size(); ++i) {
      const PlacedShape<D>& shape = collision.shapes[i];
      if (!is_flat(shape)) continue;
      Members& members = of_body[body_of[i]];
      ++members.all;
      members.bounded += std::isfinite(shape.reach) ? 1 : 0;
    }
    for (std::size_t i = 0; i < body_of.size(); ++i) {
      if (!is_flat(collision.shapes[i])) continue;
      const Members& members = of_body[body_of[i]];
      may_be_flush_[i] = members.all > 1 && members.bounded > 0 ? 1 : 0;
      is_empty_ = is_empty_ && may_be_flush_[i] == 0;
    }
  }

  void leave_out(const Collision<D>& collision, const PosesOf<D>& poses,
                 std::vector<Candidate>& candidates) {
    if (is_empty_) return;
    list(candidates);
    is_left_out_.assign(candidates.size(), 0);
    bool any = false;
    for (std::size_t i = 0; i < sides_.size();) {
      std::size_t end = i + 1;
      while (end < sides_.size() && sides_[end].is_beside(sides_[i])) ++end;
      if (sides_[end - 1].shape != sides_[i].shape)
        any |= judge(collision, poses, candidates, i, end);
      i = end;
    }
    if (!any) return;
    std::size_t i = 0;
    std::erase_if(candidates, [&](const Candidate&) { return is_left_out_[i++] != 0; });
  }

 private:
  /// A candidate as one of its shapes has it: that shape, its body, and the other shape.
  struct Side {
    std::int32_t other;
    std::int32_t body;
    std::int32_t shape;
    std::size_t candidate;
    Point<D> normal = Point<D>::Zero();  // out of the shape
    Point<D> at = Point<D>::Zero();      // on it

    [[nodiscard]] bool is_beside(const Side& s) const { return other == s.other && body == s.body; }
  };

  /// What has flat faces or ends, and is convex.
  static bool is_flat(const PlacedShape<D>& shape) {
    const auto kind = ShapesOf<D>::kind_of(shape.shape);
    return kind == "box" || kind == "polygon" || kind == "polyhedron" || kind == "cylinder" ||
           kind == "plane";
  }

  void list(const std::vector<Candidate>& candidates) {
    sides_.clear();
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const Candidate& c = candidates[i];
      if (may_be_flush_[at(c.second)] != 0)
        sides_.push_back({c.first, body_of_[at(c.second)], c.second, i});
      if (may_be_flush_[at(c.first)] != 0)
        sides_.push_back({c.second, body_of_[at(c.first)], c.first, i});
    }
    std::sort(sides_.begin(), sides_.end(), [](const Side& a, const Side& b) {
      return std::tie(a.other, a.body, a.shape, a.candidate) <
             std::tie(b.other, b.body, b.shape, b.candidate);
    });
  }

  /// Those of one shape with several shapes of one body.
  bool judge(const Collision<D>& collision, const PosesOf<D>& poses,
             const std::vector<Candidate>& candidates, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Candidate& c = candidates[sides_[i].candidate];
      const auto& a = collision.shapes[at(c.first)].shape;
      const auto& b = collision.shapes[at(c.second)].shape;
      const ContactPoint<D> point = ShapesOf<D>::functions(a, b).evaluate(
          a, poses.shapes[at(c.first)], b, poses.shapes[at(c.second)], c.feature);
      const bool is_second = sides_[i].shape == c.second;
      sides_[i].normal = is_second ? point.normal : Point<D>(-point.normal);
      sides_[i].at = is_second ? point.on_second : point.on_first;
    }
    bool any = false;
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t k = begin; k < end && is_left_out_[sides_[i].candidate] == 0; ++k) {
        if (!covers(collision, poses, sides_[k], sides_[i])) continue;
        is_left_out_[sides_[i].candidate] = 1;
        any = true;
      }
    }
    return any;
  }

  /// Whether `cover`, of A and with normal m, makes `side`, of B, one at a seam.
  [[nodiscard]] bool covers(const Collision<D>& collision, const PosesOf<D>& poses,
                            const Side& cover, const Side& side) {
    if (cover.shape == side.shape || cover.normal.dot(side.normal) >= 1 - 1e-9) return false;
    const PlacedShape<D>& b = collision.shapes[at(side.shape)];
    if (!std::isfinite(b.reach)) return false;
    const double tolerance = 1e-9 * b.reach;
    if (cover.normal.dot(side.normal) > 1e-9 - 1) {
      const auto turn = turned_to_axis(cover.normal);
      const Pose<D>& at_b = poses.shapes[at(side.shape)];
      const Pose<D> turned{turn * (at_b.position - cover.at), turn * at_b.rotation};
      if (ShapesOf<D>::bounds(b.shape, turned).upper.x() > tolerance) return false;
    }
    const auto& a = collision.shapes[at(cover.shape)].shape;
    const auto functions = ShapesOf<D>::functions(point_, a);
    features_.clear();
    const Pose<D> at_point{side.at};
    functions.detect(point_, at_point, a, poses.shapes[at(cover.shape)], tolerance, features_);
    return !features_.empty();
  }

  std::vector<std::int32_t> body_of_;
  std::vector<std::uint8_t> may_be_flush_;  // by shape
  bool is_empty_ = true;
  typename ShapesOf<D>::Shape point_;
  std::vector<Side> sides_;
  std::vector<std::uint8_t> is_left_out_;  // by candidate
  std::vector<Feature> features_;
};

}  // namespace saltus
