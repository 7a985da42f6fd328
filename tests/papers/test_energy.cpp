// SPDX-License-Identifier: Apache-2.0
// Energy identities [004] (93), (97) and dissipation inequalities (94), (98) of Moreau–Jean.
#include <gtest/gtest.h>

#include "papers/linear_system.h"

namespace saltus::test::test_energy {
namespace {

/// The parts of (93) or (97) over one step, from the states, the impulses and our own matrices.
struct Balance {
  double change = 0;  // ΔE
  double external = 0;
  double damping = 0;
  double numerical = 0;  // (½−θ)(‖Δv‖²_M + ‖Δq‖²_K), or without the first norm in (97)
  double contact = 0;  // u_{k+θ}ᵀ p, or u_{k+1/2}ᵀ p in (97)
};

struct Weights {
  double theta;
  bool dissipative;  // the scheme of (96)
  bool trapezoid;
};

Balance balance_of_step(const LinearSystem& s, const Weights& w, const State& a, const State& b) {
  const double h = b.t - a.t, theta = w.theta, weight = w.dissipative ? 0.5 : theta;
  const Vector v_mean = weight * b.v + (1 - weight) * a.v;
  const Vector v_theta = theta * b.v + (1 - theta) * a.v;
  const Vector F = w.trapezoid ? Vector(theta * s.force(b.t) + (1 - theta) * s.force(a.t))
                               : s.force(a.t + theta * h);
  const Vector dv = b.v - a.v, dq = b.q - a.q;
  Balance result;
  result.change = s.energy(b) - s.energy(a);
  result.external = h * v_mean.dot(F);
  result.damping = -h * v_mean.dot(s.C * v_theta);
  result.numerical = (0.5 - theta) * ((w.dissipative ? 0 : dv.dot(s.M * dv)) + dq.dot(s.K * dq));
  result.contact = (s.H * v_mean).dot(b.p_normal);
  return result;
}

std::vector<std::string> options_of(const Weights& w) {
  return {std::string("simulation.scheme=moreau-jean") + (w.dissipative ? "-dissipative" : ""),
          option("theta", digits(w.theta)),
          option("forces", w.trapezoid ? "trapezoid" : "midpoint")};
}

struct Count {
  int pressed = 0;
  int both = 0;
};

/// The ledger's works of one step, and its balance since the start.
void expect_ledger(const Balance& b, double numerical_sum, double tolerance,
                   const EnergySample& before, const EnergySample& after) {
  EXPECT_NEAR(after.balance, numerical_sum, tolerance);
  EXPECT_NEAR(after.work_external - before.work_external, b.external, tolerance);
  EXPECT_NEAR(after.work_damping - before.work_damping, b.damping, tolerance);
  EXPECT_NEAR(after.work_contact - before.work_contact, b.contact, tolerance);
}

/// Step by step: the identity from states and impulses, and the run's own ledger against its parts.
void expect_identity(const LinearSystem& s, const Weights& w, Count& count) {
  const auto run = run_text(model_text(s), options_of(w));
  ASSERT_FALSE(run.outcome.failure.has_value());
  double scale = 0;
  for (const Sample& x : run.samples) scale = std::max(scale, s.energy(x.state));
  double sum = 0;
  for (std::size_t k = 1; k < run.samples.size(); ++k) {
    const State& x = run.samples[k].state;
    const Balance b = balance_of_step(s, w, run.samples[k - 1].state, x);
    EXPECT_NEAR(b.change - b.external - b.damping, b.numerical + b.contact, 1e-12 * scale);
    sum += b.numerical;
    expect_ledger(b, sum, 1e-12 * scale, run.samples[k - 1].energy, run.samples[k].energy);
    EXPECT_NEAR(run.samples[k].energy.total, s.energy(x), 1e-12 * scale);
    count.pressed += x.p_normal.maxCoeff() > 0 ? 1 : 0;
    count.both += x.p_normal.minCoeff() > 0 ? 1 : 0;
  }
}

void expect_identities(bool dissipative) {
  for (const bool trapezoid : {false, true}) {
    Random random(7);
    Count count;
    for (int trial = 0; trial < 24; ++trial) {
      const LinearSystem s = random_system(random, 2 + trial % 4);
      expect_identity(s, {random.in(0.5, 1), dissipative, trapezoid}, count);
    }
    EXPECT_GT(count.pressed, 500);
    EXPECT_GT(count.both, 20);
  }
}

TEST(EnergyIdentity93, OfMoreauJeanHoldsOnLinearSystemsWithDampingForcingAndTwoContacts) {
  expect_identities(false);
}

TEST(EnergyIdentity97,
     OfTheDissipativeVariantHoldsOnLinearSystemsWithDampingForcingAndTwoContacts) {
  expect_identities(true);
}

/// Counts the pressing steps entered with closing velocity; none may gain energy beyond the works.
int dissipating_steps(const LinearSystem& s, const Weights& w) {
  const auto run = run_text(model_text(s), options_of(w));
  int count = 0;
  for (std::size_t k = 1; k < run.samples.size(); ++k) {
    const State &a = run.samples[k - 1].state, &b = run.samples[k].state;
    if (!closing_where_pressed(s, a, b)) continue;
    const Balance balance = balance_of_step(s, w, a, b);
    EXPECT_LE(balance.change - balance.external - balance.damping,
              1e-13 * (s.energy(a) + std::abs(balance.external)));
    if (b.p_normal.maxCoeff() > 0) ++count;
  }
  return count;
}

TEST(Dissipation94, HoldsForThetaBetweenHalfAnd1Over1PlusEInStepsEnteredWithClosingVelocity) {
  Random random(11);
  int pressed = 0;
  for (int trial = 0; trial < 24; ++trial) {
    const LinearSystem s = random_system(random, 2 + trial % 4);
    const double limit = 1 / (1 + std::max(s.e[0], s.e[1]));
    const double theta = trial % 3 == 0 ? limit : random.in(0.5, limit);
    pressed += dissipating_steps(s, {theta, false, trial % 2 == 0});
  }
  EXPECT_GT(pressed, 300);
}

TEST(Dissipation98, OfTheDissipativeVariantHoldsForAllThetaInStepsEnteredWithClosingVelocity) {
  Random random(13);
  int pressed = 0;
  for (int trial = 0; trial < 24; ++trial) {
    const LinearSystem s = random_system(random, 2 + trial % 4);
    const double theta = trial % 3 == 0 ? 1 : random.in(0.5, 1);
    pressed += dissipating_steps(s, {theta, true, trial % 2 == 0});
  }
  EXPECT_GT(pressed, 300);
}

constexpr const char* kBall = R"(
[parameters]
q0 = 0.0
v0 = 0.0
e = 1.0
[simulation]
step = 1e-2
end = 1e-2
scheme_options = { gamma = 0.0 }
[world]
gravity = "none"
[[body]]
name = "ball"
type = "formula"
coordinates = ["q"]
kinetic = "0.5*2*q_dot^2"
potential = "2*10*q"
initial = { q = "q0" }
initial_velocity = { q_dot = "v0" }
[[contact]]
name = "ground"
body = "ball"
gap = "q"
restitution = "e"
friction = 0.0
)";

TEST(Dissipation94, FailsForThetaBeyond1Over1PlusEByTheLiftDuringTheImpact) {
  // e = 1, θ > ½: v_{k+1} = −v_k, the ball is lifted by h (2θ−1)|v_k| while its speed stays
  for (const double theta : {0.5, 0.6, 0.8, 1.0}) {
    const auto run = run_text(kBall, {"parameters.v0=-3", option("theta", digits(theta))});
    const EnergySample &a = run.samples[0].energy, &b = run.samples[1].energy;
    EXPECT_NEAR(b.total - a.total, 2 * 10 * 1e-2 * (2 * theta - 1) * 3, 1e-13);
    EXPECT_NEAR(run.outcome.certificate.max_energy_increase, b.total - a.total, 1e-13);
  }
}

TEST(Dissipation, FailsInAStepEnteredWithOpeningVelocityThoughThetaIsHalf) {
  // 0 < (1+e) u_k < h ag, as in the tail of an accumulation: v_{k+1} = −e u_k with p > 0
  const double m = 2, ag = 10, h = 1e-2, e = 0.5, u = 0.04;
  for (const char* scheme : {"moreau-jean", "moreau-jean-dissipative"}) {
    const auto run = run_text(kBall, {std::string("simulation.scheme=") + scheme,
                                      set("parameters.v0", u), set("parameters.e", e)});
    const State& x = run.samples[1].state;
    EXPECT_GT(x.p_normal[0], 0);
    EXPECT_NEAR(x.v[0], -e * u, 1e-15);
    const double gain = run.samples[1].energy.total - run.samples[0].energy.total;
    EXPECT_NEAR(gain, 0.5 * m * (1 - e) * u * (ag * h - (1 + e) * u), 1e-15);
    EXPECT_GT(gain, 0);
  }
}

}  // namespace
}  // namespace saltus::test::test_energy
