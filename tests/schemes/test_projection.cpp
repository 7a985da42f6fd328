// SPDX-License-Identifier: Apache-2.0
// Projection of positions alone, and every combination of the options of the two projections.
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "saltus/schemes/projection_work.h"
#include "support/run_model.h"

namespace saltus::test::test_projection {
namespace {

/// A particle, on a circle by a joint or outside of it by a contact.
Model particle(const std::string& constraint) {
  return run_text(R"toml([simulation]
step = 1e-3
end = 1e-3
[world]
gravity = "none"
[[body]]
name = "p"
type = "formula"
coordinates = ["x", "y"]
kinetic = "0.5*(x_dot^2 + y_dot^2)"
initial = { x = 1.0, y = 0.0 }
)toml" + constraint)
      .model;
}

const std::string circle =
    "[[joint]]\ntype = \"formula\"\nbody = \"p\"\nequations = [\"x^2 + y^2 - 1\"]\n";
const std::string outside =
    "[[contact]]\nname = \"c\"\nbody = \"p\"\ngap = \"x^2 + y^2 - 1\"\n"
    "restitution = 0.0\nfriction = 0.0\n";

struct Result {
  StepStatus status;
  Vec q;
  Projection projection;
};

Result projected(const Model& model, double x, double y, PositionRule rule) {
  ProjectionWork w(model);
  for (PositionRule& r : w.projection.rules) r = rule;
  Vec q_hat(2), q(2);
  q_hat << x, y;
  StepReport report;
  const auto rank = static_cast<std::int32_t>(model.joint_functions.size());
  const StepStatus status = project(model, Solver{}, rank, w.identity, {}, 0, q_hat, q, w.row_tapes,
                                    w.solver, w.projection, report);
  return {status, q, std::move(w.projection)};
}

// H at the result is radial: the projection is the nearest point of the circle.
TEST(Projection, OntoACircleInTheIdentityMetricIsTheNearestPoint) {
  const Model model = particle(circle);
  for (const auto& [x, y] : {std::pair{1.3, 0.4}, std::pair{-0.2, 0.7}, std::pair{0.5, -2.0}}) {
    const Result r = projected(model, x, y, PositionRule::ignored);
    ASSERT_EQ(r.status, StepStatus::ok);
    EXPECT_NEAR(r.q[0], x / std::hypot(x, y), 1e-12);
    EXPECT_NEAR(r.q[1], y / std::hypot(x, y), 1e-12);
  }
}

TEST(Projection, OfAContactPushesOutWhatPenetratesAndLeavesTheRestAlone) {
  const Model model = particle(outside);
  const Result in = projected(model, 0.6, 0.3, PositionRule::complementary);
  ASSERT_EQ(in.status, StepStatus::ok);
  EXPECT_NEAR(in.q.norm(), 1, 1e-12);
  EXPECT_GT(in.projection.tau_normal[0], 0);
  const Result out = projected(model, 1.1, 0.3, PositionRule::complementary);
  ASSERT_EQ(out.status, StepStatus::ok);
  EXPECT_EQ(out.q[0], 1.1);
  EXPECT_FALSE(out.projection.moved);
  const Result held = projected(model, 1.1, 0.3, PositionRule::closed);
  ASSERT_EQ(held.status, StepStatus::ok);
  EXPECT_NEAR(held.q.norm(), 1, 1e-12);
  EXPECT_LT(held.projection.tau_normal[0], 0);  // it pulls
}

TEST(Projection, FailsWithAWordWhereThereIsNoGradient) {
  EXPECT_NE(projected(particle(circle), 0, 0, PositionRule::ignored).status, StepStatus::ok);
}

struct Choice {
  std::string scheme, text;
};

std::vector<Choice> all_choices() {
  std::vector<Choice> all;
  for (const char* scheme : {"direct-projection", "combined-projection"}) {
    for (const char* forces : {"midpoint", "trapezoid"}) {
      for (const char* mass_at : {"theta", "end"}) {
        for (const char* law_at : {"start", "theta", "end"}) {
          for (const char* reaction_at : {"start", "theta", "end"}) {
            for (const char* solve : {"decoupled", "coupled"}) {
              std::string text = "simulation.scheme_options={forces=\"";
              text += forces;
              text += "\", mass_at=\"";
              text += mass_at;
              text += "\", law_at=\"";
              text += law_at;
              text += "\", reaction_at=\"";
              text += reaction_at;
              text += "\", solve=\"";
              text += solve;
              text += "\"}";
              all.push_back({scheme, text});
            }
          }
        }
      }
    }
  }
  return all;
}

void expect_runs(const std::string& example, const Choice& c, double h) {
  const auto run = run_example(example, {"simulation.scheme=" + c.scheme, c.text,
                                         set("simulation.step", h), set("simulation.end", 50 * h)});
  const std::string label = example + " " + c.scheme + " " + c.text;
  ASSERT_FALSE(run.outcome.failure) << label << ": " << run.outcome.failure->what;
  EXPECT_GE(run.outcome.certificate.impacts, 1) << label;
  EXPECT_LE(run.outcome.certificate.max_penetration, 1e-12) << label;
  EXPECT_LE(run.outcome.certificate.max_joint_error, 1e-12) << label;
}

TEST(ProjectionOptions, AllCombinationsRunAndKeepThePositionsOnThePendulumAndTheSliderCrank) {
  for (const Choice& c : all_choices()) {
    expect_runs("bouncing_pendulum", c, 0.02);
    expect_runs("slider_crank", c, 1e-4);
  }
}

TEST(ProjectionOptions, MetricChangesTheMotionAndCoarserTolerancesShowInThePenetration) {
  for (const char* scheme : {"direct-projection", "combined-projection"}) {
    const auto outcome = [&](const std::string& options) {
      return outcome_of_example("slider_crank",
                                {std::string("simulation.scheme=") + scheme, "simulation.end=0.02",
                                 "simulation.step=1e-4", "simulation.scheme_options=" + options});
    };
    const Outcome mass = outcome("{}");
    EXPECT_GT((mass.last.q - outcome("{metric=\"identity\"}").last.q).norm(), 1e-9);
    const double coarse = outcome("{projection_tolerance=1e-7}").certificate.max_penetration;
    EXPECT_LE(coarse, 1e-7);
    EXPECT_GT(coarse, 1e-12);
  }
}

}  // namespace
}  // namespace saltus::test::test_projection
