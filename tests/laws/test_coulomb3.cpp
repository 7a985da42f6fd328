// SPDX-License-Identifier: Apache-2.0
// Spatial Coulomb: its projection, its local solve against two enumerations, its words.
#include <cmath>
#include <complex>
#include <numbers>
#include <random>
#include <vector>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <gtest/gtest.h>

#include "saltus/laws/coulomb2.h"
#include "saltus/laws/coulomb3.h"
#include "support/dense.h"

namespace saltus::test_coulomb3 {
namespace {

using Vec3 = Rows<3>;
using Block3 = SquareRows<3>;
using Real = long double;

double norm(const Vec3& x) { return std::hypot(x[0], x[1], x[2]); }
double distance(const Vec3& a, const Vec3& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

struct Draw {
  std::mt19937_64 engine{7};
  double normal() { return std::normal_distribution<>()(engine); }
  double uniform(double from, double to) {
    return std::uniform_real_distribution<>(from, to)(engine);
  }
  double mu() { return uniform(0, 2); }
  Vec3 vector() { return {normal(), normal(), normal()}; }
  Eigen::Matrix3d rotation() {
    return Eigen::Quaterniond(normal(), normal(), normal(), normal())
        .normalized()
        .toRotationMatrix();
  }
  /// Q diag Qᵀ with eigenvalues 1, …, 10^−decades, and a skew part of `asymmetry` times the least.
  Block3 matrix(double decades, double asymmetry = 0) {
    const double least = std::pow(10, -decades);
    const Eigen::Matrix3d Q = rotation();
    const Eigen::Vector3d values(1, std::pow(10, -uniform(0, decades)), least);
    Eigen::Matrix3d W = Q * values.asDiagonal() * Q.transpose();
    W = (0.5 * (W + W.transpose())).eval();
    const Eigen::Vector3d w = asymmetry * least * Eigen::Vector3d(normal(), normal(), normal());
    Eigen::Matrix3d skew;
    skew << 0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0;
    W += skew;
    Block3 block;
    for (std::size_t i = 0; i < 9; ++i)
      block[i] = W(static_cast<Eigen::Index>(i / 3), static_cast<Eigen::Index>(i % 3));
    return block;
  }
};

/// ‖p − P_K(p − ρû)‖ in units of max(‖p‖, ρ‖b‖), in extended precision; ρ = 1 / mean(diag W).
double natural_map(const Block3& W, const Vec3& b, double mu, const Vec3& p) {
  const Real rho = 3 / (Real(W[0]) + W[4] + W[8]);
  std::array<Real, 3> u;
  for (std::size_t i = 0; i < 3; ++i) {
    u[i] = b[i];
    for (std::size_t j = 0; j < 3; ++j) u[i] += Real(W[3 * i + j]) * p[j];
  }
  u[0] += mu * std::hypot(u[1], u[2]);
  std::array<Real, 3> z, P = {0, 0, 0};
  for (std::size_t i = 0; i < 3; ++i) z[i] = p[i] - rho * u[i];
  const Real t = std::hypot(z[1], z[2]);
  if (t <= mu * z[0]) {
    P = z;
  } else if (mu * t > -z[0]) {
    P[0] = (mu * t + z[0]) / (1 + Real(mu) * mu);
    P[1] = mu * P[0] * z[1] / t;
    P[2] = mu * P[0] * z[2] / t;
  }
  const Real map = std::hypot(p[0] - P[0], p[1] - P[1], p[2] - P[2]);
  const Real size = std::max<Real>(norm(p), rho * norm(b));
  return static_cast<double>(map / (size > 0 ? size : 1));
}

TEST(Coulomb3, ProjectionLandsInTheConeIsIdempotentAndNonexpansive) {
  Draw draw;
  for (int i = 0; i < 20000; ++i) {
    const double mu = i % 10 == 0 ? 0 : draw.mu();
    const Vec3 x = draw.vector(), y = draw.vector();
    const Vec3 px = Coulomb3::project(mu, x), py = Coulomb3::project(mu, y);
    ASSERT_LE(std::hypot(px[1], px[2]), mu * px[0] * (1 + 1e-15));
    ASSERT_LE(distance(Coulomb3::project(mu, px), px), 1e-15);
    ASSERT_LE(distance(px, py), distance(x, y) * (1 + 1e-14));
  }
}

TEST(Coulomb3, ProjectionOfPullingPointsOnTheAxisIsZeroAlsoWithoutFriction) {
  for (const double mu : {0.0, 0.5}) {
    EXPECT_EQ(Coulomb3::project(mu, {-5, 0, 0}), (Vec3{0, 0, 0}));
    EXPECT_EQ(Coulomb3::project(mu, {5, 0, 0}), (Vec3{5, 0, 0}));
    EXPECT_EQ(Coulomb3::project(mu, {0, 0, 0}), (Vec3{0, 0, 0}));
  }
}

TEST(Coulomb3, ProjectionIsTheNearestOfManyPointsOfTheCone) {
  Draw draw;
  for (int i = 0; i < 200; ++i) {
    const double mu = draw.mu();
    const Vec3 x = draw.vector();
    const double nearest = distance(x, Coulomb3::project(mu, x));
    for (int k = 0; k < 500; ++k) {
      const double n = 2 * std::abs(draw.normal()), t = mu * n * draw.uniform(0, 1);
      const double theta = draw.uniform(0, 2 * std::numbers::pi);
      ASSERT_GE(distance(x, {n, t * std::cos(theta), t * std::sin(theta)}), nearest - 1e-14);
    }
  }
}

TEST(Coulomb3, ProjectionHoldsForTheLargestAndSmallestNumbers) {
  for (const double s : {1e-300, 1e-160, 1e160, 1e300}) {
    const Vec3 p = Coulomb3::project(0.5, {s, 0.6 * s, 0.8 * s});
    EXPECT_NEAR(p[0] / s, 1.2, 1e-14);
    EXPECT_NEAR(p[1] / s, 0.36, 1e-14);
    EXPECT_NEAR(p[2] / s, 0.48, 1e-14);
  }
}

/// Slip by angle, p_T = μ p_N (cos θ, sin θ): f = (u_T × t) · (W_NN + μ W_NT·t) vanishes, a
/// trigonometric polynomial of second degree.
struct Slip {
  Block3 W;
  Vec3 b;
  double mu;

  [[nodiscard]] Real f(Real theta) const {
    const Real c = std::cos(theta), s = std::sin(theta);
    const Real across_b = c * b[2] - s * b[1];
    const Real across_W =
        c * (W[6] + mu * (W[7] * c + W[8] * s)) - s * (W[3] + mu * (W[4] * c + W[5] * s));
    return (W[0] + mu * (W[1] * c + W[2] * s)) * across_b - b[0] * across_W;
  }

  /// p at the angle, and whether it is a slip: p_N > 0, u_T against p_T.
  bool solution(Real theta, Vec3& p) const {
    const Real c = std::cos(theta), s = std::sin(theta);
    const Real n = -b[0] / (W[0] + mu * (W[1] * c + W[2] * s));
    const Real along = c * (W[3] * n + mu * n * (W[4] * c + W[5] * s) + b[1]) +
                       s * (W[6] * n + mu * n * (W[7] * c + W[8] * s) + b[2]);
    p = {static_cast<double>(n), static_cast<double>(mu * n * c), static_cast<double>(mu * n * s)};
    return n > 0 && along <= 0;
  }
};

/// Sign changes on a fine grid, bisected.
std::vector<Vec3> slips_by_scan(const Slip& slip) {
  constexpr int samples = 720;
  std::vector<Vec3> found;
  const auto angle = [](int k) { return 2 * std::numbers::pi_v<Real> * k / samples; };
  for (int k = 0; k < samples; ++k) {
    Real low = angle(k), high = angle(k + 1), f_low = slip.f(low);
    if ((f_low < 0) == (slip.f(high) < 0)) continue;
    for (int i = 0; i < 70; ++i) {
      const Real middle = (low + high) / 2;
      if ((slip.f(middle) < 0) == (f_low < 0))
        low = middle;
      else
        high = middle;
    }
    if (Vec3 p; slip.solution(low, p)) found.push_back(p);
  }
  return found;
}

/// With z = exp(iθ), z² f is a polynomial of degree 4: eigenvalues of its companion matrix on the
/// unit circle, then Newton.
std::vector<Vec3> slips_by_companion(const Slip& slip) {
  // Fourier coefficients of f from five samples.
  using Complex = std::complex<double>;
  std::array<Complex, 5> a{};
  for (std::size_t m = 0; m < 5; ++m)
    for (int k = 0; k < 5; ++k) {
      const double theta = 2 * std::numbers::pi * k / 5;
      const double turns = static_cast<double>(m) - 2;
      a[m] += static_cast<double>(slip.f(theta)) * std::polar(0.2, -turns * theta);
    }
  std::vector<Vec3> found;
  for (const Complex& z : test::roots({a[0] / a[4], a[1] / a[4], a[2] / a[4], a[3] / a[4]})) {
    if (std::abs(std::abs(z) - 1) > 1e-4) continue;
    Real theta = std::arg(z);
    for (int i = 0; i < 6; ++i) {
      constexpr Real h = 1e-6L;
      const Real slope = (slip.f(theta + h) - slip.f(theta - h)) / (2 * h);
      theta -= slip.f(theta) / slope;
    }
    if (Vec3 p; slip.solution(theta, p)) found.push_back(p);
  }
  return found;
}

Vec3 stick(const Block3& W, const Vec3& b) {
  Eigen::Matrix<Real, 3, 3> A;
  Eigen::Matrix<Real, 3, 1> r;
  for (std::size_t i = 0; i < 9; ++i)
    A(static_cast<Eigen::Index>(i / 3), static_cast<Eigen::Index>(i % 3)) = W[i];
  for (std::size_t i = 0; i < 3; ++i) r[static_cast<Eigen::Index>(i)] = -b[i];
  const Eigen::Matrix<Real, 3, 1> p = A.fullPivLu().solve(r);
  return {static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])};
}

double nearest(const std::vector<Vec3>& solutions, const Vec3& p) {
  double least = 1e300;
  for (const Vec3& q : solutions) least = std::min(least, distance(p, q));
  return least;
}

/// The cases of random blocks of condition up to 100: how many, and the largest distance to the
/// nearest solution of the same case.
struct Comparison {
  int take_off = 0, stick = 0, slip = 0, steep = 0;
  double scan = 0, companion = 0;
};

Comparison compare(double asymmetry) {
  Draw draw;
  Comparison seen;
  for (int i = 0; i < 4000; ++i) {
    const Block3 W = draw.matrix(2, asymmetry);
    const double mu = draw.uniform(0.01, 2);
    const Vec3 b = draw.vector();
    const Vec3 p = Coulomb3::local_solve(W, b, mu);
    if (b[0] >= 0) {
      EXPECT_EQ(p, (Vec3{0, 0, 0}));
      ++seen.take_off;
      continue;
    }
    if (mu * std::hypot(W[1], W[2]) > W[0]) ++seen.steep;
    const double unit = 1 + norm(p);
    const Vec3 stuck = stick(W, b);
    if (std::hypot(stuck[1], stuck[2]) <= mu * stuck[0]) {
      EXPECT_LE(distance(p, stuck), 1e-12 * unit) << i;
      ++seen.stick;
      continue;
    }
    const Slip slip{W, b, mu};
    seen.scan = std::max(seen.scan, nearest(slips_by_scan(slip), p) / unit);
    seen.companion = std::max(seen.companion, nearest(slips_by_companion(slip), p) / unit);
    ++seen.slip;
  }
  return seen;
}

TEST(Coulomb3, LocalSolveIsOneOfTheSolutionsByEnumeration) {
  for (const double asymmetry : {0.0, 0.1}) {
    const Comparison seen = compare(asymmetry);
    EXPECT_LE(seen.scan, 1e-12);
    EXPECT_LE(seen.companion, 1e-12);
    EXPECT_GT(seen.take_off, 1500);
    EXPECT_GT(seen.stick, 100);
    EXPECT_GT(seen.slip, 1000);
    EXPECT_GT(seen.steep, 300);  // W_NN < μ‖W_NT‖: friction alone can lift off
  }
}

TEST(Coulomb3, LocalSolveHoldsTheLawToRoundOffUpToConditionTenToTheEight) {
  Draw draw;
  for (int i = 0; i < 200000; ++i) {
    const double decades = draw.uniform(0, 8), s = std::pow(10, draw.uniform(-8, 8));
    const double t = std::pow(10, draw.uniform(-8, 8));
    Block3 W = draw.matrix(decades, i % 2 == 0 ? 0 : 0.3);
    Vec3 b = draw.vector();
    for (double& w : W) w *= s;
    for (double& x : b) x *= t;
    if (i % 3 == 0) b[0] *= std::pow(10, -draw.uniform(0, 8));
    const double mu = i % 20 == 0 ? 0 : draw.mu();
    const Vec3 p = Coulomb3::local_solve(W, b, mu);
    ASSERT_LE(natural_map(W, b, mu, p), 1e-12) << i;
    ASSERT_LE(std::hypot(p[1], p[2]), mu * p[0] * (1 + 1e-14)) << i;
  }
}

TEST(Coulomb3, LocalSolveOfAMotionInAPlaneIsThatOfThePlanarLaw) {
  Draw draw;
  for (int i = 0; i < 20000; ++i) {
    const double a = draw.normal(), c = draw.normal(), d = draw.normal(), e = draw.normal();
    const double theta = draw.uniform(0, 7), C = std::cos(theta), S = std::sin(theta);
    const double nn = a * a + c * c + 0.01, nt = a * d + c * e, tt = d * d + e * e + 0.01;
    const double other = draw.uniform(0.1, 3);
    const Block3 W = {nn,
                      nt * C,
                      nt * S,
                      nt * C,
                      tt * C * C + other * S * S,
                      (tt - other) * C * S,
                      nt * S,
                      (tt - other) * C * S,
                      tt * S * S + other * C * C};
    const double b_N = -std::abs(draw.normal()), b_T = draw.normal(), mu = draw.mu();
    const Rows<2> planar = Coulomb2::local_solve({nn, nt, nt, tt}, {b_N, b_T}, mu);
    const Vec3 b = {b_N, b_T * C, b_T * S};
    const Vec3 p = Coulomb3::local_solve(W, b, mu);
    // Where W_NN < μ|W_NT| there may be more than one solution.
    if (mu * std::abs(nt) > nn) continue;
    ASSERT_LE(distance(p, {planar[0], planar[1] * C, planar[1] * S}), 1e-12 * (1 + norm(p))) << i;
  }
}

TEST(Coulomb3, LocalSolveOnTheBordersOfTheCases) {
  Draw draw;
  for (int i = 0; i < 20000; ++i) {
    const Block3 W = draw.matrix(2);
    const double mu = draw.mu(), theta = draw.uniform(0, 7);
    // b_N = 0: take-off.
    EXPECT_EQ(Coulomb3::local_solve(W, {0, draw.normal(), draw.normal()}, mu), (Vec3{0, 0, 0}));
    // Stick exactly on the cone, and just inside or outside of it.
    for (const double off : {0.0, 1e-15, -1e-15, 1e-12, -1e-12, 1e-8}) {
      const Vec3 edge = {1, mu * (1 + off) * std::cos(theta), mu * (1 + off) * std::sin(theta)};
      Vec3 b = {0, 0, 0};
      for (std::size_t j = 0; j < 9; ++j) b[j / 3] -= W[j] * edge[j % 3];
      const Vec3 p = Coulomb3::local_solve(W, b, mu);
      ASSERT_LE(natural_map(W, b, mu, p), 1e-13) << i << " " << off;
    }
  }
}

TEST(Coulomb3, LocalSolveOfSingularBlocksHoldsTheLawWhereBIsInTheirRange) {
  Draw draw;
  for (int i = 0; i < 50000; ++i) {
    const int rank = 1 + i % 2;
    Vec3 b = {0, 0, 0};
    Block3 W{};
    for (int k = 0; k < rank; ++k) {
      const Vec3 h = draw.vector();
      const double v = draw.normal(), m = std::pow(10, draw.uniform(-2, 0));
      for (std::size_t j = 0; j < 3; ++j) b[j] += h[j] * v;
      for (std::size_t j = 0; j < 9; ++j) W[j] += h[j / 3] * h[j % 3] * m;
    }
    const double mu = draw.mu();
    const Vec3 p = Coulomb3::local_solve(W, b, mu);
    ASSERT_LE(natural_map(W, b, mu, p), 1e-12) << i;
  }
}

TEST(Coulomb3, LocalSolveWithoutAnyTangentialMobilityKeepsTheNormalLaw) {
  const Block3 W = {2, 0, 0, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(Coulomb3::local_solve(W, {-4, 0, 0}, 0.5), (Vec3{2, 0, 0}));
  const Vec3 p = Coulomb3::local_solve(W, {-4, 3, -4}, 0.5);
  EXPECT_DOUBLE_EQ(p[0], 2);
  EXPECT_DOUBLE_EQ(p[1], -0.6);
  EXPECT_DOUBLE_EQ(p[2], 0.8);
  EXPECT_EQ(Coulomb3::local_solve(W, {4, -3, 1}, 0.5), (Vec3{0, 0, 0}));
}

TEST(Coulomb3, LocalSolveScalesWithTheUnitsOfVelocityAndMass) {
  Draw draw;
  for (int i = 0; i < 10000; ++i) {
    Block3 W = draw.matrix(3);
    Vec3 b = draw.vector();
    const double mu = draw.mu();
    const Vec3 p = Coulomb3::local_solve(W, b, mu);
    const double s = std::ldexp(1, 40), t = std::ldexp(1, -30);
    for (double& w : W) w *= s;
    for (double& x : b) x *= t;
    const Vec3 scaled = Coulomb3::local_solve(W, b, mu);
    ASSERT_EQ(scaled, (Vec3{p[0] * (t / s), p[1] * (t / s), p[2] * (t / s)})) << i;
  }
}

TEST(Coulomb3, LocalSolveIsFiniteAndInTheConeWhereNothingCanBeDone) {
  Draw draw;
  const auto in_cone = [](double mu, const Vec3& p) {
    return std::isfinite(norm(p)) && std::hypot(p[1], p[2]) <= mu * p[0] * (1 + 1e-14);
  };
  for (const Block3& W :
       {Block3{}, Block3{0, 0, 0, 0, 1, 0, 0, 0, 1}, Block3{0, 1, 1, 1, 0, 1, 1, 1, 0},
        Block3{1, 1e9, 0, 1e9, 1, 0, 0, 0, 1}, Block3{1e-320, 1, 1, 1, 1, 1, 1, 1, 1},
        Block3{-1, 0, 0, 0, -1, 0, 0, 0, -1}, Block3{1, 0, 0, 0, -1, 0, 0, 0, -1}})
    for (const double mu : {0.0, 1e-310, 0.7, 1e300})
      EXPECT_TRUE(in_cone(mu, Coulomb3::local_solve(W, {-1, 1, 2}, mu)));
  for (int i = 0; i < 20000; ++i) {  // neither symmetric nor definite
    Block3 W;
    for (double& w : W) w = draw.normal();
    const double mu = draw.mu();
    ASSERT_TRUE(in_cone(mu, Coulomb3::local_solve(W, draw.vector(), mu))) << i;
  }
}

TEST(Coulomb3, ObliqueImpactOfASphereSticksOrSlipsAsInTheTextbook) {
  // m = 2, solid: p_N = m v_N; it rolls if 2/7 of the tangential momentum is within μ p_N.
  const Block3 W = {0.5, 0, 0, 0, 1.75, 0, 0, 0, 1.75};
  const Vec3 rolls = Coulomb3::local_solve(W, {-3, 4.2, 5.6}, 0.7);
  EXPECT_DOUBLE_EQ(rolls[0], 6);
  EXPECT_DOUBLE_EQ(rolls[1], -2.4);
  EXPECT_DOUBLE_EQ(rolls[2], -3.2);
  const Vec3 slides = Coulomb3::local_solve(W, {-3, 4.2, 5.6}, 0.5);
  EXPECT_DOUBLE_EQ(slides[0], 6);
  EXPECT_DOUBLE_EQ(slides[1], -1.8);
  EXPECT_DOUBLE_EQ(slides[2], -2.4);
}

TEST(Coulomb3, StatusNamesTheCase) {
  EXPECT_EQ(Coulomb3::status({1, 3, 0}, {0, 0, 0}, 0.5), ContactStatus::open);
  EXPECT_EQ(Coulomb3::status({0, 0, 0}, {2, 0.3, 0.4}, 0.5), ContactStatus::sticking);
  EXPECT_EQ(Coulomb3::status({0, 1e-18, 0}, {2, 0.3, 0.4}, 0.5), ContactStatus::sticking);
  EXPECT_EQ(Coulomb3::status({0, 3, 4}, {2, -0.6, -0.8}, 0.5), ContactStatus::sliding);
  EXPECT_EQ(Coulomb3::status({0, 0, 4}, {2, 0, 0}, 0.0), ContactStatus::sliding);
}

}  // namespace
}  // namespace saltus::test_coulomb3
