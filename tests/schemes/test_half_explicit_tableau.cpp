// SPDX-License-Identifier: Apache-2.0
// Order conditions of half-explicit Runge–Kutta methods for M v' = f + Hᵀλ, H v = 0 (index 2), tree
// by tree.
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "saltus/schemes/half_explicit_tableau.h"

namespace saltus::test::test_half_explicit_tableau {
namespace {

/// A rooted tree of elementary differentials of y' = f(y, z), 0 = g(y), f linear in z. Meagre
/// vertices are derivatives of f, fat ones are z = (−g_y f_z)⁻¹ times derivatives of g.
struct Tree {
  bool fat = false;
  std::vector<Tree> children;

  bool operator==(const Tree& other) const {
    return fat == other.fat && children == other.children;
  }
  bool operator<(const Tree& other) const {
    if (fat != other.fat) return other.fat;
    return std::lexicographical_compare(children.begin(), children.end(), other.children.begin(),
                                        other.children.end());
  }

  [[nodiscard]] int order() const {  // meagre vertices minus fat ones
    int sum = fat ? -1 : 1;
    for (const Tree& c : children) sum += c.order();
    return sum;
  }
};

using Trees = std::vector<Tree>;

void add(Trees& all, Tree tree) {
  std::sort(tree.children.begin(), tree.children.end());
  if (std::find(all.begin(), all.end(), tree) == all.end()) all.push_back(std::move(tree));
}

Trees meagre(int order, bool with_single_fat_child);

/// Children without fat roots, of the given total order.
std::vector<Trees> forests(int order) {
  if (order == 0) return {{}};
  std::vector<Trees> all;
  for (int first = 1; first <= order; ++first) {
    for (const Tree& tree : meagre(first, true)) {
      for (Trees rest : forests(order - first)) {
        rest.push_back(tree);
        std::sort(rest.begin(), rest.end());
        if (std::find(all.begin(), all.end(), rest) == all.end()) all.push_back(rest);
      }
    }
  }
  return all;
}

/// A fat vertex over one meagre vertex over one fat vertex alone cancels: it is no tree.
Trees fat(int order) {
  Trees all;
  for (const Tree& tree : meagre(order + 1, false)) add(all, {true, {tree}});
  for (int first = 1; first <= order; ++first) {
    for (const Tree& tree : meagre(first, true)) {
      for (Trees rest : forests(order + 1 - first)) {
        rest.push_back(tree);
        add(all, {true, rest});
      }
    }
  }
  return all;
}

Trees meagre(int order, bool with_single_fat_child) {
  Trees all;
  for (const Trees& children : forests(order - 1)) add(all, {false, children});
  for (int inner = 1; inner < order; ++inner) {
    if (inner == order - 1 && !with_single_fat_child) continue;
    const Trees heavy = fat(inner);
    for (const Trees& children : forests(order - 1 - inner)) {
      for (const Tree& tree : heavy) {
        Trees with = children;
        with.push_back(tree);
        add(all, {false, with});
      }
    }
  }
  return all;
}

/// What Σ b_i Φ_i(t) is for the exact solution.
double exact_weight(const Tree& tree) {
  double product = 1;
  for (const Tree& c : tree.children) product *= exact_weight(c);
  return tree.fat ? product * (tree.order() + 1) : product / tree.order();
}

using Column = std::vector<double>;

/// Rows from … of the tableau times x.
Column times(const HalfExplicitTableau& t, std::size_t from, const Column& x) {
  Column y(t.stages, 0.0);
  for (std::size_t i = 0; i < t.stages; ++i) {
    for (std::size_t j = 0; j < t.stages; ++j) y[i] += t.a[i + from][j] * x[j];
  }
  return y;
}

/// Φ by stage. A fat vertex multiplies by the inverse of the tableau shifted by one row: λ_i is
/// found from the constraint at row i + 1.
Column phi(const HalfExplicitTableau& t, const Tree& tree) {
  Column product(t.stages, 1.0);
  for (const Tree& c : tree.children) {
    const Column inner = phi(t, c);
    const Column factor = tree.fat ? times(t, 1, inner) : c.fat ? inner : times(t, 0, inner);
    for (std::size_t i = 0; i < t.stages; ++i) product[i] *= factor[i];
  }
  if (!tree.fat) return product;
  for (std::size_t i = 0; i < t.stages; ++i) {
    for (std::size_t j = 0; j < i; ++j) product[i] -= t.a[i + 1][j] * product[j];
    product[i] /= t.a[i + 1][i];
  }
  return product;
}

/// The largest defect over all trees of this order, relative.
double defect(const HalfExplicitTableau& t, int order) {
  double largest = 0;
  for (const Tree& tree : meagre(order, true)) {
    const Column stages = phi(t, tree);
    double sum = 0;
    for (std::size_t i = 0; i < t.stages; ++i) sum += t.a[t.stages][i] * stages[i];
    const double exact = exact_weight(tree);
    largest = std::max(largest, std::abs(sum - exact) / std::max(1.0, exact));
  }
  return largest;
}

struct Claim {
  int stages;
  int order;
};

class HalfExplicitTableaux : public testing::TestWithParam<Claim> {};

TEST_P(HalfExplicitTableaux, FulfilAllConditionsOfTheirOrderAndNotOfTheNext) {
  const HalfExplicitTableau& t = half_explicit_tableau(GetParam().stages);
  ASSERT_EQ(t.stages, static_cast<std::size_t>(GetParam().stages));
  for (int order = 1; order <= GetParam().order; ++order) EXPECT_LT(defect(t, order), 1e-14);
  EXPECT_GT(defect(t, GetParam().order + 1), 1e-3);
}

TEST_P(HalfExplicitTableaux, HaveConsistentRowsAndForcesThatKeepTheirSign) {
  const HalfExplicitTableau& t = half_explicit_tableau(GetParam().stages);
  for (std::size_t row = 0; row <= t.stages; ++row) {
    double sum = 0;
    for (std::size_t j = 0; j < t.stages; ++j) {
      sum += t.a[row][j];
      EXPECT_TRUE(j < row || t.a[row][j] == 0);
    }
    EXPECT_NEAR(sum, t.c[row], 1e-14);
    EXPECT_TRUE(row == 0 || t.a[row][row - 1] > 0);
  }
  for (std::size_t j = 0; j < t.stages; ++j) EXPECT_GE(t.a[t.stages][j], 0);  // p ≥ 0 where λ ≥ 0
}

INSTANTIATE_TEST_SUITE_P(Of, HalfExplicitTableaux,
                         testing::Values(Claim{2, 2}, Claim{3, 3}, Claim{5, 4}),
                         [](const auto& c) { return std::to_string(c.param.stages) + "Stages"; });

bool has_fat(const Tree& tree) {
  return tree.fat || std::any_of(tree.children.begin(), tree.children.end(), has_fat);
}

/// How often a tree is its own image.
double symmetry(const Tree& tree) {
  double product = 1;
  double alike = 1;
  for (std::size_t i = 0; i < tree.children.size(); ++i) {
    alike = i > 0 && tree.children[i] == tree.children[i - 1] ? alike + 1 : 1;
    product *= alike * symmetry(tree.children[i]);
  }
  return product;
}

/// √Σ((Σ weights Φ − exact)/σ)² over the trees of an ordinary differential equation.
template <class Weights>
double ordinary_error(const HalfExplicitTableau& t, const Weights& weights, int order,
                      double times_exact) {
  double squares = 0;
  for (const Tree& tree : meagre(order, true)) {
    if (has_fat(tree)) continue;
    const Column stages = phi(t, tree);
    double sum = -times_exact * exact_weight(tree);
    for (std::size_t i = 0; i < t.stages; ++i) sum += weights[i] * stages[i];
    squares += std::pow(sum / symmetry(tree), 2);
  }
  return std::sqrt(squares);
}

TEST(FlightTableau, IsOfOrder4WithErrorsOfATwentiethOfThoseOfTheHalfExplicitMethod) {
  const HalfExplicitTableau& t = flight_tableau();
  const HalfExplicitTableau& held = half_explicit_tableau(5);
  for (int order = 1; order <= 4; ++order)
    EXPECT_LT(ordinary_error(t, t.a[t.stages], order, 1), 1e-15) << order;
  const double error = ordinary_error(t, t.a[t.stages], 5, 1);
  EXPECT_GT(error, 1e-4);
  EXPECT_LT(error, 0.05 * ordinary_error(held, held.a[held.stages], 5, 1));
  for (std::size_t row = 0; row <= t.stages; ++row) {
    double sum = 0;
    for (std::size_t j = 0; j < t.stages; ++j) {
      sum += t.a[row][j];
      EXPECT_TRUE(j < row || t.a[row][j] == 0);
    }
    EXPECT_NEAR(sum, t.c[row], 1e-15);
  }
}

TEST(ErrorWeights, AreDifferencesToAMethodOfOrder3) {
  for (const HalfExplicitTableau* t : {&flight_tableau(), &half_explicit_tableau(5)}) {
    for (int order = 1; order <= 3; ++order)
      EXPECT_LT(ordinary_error(*t, t->d, order, 0), 1e-15) << order;
    EXPECT_GT(ordinary_error(*t, t->d, 4, 0), 1e-3);
  }
}

TEST(HalfExplicitConditions, AreAsManyAsTheTreesOfIndex2WithLinearMultipliers) {
  const std::map<int, std::size_t> counted{{1, 1}, {2, 3}, {3, 16}, {4, 102}};
  for (const auto& [order, count] : counted) EXPECT_EQ(meagre(order, true).size(), count);
}

}  // namespace
}  // namespace saltus::test::test_half_explicit_tableau
