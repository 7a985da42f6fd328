// SPDX-License-Identifier: Apache-2.0
// A closed curve of lines and arcs, convex or not: cams, escape wheels, anchors.
#pragma once

#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "saltus/base/fields.h"
#include "saltus/shapes/planar/outline.h"

namespace saltus::planar {

struct ProfileSegment {
  std::vector<double> to;
  std::optional<std::vector<double>> centre;
  bool clockwise = false;
  Location where;
};

struct Profile {
  static constexpr std::string_view kind = "profile";
  static constexpr bool hollow = true;
  static constexpr std::string_view summary = "a closed curve of lines and arcs, convex or not";
  std::vector<std::vector<double>> vertices;
  std::vector<double> bulges;
  std::vector<ProfileSegment> segments;
  std::vector<Corner> corners;
  std::vector<Arc> arcs;
};

[[nodiscard]] inline Outline outline(const Profile& s) { return {s.corners, s.arcs, 0}; }

void check_fields(const ProfileSegment& segment, const Value& table, std::string_view what);
void check_fields(const Profile& profile, const Value& table, std::string_view what);

void prepare(Profile& profile);

}  // namespace saltus::planar

namespace saltus {

template <>
struct Fields<planar::ProfileSegment> {
  static constexpr auto list = std::tuple{
      required("to", &planar::ProfileSegment::to, "[x, y] of its end in m"),
      field("centre", &planar::ProfileSegment::centre, "[x, y] of an arc's centre in m"),
      field("clockwise", &planar::ProfileSegment::clockwise, "which way the arc goes round")};
};
template <>
struct Fields<planar::Profile> {
  static constexpr auto list = std::tuple{
      field("vertices", &planar::Profile::vertices, "[[x, y], …] in m, either way round"),
      field(
          "bulges", &planar::Profile::bulges,
          "of the arc from each vertex to the next: tan(angle/4), > 0 counter-clockwise, 0 a line"),
      field("segments", &planar::Profile::segments,
            "in place of vertices: [{ to = [x, y] }, { to, centre, clockwise }, …]; the first "
            "starts where the last ends")};
};

}  // namespace saltus
