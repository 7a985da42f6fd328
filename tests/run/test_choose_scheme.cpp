// SPDX-License-Identifier: Apache-2.0
// Which scheme a model gets that names none, and why.
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "io/message.h"
#include "saltus/io/read_model.h"
#include "saltus/io/toml.h"
#include "saltus/model/compile.h"
#include "saltus/run/choose_scheme.h"
#include "saltus/run/simulate.h"

namespace saltus::test_choose_scheme {
namespace {

/// One body with one coordinate q.
Description one_body(const std::string& keys, const std::string& simulation = "") {
  std::string text = "[simulation]\nstep = 1e-2\nend = 1\n";
  text += simulation;
  text += "\n[[body]]\nname = \"b\"\ntype = \"formula\"\ncoordinates = [\"q\"]\n";
  text += keys;
  return read_model(parse_toml(text, "test.toml"), "test");
}

double largest(const Description& d) { return largest_eigenvalue(compile(d)); }

TEST(LargestEigenvalue, OfAnOscillatorIsItsFrequency) {
  EXPECT_NEAR(largest(one_body("kinetic = \"0.5*2*q_dot^2\"\npotential = \"0.5*50*q^2\"\n"
                               "initial = { q = 0.3 }")),
              5, 1e-13);
}

TEST(LargestEigenvalue, OfAStronglyDampedOscillatorIsItsFastDecay) {
  // λ² + 10 λ + 9 = 0: −1 and −9
  EXPECT_NEAR(largest(one_body("kinetic = \"0.5*q_dot^2\"\npotential = \"0.5*9*q^2\"\n"
                               "force = { q = \"-10*q_dot\" }\ninitial = { q = 0.3 }")),
              9, 1e-12);
}

TEST(LargestEigenvalue, OfFreeFallIsZero) {
  EXPECT_EQ(largest(one_body("kinetic = \"0.5*q_dot^2\"\npotential = \"10*q\"\n"
                             "initial = { q = 0.3 }")),
            0);
}

// T = ½(1 + q²)v², V = 10 q: a = −(10 + q v²)/(1 + q²), and λ² = ∂a/∂v λ + ∂a/∂q.
TEST(LargestEigenvalue, CountsTheInertiaThatChangesWithThePosition) {
  const double q = 0.5, v = 3, m = 1 + q * q;
  const double a_q = -v * v / m + (10 + q * v * v) * 2 * q / (m * m);
  const double a_v = -2 * q * v / m;
  const double d = a_v * a_v + 4 * a_q;
  const double expected =
      d >= 0 ? 0.5 * (std::abs(a_v) + std::sqrt(d)) : 0.5 * std::sqrt(a_v * a_v - d);
  EXPECT_NEAR(largest(one_body("kinetic = \"0.5*(1 + q^2)*q_dot^2\"\npotential = \"10*q\"\n"
                               "initial = { q = 0.5 }\ninitial_velocity = { q_dot = 3 }")),
              expected, 1e-12);
}

/// n masses between n + 1 springs k, m = 1: the largest frequency is 2 √k cos(π/(2(n+1))).
Description chain(int n, double k) {
  std::string names, kinetic, potential, initial;
  for (int i = 0; i < n; ++i) {
    const std::string x = "x" + std::to_string(i);
    const std::string before = i == 0 ? "0" : "x" + std::to_string(i - 1);
    names += (i == 0 ? "\"" : ", \"") + x + "\"";
    initial += (i == 0 ? "" : ", ") + x + " = 0";
    kinetic += (i == 0 ? "" : " + ") + x + "_dot^2";
    potential += "(" + x + " - " + before + ")^2 + ";
  }
  std::string text = "[simulation]\nstep = 1e-2\nend = 1\n[[body]]\nname = \"b\"\n";
  text += "type = \"formula\"\ncoordinates = [" + names + "]\n";
  text += "kinetic = \"0.5*(" + kinetic + ")\"\n";
  text += "potential = \"0.5*" + std::to_string(k) + "*(" + potential + "x" +
          std::to_string(n - 1) + "^2)\"\n";
  text += "initial = { " + initial + " }\n";
  return read_model(parse_toml(text, "test.toml"), "test");
}

TEST(LargestEigenvalue, OfAChainIsItsHighestFrequencyAndNeverLessForALongOne) {
  const auto exact = [](int n, double k) {
    return 2 * std::sqrt(k) * std::cos(std::acos(-1.0) / (2 * (n + 1)));
  };
  EXPECT_NEAR(largest(chain(10, 100)), exact(10, 100), 1e-11);
  EXPECT_GE(largest(chain(70, 100)), exact(70, 100));
  EXPECT_LE(largest(chain(70, 100)), 1.01 * exact(70, 100));
}

std::string spring(double k, double q = 0) {
  return "kinetic = \"0.5*q_dot^2\"\npotential = \"0.5*" + std::to_string(k) +
         "*q^2\"\ninitial = { q = " + std::to_string(q) + " }";
}

// The spring is at rest: nothing but stability asks for short steps.
TEST(ChooseScheme, TakesAdaptiveUpToAStepOfTwoOverTheLargestEigenvalueAndSplitMidpointBeyond) {
  for (const auto& [k, scheme] : {std::pair{3.9e4, "adaptive"}, {4.1e4, "split-midpoint"}}) {
    Description d = one_body(spring(k));
    const Model model = compile(d);
    const auto choice = choose_scheme(d, model);
    ASSERT_TRUE(choice);
    EXPECT_EQ(choice->scheme, scheme);
    EXPECT_NEAR(choice->h_lambda, 1e-2 * std::sqrt(k), 1e-10);
    EXPECT_EQ(choice->is_stiff, k > 4e4);
    EXPECT_EQ(std::get<std::string>(d.simulation.scheme->data), scheme);
  }
}

// `step` is only the largest step of adaptive: here 0.6 s at a period of 1.7 s, and 10 s.
TEST(ChooseScheme, TakesAdaptiveForASpringThatSwingsHoweverLargeTheStep) {
  for (const double step : {0.6, 10.0}) {
    Description d = one_body(spring(13.2, 1));
    d.simulation.step = step;
    d.simulation.end = 50;
    const auto choice = choose_scheme(d, compile(d));
    ASSERT_TRUE(choice);
    EXPECT_EQ(choice->scheme, "adaptive");
    EXPECT_GT(choice->h_lambda, 2);
    EXPECT_EQ(reason(*choice), "the model is not stiff: accuracy limits the step");
  }
}

// λ² + 1e4 λ + 1 = 0: one decay takes 1e-4 s, the other 1e4 s.
TEST(ChooseScheme, TakesSplitMidpointForAStrongDamper) {
  Description d = one_body(
      "kinetic = \"0.5*q_dot^2\"\npotential = \"0.5*q^2\"\n"
      "force = { q = \"-1e4*q_dot\" }\ninitial = { q = 0.3 }");
  const auto choice = choose_scheme(d, compile(d));
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->scheme, "split-midpoint");
}

TEST(ChooseScheme, SaysWhy) {
  EXPECT_EQ(reason({"adaptive", 0.0213, false}),
            "the model is not stiff, |h λ| = 0.021 at the start");
  EXPECT_EQ(reason({"split-midpoint", 31.4, true}), "the model is stiff, |h λ| = 31 at the start");
}

TEST(ChooseScheme, LeavesANamedSchemeAlone) {
  Description d = one_body(spring(1), "scheme = \"newmark\"\nscheme_options = { beta = 0.3 }");
  EXPECT_FALSE(choose_scheme(d, compile(d)));
  EXPECT_EQ(scheme_name(make_simulation(d).scheme), "newmark");
}

TEST(ChooseScheme, RefusesOptionsOfASchemeThatIsNotNamed) {
  Description d = one_body(spring(1), "scheme_options = { theta = 0.5 }");
  const Model model = compile(d);
  const std::string text = message([&] { (void)choose_scheme(d, model); });
  EXPECT_TRUE(holds(text, "test.toml:4:18: 'scheme_options'")) << text;
  EXPECT_TRUE(holds(text, "name it")) << text;
}

}  // namespace
}  // namespace saltus::test_choose_scheme
