// SPDX-License-Identifier: Apache-2.0
// Derivatives against the complex step and closed forms.
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "formula/oracle.h"
#include "saltus/formula/derivative.h"
#include "saltus/formula/program.h"

namespace saltus::formula::test_derivative {
namespace {

struct System {
  Graph graph;
  Node x = graph.symbol(), y = graph.symbol(), z = graph.symbol();
  std::vector<Node> symbols{x, y, z};
  Differentiator d{graph};

  Node read(const std::string& text) {
    Scope scope = constants(graph);
    scope["x"] = x, scope["y"] = y, scope["z"] = z;
    return parse(graph, text, scope);
  }
  double at(Node f, std::vector<double> point) {
    const std::vector<Node> outputs{f};
    const Program program(graph, symbols, outputs);
    std::vector<double> scratch(program.scratch()), out(1);
    program.prepare(scratch);
    point.resize(3);
    std::copy(point.begin(), point.end(), scratch.begin());
    program.write_constants(out);
    program.evaluate(scratch, out);
    return out[0];
  }
  double slope(const std::string& text, std::vector<double> point) {
    return at(d(read(text), x), std::move(point));
  }
};

constexpr double step = 1e-30;

TEST(Derivative, FirstAndSecondAgreeWithTheComplexStepOnRandomFormulas) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> coordinate(-2, 2);
  int compared = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    System s;
    const std::string text = random_formula(random, 4);
    Node f{};
    try {
      f = s.read(text);
    } catch (const FormulaError&) {
      continue;  // a constant piece such as (2-2)^-1
    }
    const std::vector<double> point{coordinate(random), coordinate(random), coordinate(random)};
    for (const Node first : s.symbols) {
      const Node df = s.d(f, first);
      for (const Node second : s.symbols) {
        const Node ddf = s.d(df, second);
        std::vector<Complex> along(point.begin(), point.end());
        along[static_cast<std::size_t>(second)] += Complex(0, step);
        const OracleValue of_f = oracle(s.graph, f, s.symbols, along);
        const OracleValue of_df = oracle(s.graph, df, s.symbols, along);
        const OracleValue of_ddf = oracle(s.graph, ddf, s.symbols, along);
        const double largest = of_ddf.largest;
        if (!(largest < 1e4)) continue;
        const double tolerance = 1e-12 * (1 + largest * largest);
        if (first == second) {
          ASSERT_NEAR(of_f.value.imag() / step, s.at(df, point), tolerance) << text;
        }
        ASSERT_NEAR(of_df.value.imag() / step, s.at(ddf, point), tolerance) << text;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 8000);
}

TEST(Derivative, SecondIsSymmetric) {
  System s;
  const Node f = s.read("x^2*sin(y)*exp(x*y)/(1+y^2) + atan2(x, 2+y)");
  const std::vector<double> point{0.3, -0.7};
  EXPECT_NEAR(s.at(s.d(s.d(f, s.x), s.y), point), s.at(s.d(s.d(f, s.y), s.x), point), 1e-14);
}

TEST(Derivative, OfPowerWithNegativeBaseIsFinite) {
  System s;
  EXPECT_DOUBLE_EQ(s.slope("x^3", {-2}), 12);
  EXPECT_DOUBLE_EQ(s.slope("x^-2", {-2}), 0.25);
  EXPECT_DOUBLE_EQ(s.slope("x^20", {-1}), -20);
  EXPECT_DOUBLE_EQ(s.slope("(x^2)^1.5", {0}), 0);
}

TEST(Derivative, OfPowerWithConstantExponentHasNoLogarithm) {
  System s;
  const std::size_t before = s.graph.size();
  static_cast<void>(s.d(s.read("x^1.7"), s.x));
  for (std::size_t i = before; i < s.graph.size(); ++i) {
    EXPECT_NE(s.graph.entry(static_cast<Node>(i)).op, Op::log);
  }
}

TEST(Derivative, OfPowerByItsExponentVanishesAtBaseZero) {
  System s;
  EXPECT_EQ(s.slope("y^x", {1.5, 0}), 0);
  EXPECT_NEAR(s.slope("y^x", {1.5, 2}), std::pow(2, 1.5) * std::log(2), 1e-14);
}

TEST(Derivative, OfKinksIsThatOfOneSide) {
  System s;
  EXPECT_EQ(s.slope("abs(x)", {-3}), -1);
  EXPECT_EQ(s.slope("abs(x)", {0}), 0);
  EXPECT_EQ(s.slope("sign(x)", {2}), 0);
  EXPECT_EQ(s.slope("x < 3", {2}), 0);
  EXPECT_EQ(s.slope("max(0, 5*x)", {2}), 5);
  EXPECT_EQ(s.slope("max(0, 5*x)", {-2}), 0);
  EXPECT_EQ(s.slope("min(x, 2*x, 3*x)", {-1}), 3);
}

TEST(Derivative, IgnoresTheBranchNotTaken) {
  System s;
  EXPECT_EQ(s.slope("if(x > 0, sqrt(x), 2*x)", {-4}), 2);
  EXPECT_EQ(s.slope("if(x > 0, sqrt(x), 2*x)", {4}), 0.25);
}

TEST(Derivative, OfArcSineNearOneHasNoCancellation) {
  System s;
  const double gap = std::ldexp(1.0, -40);  // 1 − x, exactly
  EXPECT_NEAR(s.slope("asin(x)", {1 - gap}) * std::sqrt(gap * (2 - gap)), 1, 1e-15);
  EXPECT_NEAR(s.slope("acos(x)", {1 - gap}) * std::sqrt(gap * (2 - gap)), -1, 1e-15);
}

TEST(Derivative, OfKineticEnergyIsTheConstantMass) {
  System s;
  const Node mass = s.d(s.d(s.read("0.5*3*x^2"), s.x), s.x);
  ASSERT_TRUE(s.graph.value(mass).has_value());
  EXPECT_EQ(*s.graph.value(mass), 3);
}

TEST(Derivative, OfALongChainCostsLinearTime) {
  System s;
  std::string text = "x";
  for (int i = 0; i < 8000; ++i) text = i % 2 == 0 ? text + "*y" : text + "+x*z";
  const Node f = s.read(text);
  const Node df = s.d(s.d(f, s.x), s.y);
  EXPECT_LT(s.graph.size(), 200000U);
  EXPECT_LT(static_cast<std::size_t>(df), s.graph.size());
}

}  // namespace
}  // namespace saltus::formula::test_derivative
