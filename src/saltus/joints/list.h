// SPDX-License-Identifier: Apache-2.0
// The kinds of joints that a model file may name. Whatever the kind, a joint ends up as rows of
// g_E(t, q) = 0.
#pragma once

#include <string_view>

namespace saltus {

struct JointKind {
  std::string_view name;
  std::string_view summary;
};

inline constexpr JointKind formula_joint{"formula",
                                         "equations = 0 in coordinates of one or more bodies"};

}  // namespace saltus
