// SPDX-License-Identifier: Apache-2.0
// A closed curve of lines and arcs before it is an outline: where it fails to be the boundary of
// one piece of material.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "saltus/shapes/planar/outline.h"

namespace saltus::planar {

struct CurvePiece {
  Vec2 from;
  Vec2 to;
  Vec2 centre = Vec2::Zero();  // of an arc
  double sweep = 0;            // in rad, counter-clockwise > 0; 0: a line

  [[nodiscard]] bool is_line() const { return sweep == 0; }
  /// Unit directions of travel at both ends.
  [[nodiscard]] Vec2 leaving() const;
  [[nodiscard]] Vec2 arriving() const;
};

/// The arc whose bulge is tan(sweep / 4); a line where the bulge is 0.
[[nodiscard]] CurvePiece piece_with_bulge(const Vec2& from, const Vec2& to, double bulge);

/// The arc about a centre, which is moved onto the bisector of the ends so that both are exact;
/// nothing where it is farther from it than rounding in a file explains.
[[nodiscard]] std::optional<CurvePiece> piece_about(const Vec2& from, const Vec2& to,
                                                    const Vec2& centre, bool clockwise);

/// What is wrong with the closed curve, its pieces numbered from 1; "" where it is sound.
[[nodiscard]] std::string fault_of(const std::vector<CurvePiece>& curve);

/// Signed: counter-clockwise > 0.
[[nodiscard]] double enclosed_area(const std::vector<CurvePiece>& curve);

/// Corners and arcs of a sound curve, counter-clockwise.
void make_outline(std::vector<CurvePiece> curve, std::vector<Corner>& corners,
                  std::vector<Arc>& arcs);

}  // namespace saltus::planar
