// SPDX-License-Identifier: Apache-2.0
// The kinds of bodies there are: one homogeneous vector per kind.
#pragma once

#include <concepts>
#include <string>
#include <tuple>
#include <vector>

#include "saltus/bodies/formula_body.h"

namespace saltus {

/// A kind of body knows its degrees of freedom and where they stand; its mechanics are functions of
/// the kind, called once per kind and looping inside it (model/dynamics.h).
template <class B>
concept BodyKind = requires(const B& body) {
  { B::kind } -> std::convertible_to<std::string_view>;
  { B::summary } -> std::convertible_to<std::string_view>;
  { body.name } -> std::convertible_to<std::string>;
  { body.n } -> std::convertible_to<std::int32_t>;
  { body.dof } -> std::convertible_to<std::int32_t>;
  { body.cluster } -> std::convertible_to<std::int32_t>;
};

using Bodies = std::tuple<std::vector<FormulaBody>>;

static_assert(BodyKind<FormulaBody>);

}  // namespace saltus
