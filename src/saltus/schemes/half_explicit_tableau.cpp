// SPDX-License-Identifier: Apache-2.0
// The numbers of docs/theory/half_explicit.md.
#include "saltus/schemes/half_explicit_tableau.h"

namespace saltus {
namespace {

constexpr double r = 2.449489742783178098;  // √6

constexpr HalfExplicitTableau none{0, false, {}, {}};

constexpr HalfExplicitTableau trapezoid{2, true, {{{}, {1}, {0.5, 0.5}}}, {0, 1, 1}};

constexpr HalfExplicitTableau order_3{
    3, false, {{{}, {1.0 / 3}, {-1, 2}, {0, 0.75, 0.25}}}, {0, 1.0 / 3, 1, 1}};

constexpr HalfExplicitTableau order_4{
    5,
    false,
    {{{},
      {0.3},
      {(1 + r) / 30, (11 - 4 * r) / 30},
      {(-79 - 31 * r) / 150, (-1 - 4 * r) / 30, (24 + 11 * r) / 25},
      {(14 + 5 * r) / 6, (-8 + 7 * r) / 6, (-9 - 7 * r) / 4, (9 - r) / 4},
      {0, 0, (16 - r) / 36, (16 + r) / 36, 1.0 / 9}}},
    {0, 0.3, (4 - r) / 10, (4 + r) / 10, 1, 1}};

}  // namespace

const HalfExplicitTableau& half_explicit_tableau(int stages) {
  if (stages == 2) return trapezoid;
  if (stages == 3) return order_3;
  return stages == 5 ? order_4 : none;
}

}  // namespace saltus
