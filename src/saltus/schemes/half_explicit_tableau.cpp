// SPDX-License-Identifier: Apache-2.0
// The numbers of docs/theory/half_explicit.md.
#include "saltus/schemes/half_explicit_tableau.h"

namespace saltus {
namespace {

constexpr double r = 2.449489742783178098;  // √6

constexpr HalfExplicitTableau none{0, false, {}, {}, {}};

constexpr HalfExplicitTableau trapezoid{2, true, {{{}, {1}, {0.5, 0.5}}}, {0, 1, 1}, {}};

constexpr HalfExplicitTableau order_3{
    3, false, {{{}, {1.0 / 3}, {-1, 2}, {0, 0.75, 0.25}}}, {0, 1.0 / 3, 1, 1}, {}};

constexpr HalfExplicitTableau order_4{
    5,
    false,
    {{{},
      {0.3},
      {(1 + r) / 30, (11 - 4 * r) / 30},
      {(-79 - 31 * r) / 150, (-1 - 4 * r) / 30, (24 + 11 * r) / 25},
      {(14 + 5 * r) / 6, (-8 + 7 * r) / 6, (-9 - 7 * r) / 4, (9 - r) / 4},
      {0, 0, (16 - r) / 36, (16 + r) / 36, 1.0 / 9}}},
    {0, 0.3, (4 - r) / 10, (4 + r) / 10, 1, 1},
    {-1.0 / 3, 0, (2 + 3 * r) / 18, (2 - 3 * r) / 18, 1.0 / 9}};

constexpr HalfExplicitTableau flight{5,
                                     false,
                                     {{{},
                                       {1.0 / 5},
                                       {-1.0 / 4, 3.0 / 4},
                                       {37.0 / 90, -13.0 / 36, 13.0 / 20},
                                       {-25.0 / 147, 130.0 / 147, -22.0 / 49, 36.0 / 49},
                                       {17.0 / 210, 1.0 / 4, 4.0 / 15, 2.0 / 7, 7.0 / 60}}},
                                     {0, 1.0 / 5, 1.0 / 2, 7.0 / 10, 1, 1},
                                     {-1.0 / 42, 1.0 / 72, 1.0 / 9, -1.0 / 7, 1.0 / 24}};

}  // namespace

const HalfExplicitTableau& half_explicit_tableau(int stages) {
  if (stages == 2) return trapezoid;
  if (stages == 3) return order_3;
  return stages == 5 ? order_4 : none;
}

const HalfExplicitTableau& flight_tableau() { return flight; }

}  // namespace saltus
