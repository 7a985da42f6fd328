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

inline constexpr BodyKind formula_body{
    "formula", "any number of coordinates; kinetic, potential and force as formulas"};

}  // namespace saltus
