// SPDX-License-Identifier: Apache-2.0
// The kinds of joints that a model file may name, and the keys that each has beside name, type and
// between. Whatever the kind, a joint ends up as rows of g(t, q) = 0, its stops and play as
// contacts.
#pragma once

#include <array>
#include <string_view>

namespace saltus {

struct JointKind {
  std::string_view name;
  std::string_view summary;
  std::string_view keys;  // separated by blanks
};

/// In the order of JointType.
inline constexpr std::array<JointKind, 10> joint_list{{
    {"fixed", "no relative motion", ""},
    {"revolute", "turns about an axis; may have limits, motion or clearance",
     "axis limits motion clearance"},
    {"prismatic", "slides along an axis; may have limits, motion or clearance",
     "axis limits motion clearance"},
    {"cylindrical", "turns about an axis and slides along it; may have limits or clearance",
     "axis limits clearance"},
    {"spherical", "turns about a point; may have clearance", "clearance"},
    {"universal", "turns about two axes at right angles (Cardan)", "axis axis_2"},
    {"planar", "slides in a plane and turns about its normal", "axis"},
    {"distance", "two points at a fixed distance, or one that is a formula of t", "length motion"},
    {"screw", "turns about an axis and advances along it by the pitch", "axis pitch"},
    {"gear", "the second member's angle is ratio times the first one's", "axis axis_2 ratio"},
}};

inline constexpr JointKind formula_joint{"formula",
                                         "equations = 0 in coordinates of one or more bodies", ""};

}  // namespace saltus
