// SPDX-License-Identifier: Apache-2.0
// Complex evaluation node by node, and random formulas.
#include "formula/oracle.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace saltus::formula {

namespace {

/// Real functions of a real argument, moved along the imaginary axis where they are not analytic.
Complex complex_atan2(Complex y, Complex x) {
  const Complex angle =
      std::abs(x.real()) > std::abs(y.real()) ? std::atan(y / x) : -std::atan(x / y);
  return {std::atan2(y.real(), x.real()), angle.imag()};
}

Complex complex_pow(Complex a, Complex b) {
  if (b.imag() != 0) return std::exp(b * std::log(a));
  const double p = b.real();  // a negative base has no use for a logarithm
  return {std::pow(a.real(), p), a.imag() == 0 ? 0 : p * std::pow(a.real(), p - 1) * a.imag()};
}

Complex complex_apply(Op op, Complex a, Complex b, Complex c) {
  switch (op) {
    case Op::add:
      return a + b;
    case Op::sub:
      return a - b;
    case Op::mul:
      return a * b;
    case Op::div:
      return a / b;
    case Op::neg:
      return -a;
    case Op::pow:
      return complex_pow(a, b);
    case Op::sin:
      return std::sin(a);
    case Op::cos:
      return std::cos(a);
    case Op::tan:
      return std::tan(a);
    case Op::asin:
      return std::asin(a);
    case Op::acos:
      return std::acos(a);
    case Op::atan:
      return std::atan(a);
    case Op::atan2:
      return complex_atan2(a, b);
    case Op::sinh:
      return std::sinh(a);
    case Op::cosh:
      return std::cosh(a);
    case Op::tanh:
      return std::tanh(a);
    case Op::exp:
      return std::exp(a);
    case Op::log:
      return std::log(a);
    case Op::sqrt:
      return std::sqrt(a);
    case Op::abs:
      return a.real() < 0 ? -a : a;
    case Op::sign:
      return static_cast<double>((a.real() > 0) - (a.real() < 0));
    case Op::min:
      return a.real() < b.real() ? a : b;
    case Op::max:
      return a.real() > b.real() ? a : b;
    case Op::less:
      return a.real() < b.real() ? 1.0 : 0.0;
    case Op::less_equal:
      return a.real() <= b.real() ? 1.0 : 0.0;
    case Op::equal:
      return a.real() == b.real() ? 1.0 : 0.0;
    case Op::not_equal:
      return a.real() != b.real() ? 1.0 : 0.0;
    case Op::select:
      return a.real() != 0 ? b : c;
    case Op::constant:
    case Op::symbol:
      break;
  }
  return {};
}

}  // namespace

OracleValue oracle(const Graph& graph, Node f, const std::vector<Node>& symbols,
                   const std::vector<Complex>& at) {
  const auto size = static_cast<std::size_t>(f) + 1;
  std::vector<Complex> values(size);
  double largest = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const Graph::Entry& e = graph.entry(static_cast<Node>(i));
    const auto argument = [&](Node n) { return values[static_cast<std::size_t>(n)]; };
    if (e.op == Op::constant) {
      values[i] = e.value;
    } else if (e.op == Op::symbol) {
      const auto found = std::find(symbols.begin(), symbols.end(), static_cast<Node>(i));
      if (found != symbols.end()) values[i] = at[static_cast<std::size_t>(found - symbols.begin())];
    } else {
      values[i] = complex_apply(e.op, argument(e.a), argument(e.b), argument(e.c));
    }
    const double size_here = std::abs(values[i].real());
    largest = std::isfinite(size_here) ? std::max(largest, size_here) : HUGE_VAL;
  }
  return {values.back(), largest};
}

std::string random_formula(std::mt19937& random, int depth) {
  const auto pick = [&](unsigned n) { return static_cast<std::size_t>(random() % n); };
  if (depth == 0) {
    static const std::array<const char*, 8> leaves{"x", "y", "z", "x", "y", "2", "0.5", "3.25"};
    return leaves[pick(8)];
  }
  static const std::array<const char*, 27> forms{"(A+B)",
                                                 "(A-B)",
                                                 "A*B",
                                                 "A/(1+B^2)",
                                                 "-(A)",
                                                 "(A)^2",
                                                 "(A)^3",
                                                 "(A)^-1",
                                                 "(1+(A)^2)^1.5",
                                                 "(1+(A)^2)^(B)",
                                                 "sin(A)",
                                                 "cos(A)",
                                                 "tan(sin(A))",
                                                 "asin(0.9*sin(A))",
                                                 "acos(0.9*cos(A))",
                                                 "atan(A)",
                                                 "atan2(A,1+B)",
                                                 "sinh(sin(A))",
                                                 "cosh(cos(A))",
                                                 "tanh(A)",
                                                 "exp(sin(A))",
                                                 "log(1+(A)^2)",
                                                 "sqrt(1+(A)^2)",
                                                 "abs(A)",
                                                 "min(A,B)",
                                                 "if(A<B,sin(A),B)",
                                                 "hypot(A,B+3)"};
  std::string text = forms[pick(forms.size())];
  std::string result;
  for (const char c : text) {
    if (c == 'A' || c == 'B') {
      result +=
          "(" + random_formula(random, static_cast<int>(pick(static_cast<unsigned>(depth)))) + ")";
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace saltus::formula
