// SPDX-License-Identifier: Apache-2.0
// What stands on a plane or inside of a ring: every corner is a constraint by itself.
#include "saltus/shapes/planar/detect.h"
#include "saltus/shapes/planar/region.h"

namespace saltus::planar {

void detect_over_line(const Outline& a, const Pose<2>& pose_a, const Outline& b,
                      const Pose<2>& pose_b, double margin, std::vector<Feature>& out) {
  const Corner& line = b.corners.front();
  // The line in the axes of a: height(x) = up · x − level.
  const Vec2 up = pose_a.rotation.transpose() * (pose_b.rotation * outward(line.along));
  const double level = up.dot(pose_a.to_local(pose_b.to_world(line.at)));
  for (std::size_t i = 0; i < a.size(); ++i) {
    const bool is_low = up.dot(a.corners[i].at) - level - a.radius - b.radius <= margin;
    if (is_low && !is_reflex(a, i)) out.push_back(feature_of({false, true, i, 0}));
    if (!a.is_arc(i) || a.arcs[i].radius < 0) continue;
    const Arc& arc = a.arcs[i];
    const double gap = up.dot(arc.centre) - level - arc.radius - a.radius - b.radius;
    if (gap <= margin && has_normal(arc, -up, arc.radius)) {
      out.push_back(feature_of({true, true, i, 0}));
    }
  }
}

void detect_inside_circle(const Outline& a, const Pose<2>& pose_a, const Outline& b,
                          const Pose<2>& pose_b, double thickness, double margin,
                          std::vector<Feature>& out) {
  const Arc& circle = b.arcs.front();
  const Vec2 centre = pose_a.to_local(pose_b.to_world(circle.centre));
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double gap = -circle.radius - (a.corners[i].at - centre).norm() - a.radius;
    if (gap <= margin && gap >= -thickness) out.push_back(feature_of({false, true, i, 0}));
  }
}

}  // namespace saltus::planar
