// SPDX-License-Identifier: Apache-2.0
// Derived M, f, S, K, C against finite differences of the energies and against hand-derived forms.
#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "saltus/io/read_model.h"
#include "saltus/io/toml.h"
#include "saltus/model/compile.h"
#include "saltus/model/dynamics.h"

namespace saltus::test_system {
namespace {

Model compiled(const std::string& body) {
  const std::string text =
      "[simulation]\nstep = 1\nend = 1\n[world]\ngravity = \"none\"\n[[body]]\nname = \"b\"\n"
      "type = \"formula\"\n" +
      body;
  return compile(read_model(parse_toml(text, "test.toml"), "test"));
}

/// Four-point central difference: error of order h⁴.
double difference(const std::function<double(double)>& f, double h) {
  return (f(-2 * h) - 8 * f(-h) + 8 * f(h) - f(2 * h)) / (12 * h);
}

/// The model's own values at any point, as plain matrices.
class Probe {
 public:
  explicit Probe(const Model& model)
      : model_(model), work_(make_body_work(model)), dynamics_(make_dynamics(model)) {}

  Mat M(double t, const Vec& q, const Vec& v) {
    motion(model_, t, q, v, work_, dynamics_);
    return matrix(dynamics_.M(cluster()));
  }
  Vec f(double t, const Vec& q, const Vec& v) {
    motion(model_, t, q, v, work_, dynamics_);
    return Eigen::Map<const Vec>(dynamics_.f(cluster()), cluster().n);
  }
  struct Tangent {
    Mat M, S, K, C;
    Vec f;
  };
  Tangent at(double t, const Vec& q, const Vec& v, const Vec& a) {
    tangent(model_, t, q, v, a, work_, dynamics_);
    const Cluster& c = cluster();
    return {matrix(dynamics_.M(c)), matrix(dynamics_.S(c)), matrix(dynamics_.K(c)),
            matrix(dynamics_.C(c)), Eigen::Map<const Vec>(dynamics_.f(c), c.n)};
  }
  Energy energies(double t, const Vec& q, const Vec& v) {
    State x = initial_state(model_);
    x.t = t;
    x.q = q;
    x.v = v;
    return energy(model_, x, work_);
  }

 private:
  const Cluster& cluster() { return model_.clusters[0]; }
  Mat matrix(const double* data) {
    return Eigen::Map<const RowMat>(data, cluster().n, cluster().n);
  }
  const Model& model_;
  BodyWork work_;
  Dynamics dynamics_;
};

/// Smooth functions of t and q0, q1, q2 with random coefficients.
class RandomBody {
 public:
  explicit RandomBody(unsigned seed) : random_(seed) {}

  std::string text() {
    std::string T = term();  // T0
    for (int i = 0; i < 3; ++i) {
      T += fmt::format(" + ({})*q{}_dot", term(), i);  // T1
      for (int j = 0; j <= i; ++j) T += fmt::format(" + ({})*q{}_dot*q{}_dot", term(), i, j);
    }
    std::string force = "force = { ";
    for (int i = 0; i < 3; ++i) {
      force += fmt::format("{}q{} = \"({})*q0_dot^2*q1_dot + ({})*tanh(q2_dot) + {}\"",
                           i > 0 ? ", " : "", i, term(), term(), term());
    }
    return "coordinates = [\"q0\", \"q1\", \"q2\"]\nkinetic = \"" + T + "\"\npotential = \"" +
           term() + " + " + term() + "\"\n" + force + " }\ninitial = { q0 = 0, q1 = 0, q2 = 0 }\n";
  }
  Vec vector() {
    return Vec::NullaryExpr(3, [this] { return number(); });
  }
  double number() { return std::uniform_real_distribution(-1.0, 1.0)(random_); }

 private:
  std::string term() {
    const std::string argument =
        fmt::format("({:.4f}*q0 + {:.4f}*q1*q2 + {:.4f}*q2 + {:.4f}*t + {:.4f})", number(),
                    number(), number(), number(), number());
    switch (random_() % 4) {
      case 0:
        return fmt::format("{:.4f}*sin{}", number(), argument);
      case 1:
        return fmt::format("{:.4f}*exp(0.5*{})", number(), argument);
      case 2:
        return fmt::format("{:.4f}/(2 + {}^2)", number(), argument);
      default:
        return fmt::format("sqrt(3 + {}^2)*q1", argument);
    }
  }
  std::mt19937 random_;
};

constexpr double step = 2e-3;
constexpr double tolerance = 1e-8;

class RandomFormulaBody : public testing::TestWithParam<unsigned> {};

TEST_P(RandomFormulaBody, TangentsAreTheDerivativesOfForceAndMass) {
  RandomBody random(GetParam());
  const Model model = compiled(random.text());
  Probe probe(model);
  const double t = random.number();
  const Vec q = random.vector();
  const Vec v = random.vector();
  const Vec a = random.vector();
  const Probe::Tangent exact = probe.at(t, q, v, a);
  EXPECT_TRUE(exact.M.isApprox(probe.M(t, q, v), 1e-14));
  EXPECT_TRUE(exact.f.isApprox(probe.f(t, q, v), 1e-13));
  for (Eigen::Index i = 0; i < 3; ++i) {
    for (Eigen::Index j = 0; j < 3; ++j) {
      const Vec e = Vec::Unit(3, j);
      const auto f_q = [&](double s) { return probe.f(t, q + s * e, v)[i]; };
      const auto f_v = [&](double s) { return probe.f(t, q, v + s * e)[i]; };
      const auto Ma_q = [&](double s) { return (probe.M(t, q + s * e, v) * a)[i]; };
      EXPECT_NEAR(exact.K(i, j), -difference(f_q, step), tolerance);
      EXPECT_NEAR(exact.C(i, j), -difference(f_v, step), tolerance);
      EXPECT_NEAR(exact.S(i, j), difference(Ma_q, step), tolerance);
    }
  }
}

// Lagrange's equations without formulas: M = ∂²T/∂v∂v, f = ∂(T−V)/∂q − d(∂T/∂v)/dt at v' = 0.
TEST_P(RandomFormulaBody, MassAndForceObeyLagrangesEquations) {
  RandomBody random(GetParam());
  std::string text = random.text();
  const auto force = text.find("force");
  text.erase(force, text.find('\n', force) - force);
  const Model model = compiled(text);
  Probe probe(model);
  const double t = random.number();
  const Vec q = random.vector();
  const Vec v = random.vector();
  const double h = 1e-2;  // of second differences
  const auto momentum = [&](double time, const Vec& at, const Vec& rate, Eigen::Index i) {
    return difference(
        [&](double s) { return probe.energies(time, at, rate + s * Vec::Unit(3, i)).kinetic; }, h);
  };
  const Mat M = probe.M(t, q, v);
  const Vec f = probe.f(t, q, v);
  for (Eigen::Index i = 0; i < 3; ++i) {
    for (Eigen::Index j = 0; j < 3; ++j) {
      const auto p = [&](double s) { return momentum(t, q, v + s * Vec::Unit(3, j), i); };
      EXPECT_NEAR(M(i, j), difference(p, h), 1e-7);
    }
    const auto lagrangian = [&](double s) {
      const Energy e = probe.energies(t, q + s * Vec::Unit(3, i), v);
      return e.kinetic - e.potential;
    };
    const auto along_motion = [&](double s) { return momentum(t + s, q + s * v, v, i); };
    EXPECT_NEAR(f[i], difference(lagrangian, h) - difference(along_motion, h), 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomFormulaBody, testing::Range(1U, 13U));

TEST(FormulaBody, IsTheDoublePendulumOfTheTextbook) {
  const double m1 = 1.3;
  const double m2 = 0.7;
  const double l1 = 0.9;
  const double l2 = 1.1;
  const double g = 9.81;
  const Model model = compiled(R"toml(coordinates = ["a", "b"]
kinetic = """0.5*1.3*(0.9*a_dot)^2 + 0.5*0.7*((0.9*cos(a)*a_dot + 1.1*cos(b)*b_dot)^2
  + (0.9*sin(a)*a_dot + 1.1*sin(b)*b_dot)^2)"""
potential = "-1.3*9.81*0.9*cos(a) - 0.7*9.81*(0.9*cos(a) + 1.1*cos(b))"
initial = { a = 0, b = 0 }
)toml");
  Probe probe(model);
  RandomBody random(7);
  for (int i = 0; i < 20; ++i) {
    const Vec q = 3 * random.vector().head(2);
    const Vec w = 3 * random.vector().head(2);
    const double c = std::cos(q[0] - q[1]);
    const double s = std::sin(q[0] - q[1]);
    Mat M(2, 2);
    M << (m1 + m2) * l1 * l1, m2 * l1 * l2 * c, m2 * l1 * l2 * c, m2 * l2 * l2;
    Vec f(2);
    f << -m2 * l1 * l2 * s * w[1] * w[1] - (m1 + m2) * g * l1 * std::sin(q[0]),
        m2 * l1 * l2 * s * w[0] * w[0] - m2 * g * l2 * std::sin(q[1]);
    EXPECT_LT((probe.M(0, q, w) - M).norm(), 1e-13);
    EXPECT_LT((probe.f(0, q, w) - f).norm(), 1e-12);
  }
}

TEST(FormulaBody, IsLinearExactlyWhereMassStiffnessAndDampingAreConstant) {
  const std::string head = "coordinates = [\"q\"]\ninitial = { q = 1 }\n";
  const auto linear = [&](const std::string& rest) { return compiled(head + rest).linear; };
  EXPECT_TRUE(linear(
      "kinetic = \"q_dot^2\"\npotential = \"3*q^2 + q\"\nforce = { q = \"-q_dot + sin(t)\" }\n"));
  EXPECT_FALSE(linear("kinetic = \"q_dot^2\"\npotential = \"q^4\"\n"));
  EXPECT_FALSE(linear("kinetic = \"(1 + q^2)*q_dot^2\"\n"));
  EXPECT_FALSE(linear("kinetic = \"(1 + t)*q_dot^2\"\n"));
  EXPECT_FALSE(linear("kinetic = \"q_dot^2\"\nforce = { q = \"-q_dot^3\" }\n"));
  EXPECT_FALSE(linear("kinetic = \"q_dot^2\"\nforce = { q = \"-t*q\" }\n"));
}

TEST(FormulaBody, PowerIsExternalForcesAndDampingApart) {
  const Model model = compiled(
      "coordinates = [\"q\"]\nkinetic = \"q_dot^2\"\npotential = \"t*q^2\"\n"
      "force = { q = \"3*cos(t)*q - 0.5*q_dot\" }\ninitial = { q = 1 }\n");
  BodyWork work = make_body_work(model);
  const Vec q = Vec::Constant(1, 0.4);
  const Vec v = Vec::Constant(1, 2.0);
  const Vec w = Vec::Constant(1, 1.7);
  const Power p = power(model, 0.3, q, v, w, work);
  EXPECT_NEAR(p.external, 3 * std::cos(0.3) * 0.4 * 1.7 + 0.4 * 0.4, 1e-14);  // and ∂V/∂t
  EXPECT_NEAR(p.damping, -0.5 * 2.0 * 1.7, 1e-14);
}

}  // namespace
}  // namespace saltus::test_system
