// SPDX-License-Identifier: Apache-2.0
// The two ways to write a profile, and what is refused.
#include "saltus/shapes/planar/profile.h"

#include <string>
#include <utility>

#include "saltus/shapes/planar/curve.h"
#include "saltus/shapes/planar/polygon.h"

namespace saltus::planar {
namespace {

Vec2 point(const std::vector<double>& numbers) { return {numbers[0], numbers[1]}; }

/// Nothing where the centre of an arc does not fit its ends; `fault` then is its number.
std::optional<std::vector<CurvePiece>> curve_of(const Profile& profile, std::size_t& fault) {
  std::vector<CurvePiece> curve;
  const auto& at = profile.vertices;
  for (std::size_t i = 0; i < at.size(); ++i) {
    const double bulge = profile.bulges.empty() ? 0 : profile.bulges[i];
    curve.push_back(piece_with_bulge(point(at[i]), point(at[(i + 1) % at.size()]), bulge));
  }
  for (std::size_t i = 0; i < profile.segments.size(); ++i) {
    const ProfileSegment& segment = profile.segments[i];
    const Vec2 from = point((i == 0 ? profile.segments.back() : profile.segments[i - 1]).to);
    std::optional<CurvePiece> piece = CurvePiece{from, point(segment.to)};
    if (segment.centre && from != piece->to) {
      piece = piece_about(from, piece->to, point(*segment.centre), segment.clockwise);
    }
    if (!piece) {
      fault = i;
      return {};
    }
    curve.push_back(*piece);
  }
  return curve;
}

}  // namespace

void check_fields(const ProfileSegment& segment, const Value& table, std::string_view what) {
  const bool is_sound = segment.to.size() == 2 && (!segment.centre || segment.centre->size() == 2);
  if (!is_sound) {
    throw ModelError(table.where,
                     "'to' and 'centre' of " + std::string(what) + " must have two numbers each");
  }
  if (segment.clockwise && !segment.centre) {
    throw ModelError(table.where, std::string(what) + " is clockwise but has no 'centre'");
  }
}

void check_fields(const Profile& profile, const Value& table, std::string_view what) {
  const auto fail = [&](const std::string& message) {
    throw ModelError(table.where, std::string(what) + " " + message);
  };
  if (profile.vertices.empty() == profile.segments.empty()) {
    fail("must have either 'vertices' or 'segments'");
  }
  (void)read_points(profile.vertices, table, "vertices", what);
  if (!profile.bulges.empty() && profile.bulges.size() != profile.vertices.size()) {
    fail("must have as many 'bulges' as 'vertices', " + std::to_string(profile.vertices.size()) +
         ", has " + std::to_string(profile.bulges.size()));
  }
  std::size_t wrong = 0;
  const auto curve = curve_of(profile, wrong);
  if (!curve) {
    throw ModelError(profile.segments[wrong].where,
                     "the centre of segment " + std::to_string(wrong + 1) + " of " +
                         std::string(what) + " is not as far from its start as from its end");
  }
  const std::string fault = fault_of(*curve);
  if (!fault.empty()) fail(fault);
}

void prepare(Profile& profile) {
  std::size_t wrong = 0;
  auto curve = curve_of(profile, wrong);
  if (curve) make_outline(std::move(*curve), profile.corners, profile.arcs);
}

}  // namespace saltus::planar
