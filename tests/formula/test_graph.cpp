// SPDX-License-Identifier: Apache-2.0
// Sharing, simplification and dependence.
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "saltus/formula/graph.h"

namespace saltus::formula::test_graph {
namespace {

struct Symbols : testing::Test {
  Graph g;
  Node x = g.symbol(), y = g.symbol();
  Node number(double v) { return g.constant(v); }
  Node operator()(Op op, Node a, Node b = {}, Node c = {}) { return g.make(op, a, b, c); }
};
using GraphSharing = Symbols;
using GraphRules = Symbols;
using GraphDependence = Symbols;

TEST_F(GraphSharing, EqualExpressionsAreOneNode) {
  Symbols& m = *this;
  EXPECT_EQ(m(Op::sin, m(Op::add, x, y)), m(Op::sin, m(Op::add, y, x)));
  EXPECT_EQ(m(Op::mul, x, y), m(Op::mul, y, x));
  EXPECT_NE(m(Op::sub, x, y), m(Op::sub, y, x));
  EXPECT_NE(m(Op::atan2, x, y), m(Op::atan2, y, x));
  EXPECT_NE(number(1), number(1 + std::numeric_limits<double>::epsilon()));
  EXPECT_EQ(number(0), number(-0.0));
}

TEST_F(GraphSharing, SymbolsAreNeverShared) { EXPECT_NE(x, y); }

TEST_F(GraphSharing, SurvivesGrowthOfTheIndex) {
  std::vector<Node> nodes;
  for (int i = 0; i < 20000; ++i) nodes.push_back(g.make(Op::pow, x, number(100.5 + i)));
  const std::size_t size = g.size();
  for (int i = 0; i < 20000; ++i) {
    ASSERT_EQ(g.make(Op::pow, x, number(100.5 + i)), nodes[static_cast<std::size_t>(i)]);
  }
  EXPECT_EQ(g.size(), size);
}

TEST_F(GraphSharing, ChildrenHaveSmallerIdsThanParents) {
  const Node f = g.make(Op::pow, g.make(Op::add, x, number(2)), number(7));
  for (std::size_t i = 0; i <= static_cast<std::size_t>(f); ++i) {
    const Graph::Entry& e = g.entry(static_cast<Node>(i));
    if (e.op != Op::constant && e.op != Op::symbol) {
      EXPECT_LT(e.a, static_cast<Node>(i));
      EXPECT_LT(e.b, static_cast<Node>(i));
    }
  }
}

TEST_F(GraphRules, OfZeroAndOne) {
  Symbols& m = *this;
  const Node zero = number(0), one = number(1);
  EXPECT_EQ(m(Op::add, x, zero), x);
  EXPECT_EQ(m(Op::add, zero, x), x);
  EXPECT_EQ(m(Op::sub, x, zero), x);
  EXPECT_EQ(m(Op::sub, zero, x), m(Op::neg, x));
  EXPECT_EQ(m(Op::mul, x, zero), zero);
  EXPECT_EQ(m(Op::mul, one, x), x);
  EXPECT_EQ(m(Op::mul, number(-1), x), m(Op::neg, x));
  EXPECT_EQ(m(Op::div, x, one), x);
  EXPECT_EQ(m(Op::div, zero, x), zero);
  EXPECT_EQ(m(Op::sub, x, x), zero);
  EXPECT_EQ(m(Op::pow, x, zero), one);
  EXPECT_EQ(m(Op::pow, x, one), x);
  EXPECT_EQ(m(Op::pow, one, x), one);
}

TEST_F(GraphRules, OfSigns) {
  Symbols& m = *this;
  const Node minus_x = m(Op::neg, x), minus_y = m(Op::neg, y);
  EXPECT_EQ(m(Op::neg, minus_x), x);
  EXPECT_EQ(m(Op::mul, minus_x, minus_y), m(Op::mul, x, y));
  EXPECT_EQ(m(Op::div, minus_x, minus_y), m(Op::div, x, y));
  EXPECT_EQ(m(Op::add, x, minus_y), m(Op::sub, x, y));
  EXPECT_EQ(m(Op::sub, x, minus_y), m(Op::add, x, y));
  EXPECT_EQ(m(Op::neg, m(Op::sub, x, y)), m(Op::sub, y, x));
  EXPECT_EQ(m(Op::sin, minus_x), m(Op::neg, m(Op::sin, x)));
  EXPECT_EQ(m(Op::cos, minus_x), m(Op::cos, x));
  EXPECT_NE(m(Op::exp, minus_x), m(Op::exp, x));
}

TEST_F(GraphRules, OfConstantFactors) {
  Symbols& m = *this;
  const Node six_x = m(Op::mul, number(6), x);
  EXPECT_EQ(m(Op::mul, number(2), m(Op::mul, number(3), x)), six_x);
  EXPECT_EQ(m(Op::add, m(Op::mul, number(4), x), m(Op::mul, x, number(2))), six_x);
  EXPECT_EQ(m(Op::add, x, x), m(Op::mul, number(2), x));
  EXPECT_EQ(m(Op::sub, m(Op::mul, number(2), x), x), x);
  EXPECT_EQ(m(Op::div, m(Op::mul, number(12), x), number(2)), six_x);
  EXPECT_EQ(m(Op::div, x, number(4)), m(Op::mul, number(0.25), x));
  EXPECT_EQ(g.entry(m(Op::div, x, number(3))).op, Op::div);  // 1/3 is not exact
}

TEST_F(GraphRules, KeepFactorsWhoseProductUnderflowsOrOverflows) {
  for (const double c : {1e-200, 1e200}) {
    const Node f = g.make(Op::mul, number(c), g.make(Op::mul, number(c), x));
    EXPECT_EQ(g.entry(f).op, Op::mul);
    EXPECT_TRUE(g.depends(f, std::vector{x}));
  }
}

TEST_F(GraphRules, SmallPowersAreProducts) {
  Symbols& m = *this;
  const Node square = m(Op::mul, x, x);
  EXPECT_EQ(m(Op::pow, x, number(2)), square);
  EXPECT_EQ(m(Op::pow, x, number(4)), m(Op::mul, square, square));
  EXPECT_EQ(m(Op::pow, x, number(3)), m(Op::mul, x, square));
  EXPECT_EQ(m(Op::pow, x, number(-2)), m(Op::div, number(1), square));
  EXPECT_EQ(m(Op::pow, x, number(0.5)), m(Op::sqrt, x));
  EXPECT_EQ(g.entry(m(Op::pow, x, number(1000))).op, Op::pow);
}

TEST_F(GraphRules, ConstantsAreFoldedUnlessNotFinite) {
  EXPECT_EQ(g.value(g.make(Op::atan2, number(1), number(1))), std::optional(std::atan2(1.0, 1.0)));
  EXPECT_EQ(g.value(g.make(Op::select, number(0), number(5), number(7))), std::optional(7.0));
  EXPECT_EQ(g.make(Op::select, number(2), x, y), x);
  EXPECT_EQ(g.make(Op::select, x, y, y), y);
  EXPECT_EQ(g.value(g.make(Op::div, number(1), number(0))), std::nullopt);
  EXPECT_EQ(g.value(g.make(Op::div, number(0), number(0))), std::nullopt);
  EXPECT_EQ(g.value(g.make(Op::sqrt, number(-1))), std::nullopt);
  EXPECT_EQ(g.value(g.make(Op::pow, number(0), number(-2))), std::nullopt);
  EXPECT_EQ(g.value(g.make(Op::mul, number(1e300), number(1e300))), std::nullopt);
}

TEST_F(GraphDependence, IsFoundThroughLongChainsOnly) {
  Node f = x;
  for (int i = 0; i < 300000; ++i) f = g.make(Op::sin, f);
  EXPECT_TRUE(g.depends(f, std::vector{x}));
  EXPECT_FALSE(g.depends(f, std::vector{y}));
  EXPECT_TRUE(g.depends(f, std::vector{y, x}));
  EXPECT_FALSE(g.depends(f, {}));
}

TEST_F(GraphDependence, TellsSymbolsApartThatShareAMark) {
  std::vector<Node> symbols;
  for (int i = 0; i < 200; ++i) symbols.push_back(g.symbol());
  const Node f = g.make(Op::sin, symbols[3]);
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    EXPECT_EQ(g.depends(f, std::vector{symbols[i]}), i == 3);
  }
}

TEST_F(GraphDependence, EndsWhereTheExpressionCancels) {
  const Node f = g.make(Op::sub, g.make(Op::mul, x, y), g.make(Op::mul, y, x));
  EXPECT_FALSE(g.depends(f, std::vector{x, y}));
}

TEST(Graph, RefusesToGrowOverItsLimit) {
  Graph g;
  const auto fill = [&] {
    for (std::size_t i = 0; i <= Graph::max_size; ++i) g.symbol();
  };
  EXPECT_THROW(fill(), std::length_error);
  EXPECT_EQ(g.size(), Graph::max_size);
}

}  // namespace
}  // namespace saltus::formula::test_graph
