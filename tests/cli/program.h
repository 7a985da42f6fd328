// SPDX-License-Identifier: Apache-2.0
// Runs the built program as a user would, in a folder of the test's own.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace saltus {

struct Answer {
  int code = -1;
  std::string out;
  std::string err;
};

/// The contract's ball: one coordinate above a floor.
inline constexpr std::string_view ball_model = R"toml(title = "ball"
[parameters]
ag = 10.0
[simulation]
scheme = "moreau-jean"
step = 1e-2
end = 1.0
scheme_options = { theta = 0.5, gamma = 0.5 }
[world]
gravity = "none"
[[body]]
name = "b"
type = "formula"
coordinates = ["q"]
kinetic = "0.5*q_dot^2"
potential = "ag*q"
initial = { q = 1.0 }
initial_velocity = { q_dot = 0.0 }
[[contact]]
name = "floor"
body = "b"
gap = "q"
restitution = 0.8
friction = 0.0
)toml";

class Program : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  /// `arguments` as typed in a shell, in the test's folder.
  Answer saltus(const std::string& arguments) const;
  /// Writes a file into the test's folder.
  void write(const std::string& name, std::string_view text) const;
  std::string read(const std::string& name) const;
  bool exists(const std::string& name) const;
  /// The ball with one part replaced, in ball.toml; fails where the ball has no such part.
  void write_ball(std::string_view old_part = "", std::string_view new_part = "") const;

  /// Exit code 2, nothing on standard output, and an error that holds every part.
  static void expect_refusal(const Answer& answer, std::initializer_list<std::string_view> parts);

  std::filesystem::path folder;
};

}  // namespace saltus
