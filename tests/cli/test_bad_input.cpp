// SPDX-License-Identifier: Apache-2.0
// Every kind of bad input: exit code 2, the place, the name, and what would be accepted.
#include <fstream>

#include <gtest/gtest.h>

#include "cli/program.h"

namespace saltus::test_bad_input {
namespace {

struct BadInput : Program {
  /// `saltus check` of the ball with one part replaced.
  void refuses(std::string_view old_part, std::string_view new_part,
               std::initializer_list<std::string_view> parts) const {
    write_ball(old_part, new_part);
    expect_refusal(saltus("check ball.toml"), parts);
    expect_refusal(saltus("run ball.toml -o out"), parts);
    EXPECT_FALSE(exists("out")) << "a refused model makes no folder";
  }
};

TEST_F(BadInput, UnknownKeyIsRefusedWithPlaceAndClosestKey) {
  refuses(
      "restitution", "restitutoin",
      {"ball.toml:23:1: ", "\"restitutoin\"", "did you mean 'restitution'?", "accepted keys: "});
}

TEST_F(BadInput, MisspeltSchemeIsRefusedWithPlaceAndClosestScheme) {
  refuses("moreau-jean", "moreau-jaen",
          {"ball.toml:5:10: ", "\"moreau-jaen\"", "did you mean 'moreau-jean'?"});
}

TEST_F(BadInput, MisspeltSchemeOptionIsRefused) {
  refuses("theta = 0.5", "thetta = 0.5",
          {"ball.toml:8:20: ", "\"thetta\"", "did you mean 'theta'?"});
}

TEST_F(BadInput, MisspeltSolverIsRefused) {
  refuses("end = 1.0", "end = 1.0\nsolver = { name = \"nsgss\" }",
          {"ball.toml:8:19: ", "\"nsgss\"", "did you mean 'nsgs'?"});
}

TEST_F(BadInput, MisspeltBodyIsRefused) {
  refuses("body = \"b\"", "body = \"bb\"", {"ball.toml:21:8: ", "there is no body 'bb'"});
}

TEST_F(BadInput, MissingKeyIsRefused) {
  refuses("restitution = 0.8\n", "", {"ball.toml:19:1: contact 'floor' needs 'restitution'"});
  refuses("friction = 0.0\n", "", {"contact 'floor' needs 'friction'"});
  refuses("gravity = \"none\"\n", "", {"ball.toml:9:1: ", "needs 'gravity'"});
  refuses("step = 1e-2\n", "", {"ball.toml:4:1: ", "needs 'step'"});
}

TEST_F(BadInput, WrongTypeIsRefused) {
  refuses("step = 1e-2", "step = [1e-2]", {"ball.toml:6:8: ", "must be a number", "is an array"});
  refuses("kinetic = \"0.5*q_dot^2\"", "kinetic = true",
          {"ball.toml:15:11: ", "must be a formula"});
  refuses("end = 1.0", "end = 2026-01-01", {"ball.toml:7:7: ", "dates and times"});
}

TEST_F(BadInput, SyntaxErrorOfTheFileIsRefusedWithItsPlace) {
  refuses("step = 1e-2", "step = = 1e-2", {"ball.toml:6:8: "});
  refuses("step = 1e-2", "step = 1e-2\nstep = 1", {"ball.toml:7:"});
}

TEST_F(BadInput, UndefinedSymbolIsMarkedInItsFormula) {
  refuses("ag*q\"", "ag*qq\"",
          {"ball.toml:16:13: ", "'qq'", "ag*qq", "   ^~", "did you mean 'q'?"});
  refuses("gap = \"q\"", "gap = \"q - hight\"", {"ball.toml:22:7: ", "hight", "^~~~~"});
}

TEST_F(BadInput, SyntaxErrorOfAFormulaIsMarked) {
  refuses("\"ag*q\"", "\"ag*(q\"", {"ball.toml:16:13: ", "ag*(q", "^"});
  refuses("\"ag*q\"", "\"\"", {"ball.toml:16:13: "});
}

TEST_F(BadInput, CyclicParametersAreNamed) {
  refuses("ag = 10.0", "ag = \"2*b\"\nb = \"ag/2\"", {"ball.toml:", "ag -> b -> ag"});
}

TEST_F(BadInput, MassMatrixThatIsNotPositiveDefiniteIsRefused) {
  refuses("0.5*q_dot^2", "-0.5*q_dot^2", {"ball.toml:15:11: ", "'b'", "positive definite"});
  refuses("0.5*q_dot^2", "0", {"ball.toml:15:11: ", "'b'", "positive definite"});
}

TEST_F(BadInput, GapViolatedAtTheStartIsNamedWithTheAmount) {
  refuses("gap = \"q\"", "gap = \"q - 1.5\"", {"ball.toml:22:7: ", "'floor'", "-0.5 m"});
}

TEST_F(BadInput, JointOpenAtTheStartIsNamedWithTheAmount) {
  refuses("[[contact]]",
          "[[joint]]\nname = \"rod\"\ntype = \"formula\"\nbody = \"b\"\nequations = [\"q - "
          "0.75\"]\n[[contact]]",
          {"ball.toml:23:14: ", "'rod'", "0.25"});
}

TEST_F(BadInput, StepAndEndMustBePositive) {
  refuses("step = 1e-2", "step = 0", {"ball.toml:6:8: ", "'step'", "must be > 0, is 0"});
  refuses("step = 1e-2", "step = -1e-2", {"must be > 0, is -0.01"});
  refuses("end = 1.0", "end = -1.0", {"ball.toml:7:7: ", "'end'", "must be > 0, is -1"});
  refuses("end = 1.0", "end = inf", {"'end'", "must be finite"});
  refuses("step = 1e-2", "step = nan", {"'step'", "must be finite"});
  refuses("step = 1e-2", "step = 1e-300", {"step"});
}

TEST_F(BadInput, DuplicateNamesAreRefusedWithBothPlaces) {
  const std::string text(ball_model);
  const std::string contact = text.substr(text.find("[[contact]]"));
  write("ball.toml", text + contact);
  expect_refusal(saltus("check ball.toml"),
                 {"ball.toml:26:8: ", "there is already a contact 'floor'", "ball.toml:20:8"});
}

TEST_F(BadInput, EmptyModelIsRefused) {
  write("ball.toml", "");
  expect_refusal(saltus("run ball.toml"), {"ball.toml:1:1: "});
  write("ball.toml", "[simulation]\nstep = 1\nend = 1\n");
  expect_refusal(saltus("run ball.toml"), {"ball.toml:1:1: the model has no [[body]]"});
}

TEST_F(BadInput, FileThatIsMissingAFolderBinaryOrHugeIsRefused) {
  expect_refusal(saltus("run no.toml"), {"no.toml: there is no such file"});
  expect_refusal(saltus("run ."), {".: is a folder"});
  write("binary.toml", std::string("\x7f"
                                   "ELF\0\0\1",
                                   7));
  expect_refusal(saltus("run binary.toml"), {"binary.toml: is no text file"});
  write("huge.toml", "");
  std::filesystem::resize_file(folder / "huge.toml", 100'000'000);
  expect_refusal(saltus("run huge.toml"), {"huge.toml: is larger than 16 MB"});
}

TEST_F(BadInput, OutputFolderThatCannotBeWrittenIsRefused) {
  write_ball();
  write("file", "x");
  expect_refusal(saltus("run ball.toml -o file"), {"file"});
  expect_refusal(saltus("run ball.toml -o file/below --csv"), {"file/below: cannot be made"});
  EXPECT_EQ(read("file"), "x");
}

TEST_F(BadInput, OverridesAreRefusedByTheirName) {
  write_ball();
  expect_refusal(saltus("run ball.toml --set simulation.step=-1"),
                 {"--set simulation.step: ", "must be > 0"});
  expect_refusal(saltus("run ball.toml --set contact.flor.friction=1"), {"did you mean 'floor'?"});
  expect_refusal(saltus("run ball.toml --set nonsense"), {"--set nonsense: must be PATH=VALUE"});
  expect_refusal(saltus("run ball.toml --step abc"), {"--step: ", "abc"});
  expect_refusal(saltus("run ball.toml --scheme moreau"), {"--scheme: ", "moreau-jean"});
}

TEST_F(BadInput, UsageErrorsExitWithTwo) {
  expect_refusal(saltus("frobnicate"), {"there is no command 'frobnicate'",
                                        "run, check, compare, converge, solve, export, list, new"});
  expect_refusal(saltus("chekc x"), {"did you mean 'check'?"});
  expect_refusal(saltus(""), {"a command is needed"});
  expect_refusal(saltus("run"), {"MODEL.toml"});
  expect_refusal(saltus("run ball.toml --sceme x"), {"--sceme", "did you mean '--scheme'?"});
  expect_refusal(saltus("list shcemes"), {"did you mean 'schemes'?"});
  expect_refusal(saltus("new bouncing_bal"), {"did you mean 'bouncing_ball'?"});
}

}  // namespace
}  // namespace saltus::test_bad_input
