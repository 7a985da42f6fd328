// SPDX-License-Identifier: Apache-2.0
// The grammar, and the messages for what is not in it.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "saltus/formula/parse.h"

namespace saltus::formula::test_parse {
namespace {

double value(const std::string& text) {
  Graph graph;
  return graph.value(parse(graph, text, constants(graph))).value_or(std::nan(""));
}

struct Names {
  Graph graph;
  Scope scope = constants(graph);
  Names() {
    for (const char* name : {"x", "theta", "crank.angle", "t"}) scope[name] = graph.symbol();
  }
};

/// "message | marked piece"
std::string error(const std::string& text) {
  Names names;
  try {
    static_cast<void>(parse(names.graph, text, names.scope));
  } catch (const FormulaError& e) {
    EXPECT_LE(e.position + e.length, text.size());
    return std::string(e.what()) + " | " + text.substr(e.position, e.length);
  }
  return "no error";
}

TEST(Parse, FollowsPrecedenceAndAssociativity) {
  EXPECT_EQ(value("1+2*3"), 7);
  EXPECT_EQ(value("10-4-3"), 3);
  EXPECT_EQ(value("24/4/2"), 3);
  EXPECT_EQ(value("2^3^2"), 512);
  EXPECT_EQ(value("-2^2"), -4);
  EXPECT_EQ(value("2^-1"), 0.5);
  EXPECT_EQ(value("2^-2^2"), 1.0 / 16);
  EXPECT_EQ(value("-2*-3"), 6);
  EXPECT_EQ(value("2--3"), 5);
  EXPECT_EQ(value("+-+-4"), 4);
  EXPECT_EQ(value("(1+2)*3"), 9);
  EXPECT_EQ(value("1+1 < 3"), 1);
}

TEST(Parse, ReadsNumbersOfAllForms) {
  EXPECT_EQ(value("1."), 1);
  EXPECT_EQ(value(".5"), 0.5);
  EXPECT_EQ(value("1e-3"), 1e-3);
  EXPECT_EQ(value("2.5E+2"), 250);
  EXPECT_EQ(value("0.10000000000000001"), 0.1);
  EXPECT_EQ(value(" \t\n 7 \r\n"), 7);
}

TEST(Parse, ComparesToOneOrZero) {
  EXPECT_EQ(value("1<2") + value("2<=2") + value("3>2") + value("2>=2") + value("2==2"), 5);
  EXPECT_EQ(value("2<1") + value("3<=2") + value("2>3") + value("1>=2") + value("2!=2"), 0);
  EXPECT_EQ(value("(1<2)*(2<3)"), 1);
}

TEST(Parse, CallsFunctions) {
  EXPECT_EQ(value("atan2(1,-1)"), std::atan2(1, -1));
  EXPECT_EQ(value("sin(1)+cos(2)*tan(3)"), std::sin(1) + std::cos(2) * std::tan(3));
  EXPECT_EQ(value("asin(.5)-acos(.5)"), std::asin(.5) - std::acos(.5));
  EXPECT_EQ(value("sinh(1)/cosh(1)-tanh(1)"), std::sinh(1) / std::cosh(1) - std::tanh(1));
  EXPECT_EQ(value("exp(log(2))"), std::exp(std::log(2)));
  EXPECT_EQ(value("abs(-3)+sign(-2)+sqrt(16)"), 6);
  EXPECT_EQ(value("min(3,1,2)*10+max(1,5,2,4)"), 15);
  EXPECT_EQ(value("pow(2,10)+hypot(3,4)"), 1029);
  EXPECT_EQ(value("if(1>2, 10, 20)"), 20);
  EXPECT_EQ(value("atan(1)"), std::atan(1));
}

TEST(Parse, KnowsTheConstants) {
  EXPECT_EQ(value("pi"), std::numbers::pi);
  EXPECT_EQ(value("180*deg"), 180 * (std::numbers::pi / 180));
  EXPECT_EQ(value("5*mm+2*cm"), 5 * 1e-3 + 2 * 1e-2);
}

TEST(Parse, ReadsNamesWithDots) {
  Names n;
  EXPECT_EQ(parse(n.graph, " crank.angle ", n.scope), n.scope.find("crank.angle")->second);
}

TEST(Parse, MarksWhatItDoesNotUnderstand) {
  EXPECT_EQ(error(""), "the formula is empty | ");
  EXPECT_EQ(error("  "), "the formula is empty | ");
  EXPECT_EQ(error("1+"), "the formula ends where a value is expected | ");
  EXPECT_EQ(error("1+*2"), "a value is expected here, not '*' | *");
  EXPECT_EQ(error("(x+1"), "this parenthesis is never closed | (");
  EXPECT_EQ(error("sin(x"), "this parenthesis is never closed | (");
  EXPECT_EQ(error("x+1)"), "this parenthesis closes nothing | )");
  EXPECT_EQ(error(")"), "this parenthesis closes nothing | )");
  EXPECT_EQ(error("()"), "a value is expected here, not ')' | )");
  EXPECT_EQ(error("x # y"), "a formula cannot hold this character ('#') | #");
  EXPECT_EQ(error("x \u2212 1"), "a formula cannot hold this character; write '-' | \u2212");
  EXPECT_EQ(error("x = 1"), "write '==' to compare | =");
  EXPECT_EQ(error("x**2"), "write '^' for a power | **");
  EXPECT_EQ(error("1 < x < 2"),
            "comparisons cannot be chained; multiply two of them: (a < b)*(b < c) | <");
  EXPECT_EQ(error("(x, 1)"), "a comma has a meaning only between the arguments of a function | ,");
  EXPECT_EQ(error("1e400"), "this number is too large or too small for double precision | 1e400");
}

TEST(Parse, HintsAtMissingProducts) {
  EXPECT_EQ(error("1+2x"), "an operator is missing; for a product write '2*x' | 2x");
  EXPECT_EQ(error("x theta"), "an operator is missing; for a product write 'x*theta' | x theta");
  EXPECT_EQ(error("2(x+1)"), "an operator is missing; for a product write '2*(...)' | 2(");
  EXPECT_EQ(error("x(2)"), "'x' is not a function; a product needs '*' before the parenthesis | x");
}

TEST(Parse, SuggestsNames) {
  EXPECT_EQ(error("2*theat"), "unknown name 'theat'; did you mean 'theta'? | theat");
  EXPECT_EQ(error("crank.angel"),
            "unknown name 'crank.angel'; did you mean 'crank.angle'? | crank.angel");
  EXPECT_EQ(error("sine(x)"), "unknown function 'sine'; did you mean 'sin'? | sine");
  EXPECT_EQ(error("1+sin"), "'sin' is a function; write its argument in parentheses | sin");
  Graph empty;
  EXPECT_THROW(static_cast<void>(parse(empty, "t", {})), FormulaError);
}

TEST(Parse, CountsArguments) {
  EXPECT_EQ(error("1+atan2(x)"), "atan2 takes 2 arguments, not 1 | atan2(x)");
  EXPECT_EQ(error("sin()"), "sin takes 1 argument, not 0 | sin()");
  EXPECT_EQ(error("max(x)"), "max takes 2 or more arguments, not 1 | max(x)");
  EXPECT_EQ(error("if(x,1,2,3)"), "if takes 3 arguments, not 4 | if(x,1,2,3)");
}

TEST(Parse, ReportsConstantPiecesWithoutFiniteValue) {
  EXPECT_EQ(error("x+sqrt(-1)"), "this has no finite value | sqrt(-1)");
  EXPECT_EQ(error("x*(1/0)"), "division by zero | 1/0");
  EXPECT_EQ(error("x/0"), "division by zero | x/0");
  EXPECT_EQ(error("x/(2-2)+1"), "division by zero | x/(2-2)");
  EXPECT_EQ(error("x+0^-1"), "this has no finite value | 0^-1");
  EXPECT_EQ(error("1e200*1e200*x"), "this has no finite value | 1e200*1e200");
  EXPECT_EQ(error("min(1,2,log(0))"), "this has no finite value | log(0)");
}

TEST(Parse, SurvivesHostileTexts) {
  const auto repeat = [](const std::string& piece, std::size_t n) {
    std::string text;
    for (std::size_t i = 0; i < n; ++i) text += piece;
    return text;
  };
  EXPECT_EQ(error(repeat("(", 60000)), "more than 200 nested parentheses | (");
  EXPECT_EQ(error(repeat("sin(", 16000)), "more than 200 nested parentheses | (");
  EXPECT_EQ(error(repeat("-", 60000) + "x"), "no error");
  EXPECT_EQ(error(repeat("x+", 30000) + "x"), "no error");
  EXPECT_EQ(error(repeat("x*t-", 16000) + "x"), "no error");
  EXPECT_EQ(error(repeat("x^", 30000) + "x"), "no error");
  EXPECT_EQ(error(repeat("x^-", 20000) + "x"), "no error");
  EXPECT_EQ(error("x" + repeat("^16", 20000)).substr(0, 24), "this has no finite value");
  EXPECT_EQ(error("max(x" + repeat(",t", 30000) + ")"), "no error");
  EXPECT_EQ(error(repeat("(", 199) + "x" + repeat(")^16", 199)), "no error");
  EXPECT_EQ(error(repeat("x", 65536)).substr(0, 12), "unknown name");
  EXPECT_EQ(error(repeat("1", 65537)).substr(0, 36), "the formula is longer than 64 KiB | ");
  EXPECT_EQ(error(std::string("x\0y", 3)).substr(0, 37), "a formula cannot hold this character ");
}

TEST(Names, AreReservedForFunctionsConstantsAndTime) {
  for (const char* name : {"sin", "if", "hypot", "pi", "mm", "cm", "deg", "t"}) {
    EXPECT_TRUE(is_reserved(name)) << name;
  }
  EXPECT_FALSE(is_reserved("x"));
  EXPECT_FALSE(is_reserved("Sin"));
}

TEST(Names, AreLettersDigitsUnderscores) {
  for (const char* name : {"x", "_a", "A1", "x_dot"}) EXPECT_TRUE(is_identifier(name)) << name;
  for (const char* name : {"", "1x", "a.b", "a b", "\u03B8", "a-b"}) {
    EXPECT_FALSE(is_identifier(name)) << name;
  }
}

TEST(Marked, PutsCaretsUnderThePiece) {
  EXPECT_EQ(marked("1+foo*2", FormulaError("", 2, 3)), "    1+foo*2\n      ^~~");
  EXPECT_EQ(marked("1+", FormulaError("", 2, 0)), "    1+\n      ^");
  EXPECT_EQ(marked("a\nb", FormulaError("", 2, 1)), "    a b\n      ^");
  EXPECT_EQ(marked("\u03B8+\u03B8x", FormulaError("", 3, 3)), "    \u03B8+\u03B8x\n      ^~");
}

TEST(Marked, ShowsLongFormulasAroundThePiece) {
  std::string text(1003, 'a');
  text.replace(500, 3, "BAD");
  const std::string shown = marked(text, FormulaError("", 500, 3));
  const std::size_t line = shown.find('\n');
  EXPECT_LT(line, 112U);
  const std::size_t column = shown.find('^') - line - 1;
  EXPECT_EQ(shown.substr(column, 3), "BAD");
  EXPECT_EQ(shown.substr(shown.find('^')), "^~~");
  EXPECT_EQ(shown.substr(4, 3), "...");
  for (const std::size_t position : {std::size_t{0}, std::size_t{1003}}) {
    const std::string edge = marked(text, FormulaError("", position, 2000));
    EXPECT_LT(edge.size(), 230U);
    EXPECT_NE(edge.find('^'), std::string::npos);
  }
}

}  // namespace
}  // namespace saltus::formula::test_parse
