// SPDX-License-Identifier: Apache-2.0
// A second, slow evaluation of expressions, in complex numbers: the imaginary part of f(x + ih)/h
// is f'(x) to rounding, without any rule of differentiation (complex step).
#pragma once

#include <complex>
#include <random>
#include <string>
#include <vector>

#include "saltus/formula/parse.h"

namespace saltus::formula {

using Complex = std::complex<double>;

struct OracleValue {
  Complex value;
  double largest;  // |value| over all nodes up to it: how much rounding may be amplified
};

/// `at` gives the values of `symbols`.
OracleValue oracle(const Graph& graph, Node f, const std::vector<Node>& symbols,
                   const std::vector<Complex>& at);

/// A random formula of x, y, z whose functions stay inside their domains.
std::string random_formula(std::mt19937& random, int depth);

}  // namespace saltus::formula
