// SPDX-License-Identifier: Apache-2.0
// Contacts and joints that move by themselves or lie between two bodies.
#include <random>

#include <gtest/gtest.h>

#include "papers/papers_a.h"
#include "support/root.h"

namespace saltus::test::test_moving {
namespace {

constexpr const char* kTable = R"toml(
[parameters]
m = 0.7
ag = 9.81
q0 = 0.3
v0 = 0.0
e = 0.7
A = 0.01
w = 12.0
[simulation]
step = 1e-3
end = 1.0
[world]
gravity = "none"
[[body]]
name = "ball"
type = "formula"
coordinates = ["q"]
kinetic = "0.5*m*q_dot^2"
potential = "m*ag*q"
initial = { q = "q0" }
initial_velocity = { q_dot = "v0" }
[[contact]]
name = "table"
body = "ball"
gap = "q - A*sin(w*t)"
restitution = "e"
friction = 0.0
)toml";

/// The ball on the table y = A sin(w t), flight by flight.
struct TableBall {
  double ag = 9.81, e = 0.7, A = 0.01, w = 12;
  double q0 = 0.3, v0 = 0;

  [[nodiscard]] double height(double t0, double q, double v, double t) const {
    const double s = t - t0;
    return q + s * (v - 0.5 * ag * s) - A * std::sin(w * t);
  }

  /// At one time; impacts are assumed further apart than 1 ms, which the scan must not miss.
  [[nodiscard]] reference::BounceState at(double t) const {
    double t0 = 0, q = q0, v = v0;
    for (;;) {
      const auto gap = [&](double s) { return height(t0, q, v, s); };
      double next = t0 + 1e-3;
      while (next < t && gap(next) > 0) next += 1e-3;
      if (gap(std::min(next, t)) > 0) break;
      next = std::min(next, t);
      const double hit = reference::bracketed_root(gap, std::max(t0 + 1e-4, next - 1e-3), next);
      const double V = A * w * std::cos(w * hit);
      q = A * std::sin(w * hit);
      v = V - e * (v - ag * (hit - t0) - V);
      t0 = hit;
    }
    const double s = t - t0, v_t = v - ag * s;
    return {q + s * (v - 0.5 * ag * s), v_t, v_t};
  }
};

TEST(OscillatingTable, PositionsConvergeWithOrder1ToTheEventDrivenMotionAveragedOverData) {
  ErrorTable table(halved(3.7e-3, 5));
  for (int datum = 0; datum < 10; ++datum) {
    const TableBall exact{.q0 = 0.3 + 0.0137 * datum, .v0 = 0.1 * (datum % 4)};
    for (std::size_t i = 0; i < table.h.size(); ++i) {
      const auto run = run_text(
          kTable, {set("parameters.q0", exact.q0), set("parameters.v0", exact.v0),
                   set("simulation.step", table.h[i]), set("simulation.end", 270 * table.h[0])});
      EXPECT_GE(run.outcome.certificate.impacts, 2);
      table.add(i, run, [&](double t) { return exact.at(t); });
    }
  }
  EXPECT_NEAR(table.order(table.q_max), 1, 0.15);
  EXPECT_NEAR(table.order(table.v_l1), 1, 0.15);
}

TEST(OscillatingTable, ContactVelocityIsTheRateOfTheGapAlongTheMotion) {
  const auto run = run_text(kTable);
  for (const Sample& s : run.samples) {
    EXPECT_NEAR(s.contacts[0].un, s.state.v[0] - 0.01 * 12 * std::cos(12 * s.state.t), 1e-14);
    EXPECT_NEAR(s.contacts[0].gap, s.state.q[0] - 0.01 * std::sin(12 * s.state.t), 1e-15);
  }
}

TEST(MovingWall, ImpactIsExactInTheFrameOfAWallWithConstantSpeed) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int i = 0; i < 40; ++i) {
    const double V = 4 * unit(random) - 2, v0 = V - 0.5 - 3 * unit(random);
    const double e = i % 2 == 0 ? 1 : unit(random), theta = 0.5 + 0.5 * unit(random);
    const auto run =
        run_text(kTable, {"contact.table.gap=q - V*t", set("parameters.V", V),
                          set("parameters.v0", v0), set("parameters.e", e), "parameters.ag=0",
                          option("theta", digits(theta)), "simulation.end=0.7"});
    EXPECT_NEAR(run.samples.back().state.v[0], V - e * (v0 - V), 1e-12);
    EXPECT_EQ(run.outcome.certificate.impacts, 1);
    EXPECT_LE(run.outcome.certificate.max_velocity_law_residual, 1e-12);
  }
}

TEST(AcceleratingTable, CarriesABallAtRestOnItWithTheReactionMTimesAgPlusA) {
  const double m = 0.7, ag = 9.81, a = 0.37, h = 1e-3;
  for (const char* e : {"0", "0.5"}) {
    const auto run = run_text(kTable, {"contact.table.gap=q - 0.5*a*t^2", set("parameters.a", a),
                                       "parameters.q0=0", std::string("parameters.e=") + e});
    for (const Sample& s : run.samples) {
      // round-off may open the contact for a step before the ball has settled
      if (s.state.t < 0.1) continue;
      EXPECT_NEAR(s.state.p_normal[0] / h, m * (ag + a), 1e-9) << "t = " << s.state.t;
      EXPECT_NEAR(s.state.v[0], a * s.state.t, 1e-12);
    }
    // work of the table on the ball = its energy
    const EnergySample& end = run.samples.back().energy;
    EXPECT_NEAR(end.work_contact, end.total - run.samples[0].energy.total - end.balance, 1e-12);
    EXPECT_NEAR(end.total, m * (0.5 * a * a + ag * 0.5 * a), 1e-4);
  }
}

TEST(DrivenJoint, WorkOfTheDriveHasOrder2AndTheEnergyOfTheMassIsExactlyThatOfTheDrivenMotion) {
  const double m = 1.3, k = 7, c = 0.4, A = 0.2, w = 5, end = 1;
  const std::string text = R"toml(
[parameters]
m = 1.3
k = 7.0
c = 0.4
A = 0.2
w = 5.0
[simulation]
step = 1e-2
end = 1.0
[world]
gravity = "none"
[[body]]
name = "mass"
type = "formula"
coordinates = ["x"]
kinetic = "0.5*m*x_dot^2"
potential = "0.5*k*x^2"
force = { x = "-c*x_dot" }
initial = { x = 0.0 }
initial_velocity = { x_dot = "A*w" }
[[joint]]
name = "drive"
type = "formula"
body = "mass"
equations = ["x - A*sin(w*t)"]
)toml";
  const double v_end = A * w * std::cos(w * end), x_end = A * std::sin(w * end);
  const double lost =
      c * A * A * w * w * (0.5 * end + std::sin(2 * w * end) / (4 * w));  // ∫ c v² dt
  const double kinetic = 0.5 * m * v_end * v_end, potential = 0.5 * k * x_end * x_end;
  const double exact_work = kinetic + potential + lost - 0.5 * m * A * A * w * w;
  const std::vector<double> steps = halved(2e-2, 5);
  std::vector<double> work_error, position_error;
  for (const double h : steps) {
    const auto run = run_text(text, {set("simulation.step", h)});
    const Sample& last = run.samples.back();
    EXPECT_NEAR(last.energy.kinetic, kinetic, 1e-12);
    EXPECT_LE(run.outcome.certificate.energy_balance_error, 1e-13);
    work_error.push_back(std::abs(last.energy.work_external - exact_work));
    position_error.push_back(std::abs(last.state.q[0] - x_end));
  }
  EXPECT_LE(work_error.back(), 1e-4);
  EXPECT_NEAR(reference::observed_order(steps, work_error), 2, 0.02);
  EXPECT_NEAR(reference::observed_order(steps, position_error), 2, 0.02);
}

TEST(TwoBodies, CollideWithExactRestitutionAndConservedMomentum) {
  std::mt19937 random(9);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int i = 0; i < 40; ++i) {
    const double m1 = 0.1 + 3 * unit(random), m2 = 0.1 + 3 * unit(random), e = unit(random);
    const double v1 = 1 + 2 * unit(random), v2 = -unit(random);
    const auto particle = [](const char* name, double m, double x, double v) {
      return std::string("[[body]]\nname = \"") + name +
             "\"\ntype = \"formula\"\ncoordinates = [\"x\"]\nkinetic = \"0.5*" + digits(m) +
             "*x_dot^2\"\ninitial = { x = " + digits(x) +
             " }\ninitial_velocity = { x_dot = " + digits(v) + " }\n";
    };
    const auto run =
        run_text("[simulation]\nstep = 1e-3\nend = 0.8\n[world]\ngravity = \"none\"\n" +
                 particle("left", m1, 0, v1) + particle("right", m2, 0.3 + unit(random) / 10, v2) +
                 "[[contact]]\nname = \"touch\"\ngap = \"right.x - left.x - 0.1\"\nrestitution = " +
                 digits(e) + "\nfriction = 0.0\n");
    const Vec& v = run.samples.back().state.v;
    EXPECT_EQ(run.outcome.certificate.impacts, 1);
    EXPECT_NEAR(v[1] - v[0], -e * (v2 - v1), 1e-12);
    for (const Sample& s : run.samples) {
      EXPECT_NEAR(m1 * s.state.v[0] + m2 * s.state.v[1], m1 * v1 + m2 * v2, 1e-12);
    }
  }
}

TEST(TwoBodies, OnARigidRodConserveMomentumAndAngularMomentumAndTurnWithOrder2) {
  const double m1 = 1.2, m2 = 0.5, L = 0.8, rate = 3, end = 1;
  const std::vector<double> steps = halved(1e-2, 5);
  std::vector<double> error;
  for (const double h : steps) {
    const auto run = run_text(R"toml(
[simulation]
step = 1e-2
end = 1.0
[world]
gravity = "none"
[[body]]
name = "a"
type = "formula"
coordinates = ["x", "y"]
kinetic = "0.5*1.2*(x_dot^2 + y_dot^2)"
initial = { x = 0.0, y = 0.0 }
initial_velocity = { x_dot = 0.4, y_dot = -0.3 }
[[body]]
name = "b"
type = "formula"
coordinates = ["x", "y"]
kinetic = "0.5*0.5*(x_dot^2 + y_dot^2)"
initial = { x = 0.8, y = 0.0 }
initial_velocity = { x_dot = 0.4, y_dot = "-0.3 + 3*0.8" }
[[joint]]
name = "rod"
type = "formula"
equations = ["sqrt((b.x - a.x)^2 + (b.y - a.y)^2) - 0.8"]
)toml",
                              {set("simulation.step", h)});
    const auto moment = [&](const State& s) {
      return m1 * (s.q[0] * s.v[1] - s.q[1] * s.v[0]) + m2 * (s.q[2] * s.v[3] - s.q[3] * s.v[2]);
    };
    for (const Sample& s : run.samples) {
      EXPECT_NEAR(m1 * s.state.v[0] + m2 * s.state.v[2], (m1 + m2) * 0.4, 1e-12);
      EXPECT_NEAR(m1 * s.state.v[1] + m2 * s.state.v[3], -(m1 + m2) * 0.3 + m2 * rate * L, 1e-12);
      EXPECT_NEAR(moment(s.state), moment(run.samples[0].state), 1e-11);
    }
    const Vec& q = run.samples.back().state.q;
    const double angle = std::atan2(q[3] - q[1], q[2] - q[0]);
    error.push_back(std::abs(angle - rate * end));  // 3 rad < π
  }
  EXPECT_NEAR(reference::observed_order(steps, error), 2, 0.02);
}

}  // namespace
}  // namespace saltus::test::test_moving
