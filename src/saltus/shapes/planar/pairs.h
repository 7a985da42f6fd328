// SPDX-License-Identifier: Apache-2.0
// detect() and evaluate() of every pair of planar kinds that can meet, in both orders.
//
//   bounded (point, disc, capsule, box, polygon, profile) with bounded, and with a plane;
//   rounded (bounded without profile) inside of a ring.
#pragma once

#include <concepts>
#include <limits>
#include <vector>

#include "saltus/shapes/planar/area.h"
#include "saltus/shapes/planar/detect.h"
#include "saltus/shapes/planar/outline.h"
#include "saltus/shapes/planar/polygon.h"
#include "saltus/shapes/planar/profile.h"
#include "saltus/shapes/planar/round.h"
#include "saltus/shapes/planar/wall.h"

namespace saltus::planar {

template <class S, class... Kinds>
concept OneOf = (std::same_as<S, Kinds> || ...);
template <class S>
concept Rounded = OneOf<S, Particle, Disc, Capsule, Box, Polygon>;
template <class S>
concept Bounded = Rounded<S> || OneOf<S, Profile>;
template <class S>
concept Single = OneOf<S, Particle, Disc>;

template <Bounded S>
[[nodiscard]] Bounds<2> bounds(const S& shape, const Pose<2>& pose) {
  return bounds(outline(shape), pose);
}
template <Bounded S>
[[nodiscard]] MassProperties<2> mass_properties(const S& shape) {
  return mass_properties(outline(shape));
}

template <Bounded A, Bounded B>
void detect(const A& a, const Pose<2>& pose_a, const B& b, const Pose<2>& pose_b, double margin,
            std::vector<Feature>& out) {
  if constexpr (Single<A> && Single<B>) {  // most contacts of a pile
    const double reach = margin + outline(a).radius + outline(b).radius;
    if ((pose_a.position - pose_b.position).squaredNorm() > reach * reach) return;
    if (reach >= 0) out.push_back(feature_of({}));
  } else if constexpr (Rounded<A> && Rounded<B>) {
    detect_convex(outline(a), pose_a, outline(b), pose_b, margin, out);
  } else {
    detect_pieces(outline(a), pose_a, outline(b), pose_b, margin, out);
  }
}

template <Bounded A>
void detect(const A& a, const Pose<2>& pose_a, const Plane& b, const Pose<2>& pose_b, double margin,
            std::vector<Feature>& out) {
  detect_over_line(outline(a), pose_a, outline(b), pose_b, margin, out);
}

template <Rounded A>
void detect(const A& a, const Pose<2>& pose_a, const Ring& b, const Pose<2>& pose_b, double margin,
            std::vector<Feature>& out) {
  const double thickness = b.thickness > 0 ? b.thickness : std::numeric_limits<double>::infinity();
  detect_inside_circle(outline(a), pose_a, outline(b), pose_b, thickness, margin, out);
}

template <OneOf<Plane, Ring> A, Bounded B>
requires(Rounded<B> || std::same_as<A, Plane>)  //
    void detect(const A& a, const Pose<2>& pose_a, const B& b, const Pose<2>& pose_b, double margin,
                std::vector<Feature>& out) {
  const std::size_t before = out.size();
  detect(b, pose_b, a, pose_a, margin, out);
  for (std::size_t i = before; i < out.size(); ++i) out[i] = flipped(out[i]);
}

template <class A, class B>
concept Meets = requires(const A& a, const B& b, const Pose<2>& pose, std::vector<Feature>& out) {
  detect(a, pose, b, pose, 0.0, out);
};

template <class A, class B>
requires Meets<A, B>
[[nodiscard]] ContactPoint<2> evaluate(const A& a, const Pose<2>& pose_a, const B& b,
                                       const Pose<2>& pose_b, Feature feature) {
  return evaluate(outline(a), pose_a, outline(b), pose_b, feature);
}

}  // namespace saltus::planar
