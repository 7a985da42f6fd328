// SPDX-License-Identifier: Apache-2.0
// The rules of differentiation, one operation at a time.
#include "saltus/formula/derivative.h"

#include <array>
#include <vector>

#include "saltus/formula/visit.h"

namespace saltus::formula {

namespace {

std::uint64_t key(Node n, Node x) {
  return (static_cast<std::uint64_t>(x) << 32) | static_cast<std::uint64_t>(n);
}

}  // namespace

Node Differentiator::operator()(Node f, Node x) {
  zero_ = graph_->constant(0);
  std::vector<Node> todo;
  const std::array roots{f};
  visit_down(*graph_, roots, [&](Node n) {
    if (!graph_->may_depend(n, x) || known_.contains(key(n, x))) return false;
    todo.push_back(n);
    return true;
  });
  while (!todo.empty()) {  // children first
    const Node n = todo.back();
    todo.pop_back();
    known_.emplace(key(n, x), chain(n, x));
  }
  return known(f, x);
}

Node Differentiator::known(Node n, Node x) const {
  const auto found = known_.find(key(n, x));
  return found == known_.end() ? zero_ : found->second;
}

/// d/dx of the node n from those of its arguments.
Node Differentiator::chain(Node n, Node x) {
  Graph& g = *graph_;
  const Graph::Entry e = g.entry(n);
  if (e.op == Op::symbol) return g.constant(n == x ? 1 : 0);
  const int arguments = arity(e.op);
  const Node da = known(e.a, x);
  const Node db = arguments > 1 ? known(e.b, x) : zero_;
  switch (e.op) {
    case Op::add:
    case Op::sub:
      return g.make(e.op, da, db);
    case Op::neg:
      return g.make(Op::neg, da);
    case Op::mul:
      return g.make(Op::add, g.make(Op::mul, da, e.b), g.make(Op::mul, e.a, db));
    case Op::div:  // (a' − (a/b) b') / b
      return g.make(Op::div, g.make(Op::sub, da, g.make(Op::mul, n, db)), e.b);
    case Op::pow:
      return of_power(n, x);
    case Op::atan2: {  // (b a' − a b') / (a² + b²)
      if (da == zero_ && db == zero_) return zero_;
      const Node squares = g.make(Op::add, g.make(Op::mul, e.a, e.a), g.make(Op::mul, e.b, e.b));
      return g.make(Op::div, g.make(Op::sub, g.make(Op::mul, e.b, da), g.make(Op::mul, e.a, db)),
                    squares);
    }
    case Op::min:
      return g.make(Op::select, g.make(Op::less, e.a, e.b), da, db);
    case Op::max:
      return g.make(Op::select, g.make(Op::less, e.b, e.a), da, db);
    case Op::select:
      return g.make(Op::select, e.a, db, known(e.c, x));
    case Op::sign:
    case Op::less:
    case Op::less_equal:
    case Op::equal:
    case Op::not_equal:
      return zero_;
    case Op::log:
      return g.make(Op::div, da, e.a);
    case Op::sqrt:  // a' / (2 √a), the ½ on a' where it meets other constants
      return g.make(Op::div, g.make(Op::mul, g.constant(0.5), da), n);
    case Op::asin:
    case Op::acos: {  // √(1 − a²) as √((1 − a)(1 + a)): no cancellation near ±1
      const Node one = g.constant(1);
      const Node root =
          g.make(Op::sqrt, g.make(Op::mul, g.make(Op::sub, one, e.a), g.make(Op::add, one, e.a)));
      const Node result = g.make(Op::div, da, root);
      return e.op == Op::asin ? result : g.make(Op::neg, result);
    }
    case Op::atan:
      return g.make(Op::div, da, g.make(Op::add, g.constant(1), g.make(Op::mul, e.a, e.a)));
    default:
      return da == zero_ ? zero_ : g.make(Op::mul, slope(n), da);
  }
}

/// f'(a) for those n = f(a) whose derivative is a product with it.
Node Differentiator::slope(Node n) {
  Graph& g = *graph_;
  const Graph::Entry e = g.entry(n);
  switch (e.op) {
    case Op::sin:
      return g.make(Op::cos, e.a);
    case Op::cos:
      return g.make(Op::neg, g.make(Op::sin, e.a));
    case Op::tan:
      return g.make(Op::add, g.constant(1), g.make(Op::mul, n, n));
    case Op::sinh:
      return g.make(Op::cosh, e.a);
    case Op::cosh:
      return g.make(Op::sinh, e.a);
    case Op::tanh:
      return g.make(Op::sub, g.constant(1), g.make(Op::mul, n, n));
    case Op::exp:
      return n;
    case Op::abs:
      return g.make(Op::sign, e.a);
    default:
      return zero_;
  }
}

/// d(a^b) = b a^(b−1) a' + a^b log(a) b'. The logarithm enters only where the exponent varies, and
/// not at a = 0, where the limit of a^b log(a) is 0 for b > 0.
Node Differentiator::of_power(Node n, Node x) {
  Graph& g = *graph_;
  const Graph::Entry e = g.entry(n);
  const Node da = known(e.a, x), db = known(e.b, x);
  Node result = zero_;
  if (da != zero_) {
    const Node lower = g.make(Op::pow, e.a, g.make(Op::sub, e.b, g.constant(1)));
    result = g.make(Op::mul, g.make(Op::mul, e.b, lower), da);
  }
  if (db != zero_) {
    const Node growth = g.make(Op::mul, g.make(Op::mul, n, g.make(Op::log, e.a)), db);
    const Node at_zero = g.make(Op::equal, e.a, zero_);
    result = g.make(Op::add, result, g.make(Op::select, at_zero, zero_, growth));
  }
  return result;
}

}  // namespace saltus::formula
