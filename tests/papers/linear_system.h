// SPDX-License-Identifier: Apache-2.0
// Random linear systems with damping, forcing and two contacts, for identities to round-off.
#pragma once

#include <random>

#include <Eigen/Core>

#include "papers/papers_a.h"

namespace saltus::test {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// M q'' + C q' + K q = a ∘ sin(w t) + Hᵀ reaction, gaps H q + g0 ≥ 0.
struct LinearSystem {
  Matrix M, C, K, H;
  Vector a, w, g0, q0, v0;
  std::array<double, 2> e{};

  [[nodiscard]] Eigen::Index n() const { return M.rows(); }
  [[nodiscard]] Vector force(double t) const { return a.array() * (w.array() * t).sin(); }
  [[nodiscard]] double energy(const State& x) const {
    return 0.5 * x.v.dot(M * x.v) + 0.5 * x.q.dot(K * x.q);
  }
};

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double in(double a, double b) { return std::uniform_real_distribution<double>(a, b)(engine_); }
  Vector vector(Eigen::Index n, double a, double b) {
    return Vector::NullaryExpr(n, [&] { return in(a, b); });
  }
  Matrix matrix(Eigen::Index rows, Eigen::Index columns) {
    return Matrix::NullaryExpr(rows, columns, [&] { return in(-1, 1); });
  }

 private:
  std::mt19937 engine_;
};

/// C has rank n − 1: semi-definite only. The forcing makes the contacts close again and again.
inline LinearSystem random_system(Random& random, Eigen::Index n) {
  LinearSystem s;
  const Matrix A = random.matrix(n, n), B = random.matrix(n, n), D = random.matrix(n - 1, n);
  s.M = A.transpose() * A + 0.5 * Matrix::Identity(n, n);
  s.K = 20 * (B.transpose() * B) + Matrix::Identity(n, n);
  s.C = 0.3 * (D.transpose() * D);
  s.H = random.matrix(2, n);
  s.a = random.vector(n, 2, 8);
  s.w = random.vector(n, 1, 6);
  s.q0 = random.vector(n, -1, 1);
  s.v0 = random.vector(n, -2, 2);
  s.g0 = -s.H * s.q0 + random.vector(2, 0.01, 0.1);
  s.e = {random.in(0, 1), random.in(0, 1)};
  return s;
}

inline std::string coordinate(Eigen::Index i) { return "x" + std::to_string(i); }

inline std::string quadratic(const Matrix& A, const std::string& suffix) {
  std::string sum;
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    for (Eigen::Index j = i; j < A.cols(); ++j) {
      const double factor = i == j ? 0.5 * A(i, i) : A(i, j);
      sum += (sum.empty() ? "(" : " + (") + digits(factor) + ")*" + coordinate(i) + suffix + "*" +
             coordinate(j) + suffix;
    }
  }
  return sum;
}

inline std::string linear(const Vector& a, const std::string& suffix) {
  std::string sum = "0";
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    sum += " + (" + digits(a[i]) + ")*" + coordinate(i) + suffix;
  }
  return sum;
}

inline std::string model_text(const LinearSystem& s) {
  std::string names, force, initial, velocity;
  for (Eigen::Index i = 0; i < s.n(); ++i) {
    const std::string x = coordinate(i), comma = i == 0 ? "" : ", ";
    names += comma + '"' + x + '"';
    force += comma + x + " = \"" + digits(s.a[i]) + "*sin(" + digits(s.w[i]) + "*t) - (" +
             linear(s.C.row(i), "_dot") + ")\"";
    initial += comma + x + " = " + digits(s.q0[i]);
    velocity += comma + x + "_dot = " + digits(s.v0[i]);
  }
  std::string text = "[simulation]\nstep = 0.01\nend = 4.0\n[world]\ngravity = \"none\"\n";
  text += "[[body]]\nname = \"system\"\ntype = \"formula\"\ncoordinates = [" + names + "]\n";
  text += "kinetic = \"" + quadratic(s.M, "_dot") + "\"\npotential = \"" + quadratic(s.K, "") +
          "\"\nforce = { " + force + " }\ninitial = { " + initial + " }\ninitial_velocity = { " +
          velocity + " }\n";
  for (Eigen::Index c = 0; c < 2; ++c) {
    text += "[[contact]]\nname = \"c" + std::to_string(c) + "\"\nbody = \"system\"\ngap = \"" +
            linear(s.H.row(c), "") + " + (" + digits(s.g0[c]) +
            ")\"\nrestitution = " + digits(s.e[static_cast<std::size_t>(c)]) + "\nfriction = 0.0\n";
  }
  return text;
}

/// u_k ≤ 0 wherever p_{k+1} > 0.
inline bool closing_where_pressed(const LinearSystem& s, const State& a, const State& b) {
  const Vector u_k = s.H * a.v;
  return (b.p_normal.array() <= 0 || u_k.array() <= 0).all();
}

}  // namespace saltus::test
