// SPDX-License-Identifier: Apache-2.0
// The kinds of bodies that a model file may name. Whatever the kind, a body ends up in a System.
#pragma once

#include <array>
#include <string_view>

namespace saltus {

struct BodyKind {
  std::string_view name;
  std::string_view summary;
};

/// In the order of SolidKind, then the formula body.
inline constexpr std::array<BodyKind, 4> body_list{{
    {"point", "a mass without size; two or three coordinates"},
    {"planar", "a body that moves in the plane: x, y, angle"},
    {"rigid", "a body that moves in space: position and attitude (unit quaternion)"},
    {"formula", "any number of coordinates; kinetic, potential and force as formulas"},
}};

}  // namespace saltus
