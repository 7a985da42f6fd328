// SPDX-License-Identifier: Apache-2.0
// Coefficients of the half-explicit Runge–Kutta methods; their order conditions are a test.
#pragma once

#include <array>
#include <cstddef>

namespace saltus {

/// Rows 0 … s−1 are the stages, row s is the result: a[s] = b, c[s] = 1. Every a[i+1][i] is
/// positive: the force of stage i is found by the law at row i+1, and must not change its sign
/// there.
struct HalfExplicitTableau {
  static constexpr std::size_t most = 5;
  std::size_t stages = 2;
  bool last_at_end = false;  // the last stage's M, f and H are taken at q_{k+1}: [002] (A.8)
  std::array<std::array<double, most>, most + 1> a{};
  std::array<double, most + 1> c{};
  std::array<double, most> d{};  // b less the weights of a method of order 3 with the same stages
};

/// 2: trapezoid of [002]; 3: order 3; 5: order 4, both with Radau's nodes (Brasey, Hairer). Others:
/// no stages.
[[nodiscard]] const HalfExplicitTableau& half_explicit_tableau(int stages);

/// Five stages and order 4 for motions without reactions, with errors a twentieth of those above.
[[nodiscard]] const HalfExplicitTableau& flight_tableau();

}  // namespace saltus
