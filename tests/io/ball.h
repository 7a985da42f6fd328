// SPDX-License-Identifier: Apache-2.0
// The smallest model with everything in it, to be spoilt by the tests.
#pragma once

#include <string>
#include <string_view>

namespace saltus {

inline constexpr std::string_view ball_toml = R"toml(title = "ball"
[parameters]
ag = 10.0
R = "2*r"
r = "0.1"
[simulation]
step = "1e-2"
end = 1
scheme_options = { theta = 0.5 }
[world]
gravity = [0, "-ag"]
[[body]]
name = "b"
type = "formula"
coordinates = ["x", "q"]
kinetic = "0.5*(x_dot^2 + q_dot^2)"
potential = "ag*q"
force = { x = "-x_dot" }
initial = { x = 0, q = 1.0 }
initial_velocity = { x_dot = 2 }
[[joint]]
type = "formula"
body = "b"
equations = ["x - 0*t"]
[[contact]]
name = "floor"
body = "b"
gap = "q - R"
tangent = "x"
restitution = "0.4 + R"
friction = 0.3
)toml";

/// `text` with its one `old_part` replaced; "" where there is none, so that a test cannot pass by
/// not changing anything.
inline std::string replaced(std::string_view text, std::string_view old_part,
                            std::string_view new_part) {
  const auto at = text.find(old_part);
  if (at == std::string_view::npos) return {};
  return std::string(text.substr(0, at)) + std::string(new_part) +
         std::string(text.substr(at + old_part.size()));
}

}  // namespace saltus
