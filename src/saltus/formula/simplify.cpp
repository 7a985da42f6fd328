// SPDX-License-Identifier: Apache-2.0
// The rules by which a new node is simplified. Each is exact, or moves one rounding of a constant
// factor; none reorders sums.
#include <cmath>
#include <utility>

#include "saltus/formula/graph.h"
#include "saltus/formula/operations.h"

namespace saltus::formula {

namespace {

constexpr double largest_expanded_power = 16;

/// A product or sum of constant factors may replace them only where it neither over- nor
/// underflows.
bool is_sound(double factor) { return factor == 0 || std::isnormal(factor); }

bool is_power_of_two(double x) {
  int exponent = 0;
  return std::isnormal(x) && std::isnormal(1 / x) && std::abs(std::frexp(x, &exponent)) == 0.5;
}

}  // namespace

Node Graph::make(Op op, Node a, Node b, Node c) {
  const int arguments = arity(op);
  if (arguments < 2) b = {};
  if (arguments < 3) c = {};
  if (const auto folded = fold(op, a, b, c)) return *folded;
  switch (op) {
    case Op::add:
      return add(a, b);
    case Op::sub:
      return sub(a, b);
    case Op::mul:
      return mul(a, b);
    case Op::div:
      return div(a, b);
    case Op::neg:
      return neg(a);
    case Op::pow:
      return pow(a, b);
    case Op::select:
      return select(a, b, c);
    case Op::equal:
    case Op::not_equal:
      return intern(op, std::min(a, b), std::max(a, b));
    case Op::less:
      return a == b ? constant(0) : intern(op, a, b);
    case Op::min:
    case Op::max:
      return a == b ? a : intern(op, a, b);
    default:
      return arguments == 1 ? unary(op, a) : intern(op, a, b, c);
  }
}

/// Operations on constants: a finite value becomes a constant, anything else stays as written.
std::optional<Node> Graph::fold(Op op, Node a, Node b, Node c) {
  const int arguments = arity(op);
  const auto va = value(a);
  const auto vb = arguments > 1 ? value(b) : 0.0;
  const auto vc = arguments > 2 ? value(c) : 0.0;
  if (!va || !vb || !vc) return std::nullopt;
  const double result = apply(op, *va, *vb, *vc);
  return std::isfinite(result) ? constant(result) : intern(op, a, b, c);
}

bool Graph::is(Node n, double value) const {
  return entry(n).op == Op::constant && entry(n).value == value;
}

Graph::Scaled Graph::scaled(Node n) {
  const Entry e = entry(n);
  if (e.op == Op::constant) return {e.value, constant(1)};
  if (e.op == Op::neg) return {-1, e.a};
  if (e.op == Op::mul) {
    if (const auto factor = value(e.a)) return {*factor, e.b};
    if (const auto factor = value(e.b)) return {*factor, e.a};
  }
  return {1, n};
}

Node Graph::scale(double factor, Node n) {
  if (factor == 0) return constant(0);
  if (factor == 1) return n;
  if (is(n, 1)) return constant(factor);
  if (factor == -1) return intern(Op::neg, n);
  const Node f = constant(factor);
  return intern(Op::mul, std::min(f, n), std::max(f, n));
}

Node Graph::add(Node a, Node b) {
  if (is(a, 0)) return b;
  if (is(b, 0)) return a;
  const Scaled x = scaled(a), y = scaled(b);
  if (x.rest == y.rest && is_sound(x.factor + y.factor)) return scale(x.factor + y.factor, x.rest);
  if (is(b, Op::neg)) return make(Op::sub, a, entry(b).a);
  if (is(a, Op::neg)) return make(Op::sub, b, entry(a).a);
  return intern(Op::add, std::min(a, b), std::max(a, b));
}

Node Graph::sub(Node a, Node b) {
  if (is(b, 0)) return a;
  if (is(a, 0)) return make(Op::neg, b);
  if (a == b) return constant(0);
  const Scaled x = scaled(a), y = scaled(b);
  if (x.rest == y.rest && is_sound(x.factor - y.factor)) return scale(x.factor - y.factor, x.rest);
  if (is(b, Op::neg)) return make(Op::add, a, entry(b).a);
  if (is(a, Op::neg)) return make(Op::neg, make(Op::add, entry(a).a, b));
  return intern(Op::sub, a, b);
}

Node Graph::mul(Node a, Node b) {
  if (is(a, 0) || is(b, 0)) return constant(0);
  const Scaled x = scaled(a), y = scaled(b);
  const double factor = x.factor * y.factor;
  if (!std::isnormal(factor)) return intern(Op::mul, std::min(a, b), std::max(a, b));
  if (is(x.rest, 1)) return scale(factor, y.rest);
  if (is(y.rest, 1)) return scale(factor, x.rest);
  return scale(factor, intern(Op::mul, std::min(x.rest, y.rest), std::max(x.rest, y.rest)));
}

Node Graph::div(Node a, Node b) {
  if (is(b, 0)) return intern(Op::div, a, b);  // for the parser to report
  if (is(a, 0)) return a;
  if (is(b, Op::neg)) return make(Op::neg, make(Op::div, a, entry(b).a));
  if (is(a, Op::neg)) return make(Op::neg, make(Op::div, entry(a).a, b));
  if (const auto divisor = value(b)) {
    if (*divisor == 1) return a;
    const Scaled x = scaled(a);
    const double factor = x.factor / *divisor;
    if (std::isnormal(factor) && (x.factor != 1 || is_power_of_two(*divisor))) {
      return scale(factor, x.rest);
    }
  }
  return intern(Op::div, a, b);
}

Node Graph::neg(Node a) {
  const Entry e = entry(a);
  if (e.op == Op::sub) return intern(Op::sub, e.b, e.a);
  const Scaled x = scaled(a);
  return scale(-x.factor, x.rest);
}

Node Graph::pow(Node a, Node b) {
  const auto exponent = value(b);
  if (!exponent) return is(a, 1) ? a : intern(Op::pow, a, b);
  if (*exponent == 0) return constant(1);
  if (*exponent == 0.5) return make(Op::sqrt, a);
  const double size = std::abs(*exponent);
  if (size != std::floor(size) || size > largest_expanded_power) return intern(Op::pow, a, b);
  if (*exponent < 0) return make(Op::div, constant(1), make(Op::pow, a, constant(size)));
  Node result = constant(1);
  Node square = a;  // a^(2^k)
  for (auto left = static_cast<unsigned>(size); left != 0; left /= 2) {
    if (left % 2 == 1) result = make(Op::mul, result, square);
    if (left > 1) square = make(Op::mul, square, square);
  }
  return result;
}

Node Graph::select(Node condition, Node a, Node b) {
  if (const auto known = value(condition)) return *known != 0 ? a : b;
  return a == b ? a : intern(Op::select, condition, a, b);
}

/// f(−x) = ∓f(x), so that x and −x share their functions.
Node Graph::unary(Op op, Node a) {
  if (!is(a, Op::neg)) {
    return op == Op::abs && is(a, Op::abs) ? a : intern(op, a);
  }
  const Node inner = entry(a).a;
  switch (op) {
    case Op::cos:
    case Op::cosh:
    case Op::abs:
      return make(op, inner);
    case Op::sin:
    case Op::tan:
    case Op::asin:
    case Op::atan:
    case Op::sinh:
    case Op::tanh:
    case Op::sign:
      return make(Op::neg, make(op, inner));
    default:
      return intern(op, a);
  }
}

}  // namespace saltus::formula
