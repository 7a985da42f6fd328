// SPDX-License-Identifier: Apache-2.0
// The kinds of joints there are: one homogeneous vector per kind.
#pragma once

#include <concepts>
#include <string>
#include <tuple>
#include <vector>

#include "saltus/joints/formula_joint.h"

namespace saltus {

/// A kind of joint owns consecutive rows of the bilateral constraints g_E(t, q) = 0.
template <class J>
concept JointKind = requires(const J& joint) {
  { J::kind } -> std::convertible_to<std::string_view>;
  { J::summary } -> std::convertible_to<std::string_view>;
  { joint.name } -> std::convertible_to<std::string>;
  { joint.row } -> std::convertible_to<std::int32_t>;
  { joint.rows } -> std::convertible_to<std::int32_t>;
};

using Joints = std::tuple<std::vector<FormulaJoint>>;

static_assert(JointKind<FormulaJoint>);

}  // namespace saltus
