// SPDX-License-Identifier: Apache-2.0
// Tapes against evaluation node by node, bit for bit.
#include <bit>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "formula/oracle.h"
#include "saltus/formula/derivative.h"
#include "saltus/formula/operations.h"
#include "saltus/formula/program.h"

namespace saltus::formula::test_program {
namespace {

/// Each node once, with its rounding, nothing fused and nothing reused.
std::vector<double> node_by_node(const Graph& graph, const std::vector<Node>& inputs,
                                 const std::vector<double>& at) {
  std::vector<double> values(graph.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    values[static_cast<std::size_t>(inputs[i])] = at[i];
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Graph::Entry& e = graph.entry(static_cast<Node>(i));
    const auto argument = [&](Node n) { return values[static_cast<std::size_t>(n)]; };
    if (e.op == Op::constant) values[i] = e.value;
    if (arity(e.op) > 0) values[i] = apply(e.op, argument(e.a), argument(e.b), argument(e.c));
  }
  return values;
}

std::vector<double> run(const Program& program, const std::vector<double>& at) {
  std::vector<double> scratch(program.scratch(), std::nan("")), out(program.outputs());
  program.prepare(scratch);
  std::copy(at.begin(), at.end(), scratch.begin());
  program.write_constants(out);
  program.evaluate(scratch, out);
  const std::vector<double> once = out;
  std::copy(at.begin(), at.end(), scratch.begin());
  program.evaluate(scratch, out);  // constants and inputs survived the first time
  for (std::size_t i = 0; i < out.size(); ++i) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(once[i]), std::bit_cast<std::uint64_t>(out[i]));
  }
  return out;
}

TEST(Program, GivesTheBitsOfNodeByNodeEvaluationOnRandomSystems) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> coordinate(-3, 3);
  std::size_t instructions = 0, nodes = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    Graph graph;
    Scope scope = constants(graph);
    std::vector<Node> inputs;
    for (const char* name : {"x", "y", "z"}) inputs.push_back(scope[name] = graph.symbol());
    Differentiator d(graph);
    std::vector<Node> outputs{inputs[1], graph.constant(4)};
    try {
      const Node f = parse(graph, random_formula(random, 5), scope);
      outputs.push_back(f);
      for (const Node x : inputs) {
        outputs.push_back(d(f, x));
        for (const Node y : inputs) outputs.push_back(d(d(f, x), y));
      }
    } catch (const FormulaError&) {
      continue;
    }
    const std::vector<double> at{coordinate(random), coordinate(random), coordinate(random)};
    const Program program(graph, inputs, outputs);
    const std::vector<double> values = node_by_node(graph, inputs, at);
    const std::vector<double> out = run(program, at);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const double expected = values[static_cast<std::size_t>(outputs[i])];
      if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(out[i]));
      } else {
        ASSERT_EQ(std::bit_cast<std::uint64_t>(out[i]), std::bit_cast<std::uint64_t>(expected));
      }
    }
    instructions += program.length();
    nodes += graph.size();
  }
  EXPECT_GT(instructions, 20000U);
  EXPECT_LT(instructions, nodes * 9 / 10);  // something was fused
}

TEST(Program, FusesEachPairOfSumsDifferencesAndProducts) {
  const std::vector<std::pair<std::string, double>> cases{
      {"(x+y)+z", (0.1 + 0.7) + 1.3}, {"(x+y)-z", (0.1 + 0.7) - 1.3},
      {"(x+y)*z", (0.1 + 0.7) * 1.3}, {"z-(x+y)", 1.3 - (0.1 + 0.7)},
      {"(x-y)+z", (0.1 - 0.7) + 1.3}, {"(x-y)-z", (0.1 - 0.7) - 1.3},
      {"(x-y)*z", (0.1 - 0.7) * 1.3}, {"z-(x-y)", 1.3 - (0.1 - 0.7)},
      {"x*y+z", (0.1 * 0.7) + 1.3},   {"x*y-z", (0.1 * 0.7) - 1.3},
      {"x*y*z", (0.1 * 0.7) * 1.3},   {"z-x*y", 1.3 - (0.1 * 0.7)}};
  for (const auto& [text, expected] : cases) {
    Graph graph;
    Scope scope;
    std::vector<Node> inputs;
    for (const char* name : {"x", "y", "z"}) inputs.push_back(scope[name] = graph.symbol());
    const std::vector<Node> outputs{parse(graph, text, scope)};
    const Program program(graph, inputs, outputs);
    EXPECT_EQ(program.length(), 1U) << text;
    EXPECT_EQ(run(program, {0.1, 0.7, 1.3})[0], expected) << text;
  }
}

TEST(Program, TakesSineAndCosineOfTheSameArgumentTogetherWithUnchangedBits) {
  Graph graph;
  const std::vector<Node> inputs{graph.symbol()};
  const std::vector<Node> outputs{graph.make(Op::cos, inputs[0]), graph.make(Op::sin, inputs[0])};
  const Program program(graph, inputs, outputs);
  EXPECT_EQ(program.length(), 1U);
  std::mt19937_64 random(3);
  std::vector<double> scratch(program.scratch()), out(2);
  program.prepare(scratch);
  for (int i = 0; i < 1'000'000; ++i) {
    const double size = std::ldexp(1.0, static_cast<int>(random() % 60) - 30);
    const double x = size * (static_cast<double>(random() % 2000001) / 1e6 - 1);
    scratch[0] = x;
    program.evaluate(scratch, out);
    ASSERT_EQ(out[0], std::cos(x)) << x;
    ASSERT_EQ(out[1], std::sin(x)) << x;
  }
}

TEST(Program, ReusesTheMemoryOfTemporaries) {
  Graph graph;
  const std::vector<Node> inputs{graph.symbol()};
  Node f = inputs[0];
  for (int i = 0; i < 10000; ++i) f = graph.make(Op::sin, graph.make(Op::exp, f));
  const std::vector<Node> outputs{f};
  EXPECT_EQ(Program(graph, inputs, outputs).scratch(), 2U);
}

TEST(Program, KnowsWhetherItIsConstant) {
  Graph graph;
  const std::vector<Node> inputs{graph.symbol()};
  const Node f = graph.make(Op::mul, inputs[0], graph.constant(3));
  const std::vector<Node> varying{f}, fixed{Differentiator(graph)(f, inputs[0])};
  EXPECT_FALSE(Program(graph, inputs, varying).is_constant());
  const Program program(graph, inputs, fixed);
  EXPECT_TRUE(program.is_constant());
  EXPECT_EQ(run(program, {7})[0], 3);
}

TEST(Program, WithoutOutputsDoesNothing) {
  const Program program;
  EXPECT_EQ(program.inputs() + program.outputs() + program.scratch() + program.length(), 0U);
  program.evaluate({}, {});
}

TEST(Program, KeepsNanThroughMinAndMax) {
  Graph graph;
  const std::vector<Node> inputs{graph.symbol(), graph.symbol()};
  const std::vector<Node> outputs{graph.make(Op::min, inputs[0], inputs[1]),
                                  graph.make(Op::max, inputs[0], inputs[1])};
  const Program program(graph, inputs, outputs);
  for (const auto& at : {std::vector{std::nan(""), 1.0}, std::vector{1.0, std::nan("")}}) {
    for (const double value : run(program, at)) EXPECT_TRUE(std::isnan(value));
  }
}

}  // namespace
}  // namespace saltus::formula::test_program
