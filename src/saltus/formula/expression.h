// SPDX-License-Identifier: Apache-2.0
// Nodes of a graph written like numbers, and vectors of them: for formulas that the program writes
// itself.
#pragma once

#include <array>
#include <cstddef>

#include <Eigen/Core>

#include "saltus/formula/graph.h"

namespace saltus::formula {

class Expression {
 public:
  Expression() = default;
  Expression(Graph& graph, Node node) : graph_(&graph), node_(node) {}
  Expression(Graph& graph, double value) : graph_(&graph), node_(graph.constant(value)) {}

  [[nodiscard]] Node node() const { return node_; }
  [[nodiscard]] Graph& graph() const { return *graph_; }
  [[nodiscard]] Expression of(double value) const { return {*graph_, value}; }
  [[nodiscard]] Expression apply(Op op) const { return {*graph_, graph_->make(op, node_)}; }
  [[nodiscard]] Expression apply(Op op, const Expression& b) const {
    return {*graph_, graph_->make(op, node_, b.node_)};
  }

  friend Expression operator+(const Expression& a, const Expression& b) {
    return a.apply(Op::add, b);
  }
  friend Expression operator-(const Expression& a, const Expression& b) {
    return a.apply(Op::sub, b);
  }
  friend Expression operator*(const Expression& a, const Expression& b) {
    return a.apply(Op::mul, b);
  }
  friend Expression operator/(const Expression& a, const Expression& b) {
    return a.apply(Op::div, b);
  }
  friend Expression operator+(const Expression& a, double b) { return a + a.of(b); }
  friend Expression operator-(const Expression& a, double b) { return a - a.of(b); }
  friend Expression operator-(double a, const Expression& b) { return b.of(a) - b; }
  friend Expression operator*(double a, const Expression& b) { return b.of(a) * b; }
  friend Expression operator*(const Expression& a, double b) { return b * a; }
  friend Expression operator/(const Expression& a, double b) { return a / a.of(b); }
  friend Expression operator-(const Expression& a) { return a.apply(Op::neg); }

 private:
  Graph* graph_ = nullptr;
  Node node_{};
};

inline Expression sin(const Expression& x) { return x.apply(Op::sin); }
inline Expression cos(const Expression& x) { return x.apply(Op::cos); }
inline Expression sqrt(const Expression& x) { return x.apply(Op::sqrt); }
inline Expression atan2(const Expression& y, const Expression& x) { return y.apply(Op::atan2, x); }

using Vector = std::array<Expression, 3>;
using Matrix = std::array<Vector, 3>;  // rows

inline Vector vector(Graph& graph, const Eigen::Vector3d& x) {
  return {Expression(graph, x[0]), Expression(graph, x[1]), Expression(graph, x[2])};
}
inline Vector operator+(const Vector& a, const Vector& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline Vector operator-(const Vector& a, const Vector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Vector operator*(const Expression& s, const Vector& a) {
  return {s * a[0], s * a[1], s * a[2]};
}
inline Expression dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
/// A x, and A x for a fixed x.
inline Vector operator*(const Matrix& A, const Vector& x) {
  return {dot(A[0], x), dot(A[1], x), dot(A[2], x)};
}
inline Vector operator*(const Matrix& A, const Eigen::Vector3d& x) {
  return A * vector(A[0][0].graph(), x);
}
/// Aᵀ x
inline Vector transposed_times(const Matrix& A, const Vector& x) {
  return x[0] * A[0] + x[1] * A[1] + x[2] * A[2];
}

}  // namespace saltus::formula
