// SPDX-License-Identifier: Apache-2.0
// Parameters of parameters, and what can be wrong with them.
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "saltus/formula/parameters.h"
#include "saltus/formula/parse.h"

namespace saltus::formula::test_parameters {
namespace {

Parameters values(const std::vector<Parameter>& parameters) { return evaluate(parameters); }

std::string error(std::vector<Parameter> parameters) {
  int line = 1;
  for (Parameter& p : parameters) p.where = {"m.toml", line++, 5};
  try {
    static_cast<void>(evaluate(parameters));
  } catch (const ModelError& e) {
    return e.what();
  }
  return "no error";
}

TEST(Parameters, AreEvaluatedInTheOrderOfDependence) {
  const Parameters p = values({{"c", "a*b", {}}, {"a", "2*b+pi", {}}, {"b", "0.5*mm", {}}});
  EXPECT_EQ(p.at("b"), 0.5 * 1e-3);
  EXPECT_EQ(p.at("a"), 2 * p.at("b") + std::numbers::pi);
  EXPECT_EQ(p.at("c"), p.at("a") * p.at("b"));
}

TEST(Parameters, KeepAllDigitsOfNumbers) {
  EXPECT_EQ(values({{"a", "0.30000000000000004", {}}}).at("a"), 0.1 + 0.2);
  EXPECT_EQ(values({{"a", "-1.7976931348623157e308", {}}}).at("a"), -1.7976931348623157e308);
}

TEST(Parameters, InCyclesAreNamedAtTheFirstOfTheCycle) {
  EXPECT_EQ(error({{"k", "a", {}}, {"a", "b+1", {}}, {"b", "2*a", {}}}),
            "m.toml:2:5: parameters that need each other: a -> b -> a");
  EXPECT_EQ(error({{"a", "a*0", {}}}), "m.toml:1:5: parameters that need each other: a -> a");
}

TEST(Parameters, OfALongChainNeedNoStack) {
  std::vector<Parameter> chain;
  constexpr int length = 20000;
  for (int i = 0; i < length; ++i) {
    chain.push_back({"p" + std::to_string(i), "p" + std::to_string(i + 1) + "+1", {}});
  }
  std::vector<Parameter> cycle = chain;
  chain.push_back({"p" + std::to_string(length), "0", {}});
  EXPECT_EQ(values(chain).at("p0"), length);
  cycle.push_back({"p" + std::to_string(length), "p0", {}});
  EXPECT_LT(error(cycle).size(), 400U);
}

TEST(Parameters, WithErrorsSayWhereAndMarkThePiece) {
  EXPECT_EQ(error({{"length", "1", {}}, {"a", "2*lenght", {}}}),
            "m.toml:2:5: parameter 'a': unknown name 'lenght'; did you mean 'length'?\n"
            "    2*lenght\n"
            "      ^~~~~~");
  EXPECT_EQ(error({{"a", "1/b", {}}, {"b", "0", {}}}),
            "m.toml:1:5: parameter 'a': division by zero\n    1/b\n    ^~~");
  EXPECT_EQ(error({{"a", "2*t", {}}}),
            "m.toml:1:5: parameter 'a': the time 't' cannot be used here\n    2*t\n      ^");
}

TEST(Parameters, HaveNamesThatAreFreeAndUnique) {
  EXPECT_NE(error({{"pi", "3", {}}}).find("'pi' cannot name a parameter"), std::string::npos);
  EXPECT_NE(error({{"t", "3", {}}}).find("'t' cannot name a parameter"), std::string::npos);
  EXPECT_NE(error({{"sin", "3", {}}}).find("'sin' cannot name a parameter"), std::string::npos);
  EXPECT_NE(error({{"2a", "3", {}}}).find("'2a' cannot name a parameter"), std::string::npos);
  EXPECT_EQ(error({{"a", "1", {}}, {"a", "2", {}}}),
            "m.toml:2:5: parameter 'a' is defined twice, first at m.toml:1:5");
}

TEST(Number, IsAFormulaOfParameters) {
  const Parameters p{{"rho", 7800}, {"L", 0.5}};
  EXPECT_EQ(evaluate("rho*L*2*mm", p), 7800 * 0.5 * 2 * 1e-3);
  EXPECT_EQ(evaluate("-0.25", p), -0.25);
  EXPECT_EQ(evaluate("pi/12", p), std::numbers::pi / 12);
}

TEST(Number, WithUnknownNameGetsASuggestionFromAllParameters) {
  const Parameters p{{"rho", 7800}, {"length", 0.5}};
  try {
    static_cast<void>(evaluate("rho*lenght", p));
    FAIL();
  } catch (const FormulaError& e) {
    EXPECT_STREQ(e.what(), "unknown name 'lenght'; did you mean 'length'?");
    EXPECT_EQ(e.position, 4U);
  }
  EXPECT_THROW(static_cast<void>(evaluate("inf", p)), FormulaError);
  EXPECT_THROW(static_cast<void>(evaluate("nan", p)), FormulaError);
  EXPECT_THROW(static_cast<void>(evaluate("2*t", p)), FormulaError);
}

}  // namespace
}  // namespace saltus::formula::test_parameters
