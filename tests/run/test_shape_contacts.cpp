// SPDX-License-Identifier: Apache-2.0
// Which law holds between two bodies.
#include <gtest/gtest.h>

#include "support/run_model.h"

namespace saltus::test_shape_contacts {
namespace {

/// A ball falls by 0.2 m on the ground; e of the contacts (ball, ground) and (ground, ball).
std::string falling_ball(const std::string& contacts) {
  std::string text = R"#(
[simulation]
step = 1e-3
end = 0.4
[world]
gravity = [0, -10]
[[body]]
name = "ground"
fixed = true
shapes = [{ type = "plane", normal = [0, 1] }]
[[body]]
name = "ball"
type = "planar"
density = 1
position = [0, 0.3]
shapes = [{ type = "disc", radius = 0.1 }]
)#";
  return text.append(contacts);
}

TEST(ShapeContacts, OfTwoThatNameTheSameBodiesTheFirstInTheFileHoldsInEitherOrder) {
  const std::string soft =
      "[[contact]]\nbetween = [\"ball\", \"ground\"]\nrestitution = 0\nfriction = 0\n";
  const std::string hard =
      "[[contact]]\nbetween = [\"ground\", \"ball\"]\nrestitution = 0.9\nfriction = 0\n";
  const auto rests = test::run_text(falling_ball(soft + hard));
  EXPECT_EQ(rests.samples.back().state.v[1], 0);
  const auto bounces = test::run_text(falling_ball(hard + soft));
  // it hits the ground at 0.2 s with 2 m/s, and rises with 1.8 m/s: 0.2 s later it falls again
  EXPECT_NEAR(bounces.samples.back().state.v[1], 0.9 * 2 - 10 * 0.2, 0.05);
}

}  // namespace
}  // namespace saltus::test_shape_contacts
