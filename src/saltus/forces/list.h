// SPDX-License-Identifier: Apache-2.0
// The kinds of forces that a model file may name, and the keys that each has beside name and type.
// Whatever the kind, a force ends up in the potential or the generalised forces of a System.
#pragma once

#include <array>
#include <string_view>

namespace saltus {

struct ForceKind {
  std::string_view name;
  std::string_view summary;
  std::string_view keys;  // separated by blanks
};

/// In the order of ForceType.
inline constexpr std::array<ForceKind, 5> force_list{{
    {"spring", "spring and damper between two frames, with free length and preload",
     "between stiffness damping length preload"},
    {"torsion", "the same for the angle between two bodies",
     "between axis stiffness damping length preload"},
    {"torque", "a torque on a body, a formula of t and coordinates", "body value body_axes"},
    {"load", "a force and a torque at a frame, formulas of t and coordinates",
     "at force torque body_axes"},
    {"drag", "viscous and quadratic drag at the centre of mass, and of the rotation",
     "body linear quadratic angular"},
}};

}  // namespace saltus
