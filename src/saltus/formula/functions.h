// SPDX-License-Identifier: Apache-2.0
// The functions a formula may call, and the constants it may name.
#pragma once

#include <array>
#include <cstddef>
#include <numbers>
#include <string_view>

#include "saltus/formula/graph.h"

namespace saltus::formula {

/// How the arguments of a call become nodes.
enum class CallKind : unsigned char {
  plain,       // one operation
  from_pairs,  // min, max: f(f(a, b), c) …
  hypot,       // √(a² + b²)
};

struct Function {
  std::string_view name;
  Op op;
  std::size_t arguments;  // at least that many for from_pairs, else exactly
  CallKind kind = CallKind::plain;
};

inline constexpr std::array<Function, 20> functions{{
    {"sin", Op::sin, 1},
    {"cos", Op::cos, 1},
    {"tan", Op::tan, 1},
    {"asin", Op::asin, 1},
    {"acos", Op::acos, 1},
    {"atan", Op::atan, 1},
    {"atan2", Op::atan2, 2},
    {"sinh", Op::sinh, 1},
    {"cosh", Op::cosh, 1},
    {"tanh", Op::tanh, 1},
    {"exp", Op::exp, 1},
    {"log", Op::log, 1},
    {"sqrt", Op::sqrt, 1},
    {"abs", Op::abs, 1},
    {"sign", Op::sign, 1},
    {"min", Op::min, 2, CallKind::from_pairs},
    {"max", Op::max, 2, CallKind::from_pairs},
    {"pow", Op::pow, 2},
    {"hypot", Op::sqrt, 2, CallKind::hypot},
    {"if", Op::select, 3},
}};

/// Null where there is none of that name.
[[nodiscard]] const Function* find_function(std::string_view name);

struct NamedConstant {
  std::string_view name;
  double value;
};

inline constexpr std::array<NamedConstant, 4> named_constants{{
    {"pi", std::numbers::pi},
    {"mm", 1e-3},
    {"cm", 1e-2},
    {"deg", std::numbers::pi / 180},
}};

}  // namespace saltus::formula
