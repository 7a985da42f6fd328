// SPDX-License-Identifier: Apache-2.0
// A bracketed root, down to neighbouring floating-point numbers.
#pragma once

#include <cmath>
#include <limits>
#include <utility>

namespace saltus::reference {

/// x in [a, b] with f(x) = 0, for f(a), f(b) of opposite signs or zero. False position (Illinois),
/// with a bisection whenever the bracket did not halve in two passes. Of the two ends of the last
/// bracket the one with the smaller |f| is returned.
template <class Function>
double bracketed_root(const Function& f, double a, double b) {
  double fa = f(a);
  double fb = f(b);
  double wa = fa;  // values used for the secant; Illinois halves the one that stagnates
  double wb = fb;
  double earlier = std::abs(b - a);
  for (int pass = 1; pass <= 300 && fa != 0 && fb != 0; ++pass) {
    const double middle = a + 0.5 * (b - a);
    const double width = std::abs(b - a);
    if (middle == a || middle == b) break;
    double x = b - wb * (b - a) / (wb - wa);
    const bool slow = pass % 2 == 0 && width > 0.5 * earlier;
    if (pass % 2 == 0) earlier = width;
    if (slow || !(std::abs(x - a) < width && std::abs(x - b) < width) || x == a || x == b) {
      x = middle;
    }
    const double fx = f(x);
    if ((fx < 0) == (fa < 0)) {
      a = x;
      wb *= 0.5;
      fa = wa = fx;
    } else {
      b = x;
      wa *= 0.5;
      fb = wb = fx;
    }
  }
  return std::abs(fa) < std::abs(fb) ? a : b;
}

}  // namespace saltus::reference
