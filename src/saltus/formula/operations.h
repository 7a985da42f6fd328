// SPDX-License-Identifier: Apache-2.0
// What each operation does to numbers: folding of constants and the tape use the same functions,
// so that a value does not depend on when it was computed.
#pragma once

#include <cmath>

#include "saltus/formula/graph.h"

namespace saltus::formula {

/// How many arguments an operation has.
[[nodiscard]] constexpr int arity(Op op) {
  switch (op) {
    case Op::constant:
    case Op::symbol:
      return 0;
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::div:
    case Op::pow:
    case Op::atan2:
    case Op::min:
    case Op::max:
    case Op::less:
    case Op::less_equal:
    case Op::equal:
    case Op::not_equal:
      return 2;
    case Op::select:
      return 3;
    default:
      return 1;
  }
}

/// −1, 0, 1; NaN stays NaN.
[[nodiscard]] inline double sign(double x) {
  if (x > 0) return 1;
  return x < 0 ? -1 : x;
}

/// A NaN in either argument is not lost, unlike with std::min and std::max.
[[nodiscard]] inline double least(double a, double b) { return a < b || a != a ? a : b; }
[[nodiscard]] inline double greatest(double a, double b) { return b < a || a != a ? a : b; }

/// The value of an operation; constant and symbol have none.
[[nodiscard]] double apply(Op op, double a, double b, double c);

}  // namespace saltus::formula
