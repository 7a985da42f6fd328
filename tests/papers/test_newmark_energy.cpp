// SPDX-License-Identifier: Apache-2.0
// Identities [004] (103), (114) of the algorithmic energies and inequalities (104), (115).
#include <gtest/gtest.h>

#include "papers/linear_system.h"
#include "saltus/base/dense.h"

namespace saltus::test::test_newmark_energy {
namespace {

struct Weights {
  double alpha, gamma, beta;
  bool hht;
};

std::vector<std::string> options_of(const Weights& w) {
  std::vector<std::string> options{w.hht ? "simulation.scheme=hht" : "simulation.scheme=newmark",
                                   option("gamma", digits(w.gamma)),
                                   option("beta", digits(w.beta))};
  if (w.hht) options.push_back(option("alpha", digits(w.alpha)));
  return options;
}

/// A run with what (103), (114) need of it, from states, impulses and our own matrices.
struct History {
  LinearSystem s;
  Weights w;
  Run run;
  double scale = 0;  // the largest algorithmic energy

  History(LinearSystem system, const Weights& weights)
      : s(std::move(system)), w(weights), run(run_text(model_text(s), options_of(w))) {
    // recorded before the scheme starts: a_0 is ours, M a_0 = f_0
    State& first = run.samples[0].state;
    first.a = Cholesky(s.M).solve(smooth_force(first));
    for (std::size_t k = 0; k < run.samples.size(); ++k) scale = std::max(scale, energy(k));
  }

  [[nodiscard]] double h() const { return run.simulation.step; }
  [[nodiscard]] const State& at(std::size_t k) const { return run.samples[k].state; }
  [[nodiscard]] const State& before(std::size_t k) const { return at(k == 0 ? 0 : k - 1); }
  /// w_{k+1} = ½ (q_{k+1} − q_k): (109) with ν = ½; zero at the start.
  [[nodiscard]] Vector lag(std::size_t k) const { return 0.5 * (at(k).q - before(k).q); }
  [[nodiscard]] Vector smooth_force(const State& x) const {
    return s.force(x.t) - s.K * x.q - s.C * x.v;
  }

  /// (102), (111)
  [[nodiscard]] double energy(std::size_t k) const {
    const State& x = at(k);
    const Vector z = lag(k);
    return s.energy(x) + 0.25 * h() * h() * (2 * w.beta - w.gamma) * x.a.dot(s.M * x.a) +
           2 * w.alpha * (1 - w.gamma) * z.dot(s.K * z);
  }

  /// (1−α) x_{k,γ} + α x_{k−1,γ}; what lies before the start is the start.
  template <class Value>
  [[nodiscard]] Vector weighted(std::size_t k, const Value& value) const {
    const auto at_gamma = [&](const State& a, const State& b) {
      return Vector((1 - w.gamma) * value(a) + w.gamma * value(b));
    };
    return (1 - w.alpha) * at_gamma(at(k), at(k + 1)) + w.alpha * at_gamma(before(k), at(k));
  }
  [[nodiscard]] double external(std::size_t k) const {
    const auto force = [&](const State& x) { return s.force(x.t); };
    return (at(k + 1).q - at(k).q).dot(weighted(k, force));
  }
  [[nodiscard]] double damping(std::size_t k) const {
    const auto velocity = [](const State& x) { return x.v; };
    return -(at(k + 1).q - at(k).q).dot(s.C * weighted(k, velocity));
  }
  [[nodiscard]] double contact(std::size_t k) const {
    return (s.H * (0.5 * (at(k).v + at(k + 1).v))).dot(at(k + 1).p_normal);
  }
  /// The rest of (114); of (103) for α = 0. `factor` stands before ‖Δa‖²_M.
  [[nodiscard]] double numerical(std::size_t k, double factor) const {
    const Vector da = at(k + 1).a - at(k).a, dq = at(k + 1).q - at(k).q, dz = lag(k + 1) - lag(k);
    return -(w.gamma - 0.5) * factor * (2 * w.beta - w.gamma) * da.dot(s.M * da) -
           (w.gamma - 0.5 - w.alpha) * dq.dot(s.K * dq) -
           2 * w.alpha * (1 - w.gamma) * dz.dot(s.K * dz);
  }
  [[nodiscard]] double numerical(std::size_t k) const { return numerical(k, 0.5 * h() * h()); }
};

/// M a_{k+1} = (1−α) f_{k+1} + α f_k and (4), (7) of docs/theory/newmark.md, from the states alone.
void expect_equations(const History& x, std::size_t k) {
  const State &a = x.at(k), &b = x.at(k + 1);
  const auto& [alpha, gamma, beta, hht] = x.w;
  const double h = x.h();
  const Vector Ma = (1 - alpha) * x.smooth_force(b) + alpha * x.smooth_force(a);
  const double size = (x.s.K * b.q).norm() + Ma.norm() + 1;
  EXPECT_LE((x.s.M * b.a - Ma).norm(), 1e-12 * size);
  const Vector jump = b.v - a.v - h * ((1 - gamma) * a.a + gamma * b.a);
  EXPECT_LE((x.s.M * jump - x.s.H.transpose() * b.p_normal).norm(), 1e-12 * size);
  const Vector q =
      a.q + h * a.v + 0.5 * h * h * ((1 - 2 * beta) * a.a + 2 * beta * b.a) + 0.5 * h * jump;
  EXPECT_LE((b.q - q).norm(), 1e-13 * (1 + q.norm()));
}

struct Count {
  int pressed = 0;
  int both = 0;
};

void expect_identity(const History& x, Count& count) {
  ASSERT_FALSE(x.run.outcome.failure.has_value());
  const double tolerance = 1e-12 * x.scale;
  double balance = 0;
  for (std::size_t k = 0; k + 1 < x.run.samples.size(); ++k) {
    expect_equations(x, k);
    const double change = x.energy(k + 1) - x.energy(k);
    const double numerical = x.numerical(k);
    EXPECT_NEAR(change - x.external(k) - x.damping(k), numerical + x.contact(k), tolerance);

    // the run's own ledger: its works are these, its balance is the numerical part and what the
    // algorithmic energy has more than the energy
    const EnergySample &a = x.run.samples[k].energy, &b = x.run.samples[k + 1].energy;
    EXPECT_NEAR(b.work_external - a.work_external, x.external(k), tolerance);
    EXPECT_NEAR(b.work_damping - a.work_damping, x.damping(k), tolerance);
    EXPECT_NEAR(b.work_contact - a.work_contact, x.contact(k), tolerance);
    balance += numerical - change + (x.s.energy(x.at(k + 1)) - x.s.energy(x.at(k)));
    EXPECT_NEAR(b.balance, balance, tolerance);
    count.pressed += x.at(k + 1).p_normal.maxCoeff() > 0 ? 1 : 0;
    count.both += x.at(k + 1).p_normal.minCoeff() > 0 ? 1 : 0;
  }
}

TEST(EnergyIdentity103, OfNewmarkHoldsOnLinearSystemsWithDampingForcingAndTwoContacts) {
  Random random(17);
  Count count;
  for (int trial = 0; trial < 24; ++trial) {
    const double gamma = random.in(0.5, 1);
    const Weights w{0, gamma, random.in(0.5 * gamma, 0.75), false};
    expect_identity(History(random_system(random, 2 + trial % 4), w), count);
  }
  EXPECT_GT(count.pressed, 500);
  EXPECT_GT(count.both, 20);
}

TEST(EnergyIdentity103, WithThePrintedHalfHInPlaceOfHalfHSquaredDoesNotHold) {
  Random random(18);
  const History x(random_system(random, 3), {0, 0.8, 0.6, false});
  double miss = 0;
  for (std::size_t k = 0; k + 1 < x.run.samples.size(); ++k) {
    const double right = x.numerical(k, 0.5 * x.h()) + x.contact(k);
    miss = std::max(miss,
                    std::abs(x.energy(k + 1) - x.energy(k) - x.external(k) - x.damping(k) - right));
  }
  EXPECT_GT(miss, 1e-4 * x.scale);
}

TEST(EnergyIdentity114, OfHhtHoldsOnLinearSystemsWithDampingForcingAndTwoContacts) {
  Random random(19);
  Count count;
  for (int trial = 0; trial < 24; ++trial) {
    const double gamma = random.in(0.5, 1);
    const Weights w{random.in(0, 1.0 / 3), gamma, random.in(0.5 * gamma, 0.75), true};
    expect_identity(History(random_system(random, 2 + trial % 4), w), count);
  }
  EXPECT_GT(count.pressed, 500);
  EXPECT_GT(count.both, 20);
}

/// Pressing steps entered with closing velocity; none may gain algorithmic energy beyond the works.
int dissipating_steps(const History& x) {
  int count = 0;
  for (std::size_t k = 0; k + 1 < x.run.samples.size(); ++k) {
    if (!closing_where_pressed(x.s, x.at(k), x.at(k + 1))) continue;
    EXPECT_LE(x.energy(k + 1) - x.energy(k) - x.external(k) - x.damping(k), 1e-13 * x.scale);
    if (x.at(k + 1).p_normal.maxCoeff() > 0) ++count;
  }
  return count;
}

TEST(Dissipation104,
     OfNewmarkHoldsFor2BetaAtLeastGammaAtLeastHalfInStepsEnteredWithClosingVelocity) {
  Random random(23);
  int pressed = 0;
  for (int trial = 0; trial < 24; ++trial) {
    const double gamma = trial % 3 == 0 ? 0.5 : random.in(0.5, 1);
    const double beta = trial % 4 == 0 ? 0.5 * gamma : random.in(0.5 * gamma, 0.75);
    pressed +=
        dissipating_steps(History(random_system(random, 2 + trial % 4), {0, gamma, beta, false}));
  }
  EXPECT_GT(pressed, 300);
}

TEST(Dissipation115, OfHhtHoldsUnder116InStepsEnteredWithClosingVelocity) {
  Random random(29);
  int pressed = 0;
  for (int trial = 0; trial < 24; ++trial) {
    const double alpha = random.in(0, 1.0 / 3);
    const double gamma = trial % 3 == 0 ? 0.5 + alpha : random.in(0.5 + alpha, 1);
    const double beta = trial % 4 == 0 ? 0.5 * gamma : random.in(0.5 * gamma, 0.75);
    pressed += dissipating_steps(
        History(random_system(random, 2 + trial % 4), {alpha, gamma, beta, true}));
  }
  EXPECT_GT(pressed, 300);
}

TEST(Dissipation115, FailsForAlphaBeyondGammaMinusHalfOnTheMotionWithoutContactToo) {
  Random random(31);
  LinearSystem s = random_system(random, 3);
  s.a.setZero();
  s.C.setZero();
  s.g0.setConstant(1e3);
  const History x(s, {0.3, 0.5, 0.25, true});
  double largest = 0;
  for (std::size_t k = 0; k + 1 < x.run.samples.size(); ++k)
    largest = std::max(largest, x.energy(k + 1) - x.energy(k));
  EXPECT_GT(largest, 1e-6 * x.scale);
}

}  // namespace
}  // namespace saltus::test::test_newmark_energy
