// SPDX-License-Identifier: Apache-2.0
// Assembly of M, f, their tangents and the energies, system by system, in block-diagonal storage.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "saltus/model/model.h"

namespace saltus {

/// Scratch memory of all systems' tapes. One per thread of work; made once.
struct BodyWork {
  struct Tapes {
    std::vector<double> motion, tangent, energy, power;
    std::array<double, 3> energies;
    std::array<double, 2> powers;
    // The system whose program for the energies this one shares, and what that cannot know.
    std::size_t energy_as = 0;
    std::int32_t position = 0;
    std::int32_t dof = 0;
  };
  std::vector<Tapes> systems;
  std::int64_t forces = 0;    // times that f was evaluated,
  std::int64_t tangents = 0;  //   of these with its tangents
};

[[nodiscard]] BodyWork make_body_work(const Model& model);

/// Values at one point (t, q, v), cluster by cluster: M[n²], f[n], S[n²], K[n²], C[n²], row-major.
/// The tapes write straight into it.
struct Dynamics {
  std::vector<double> data;

  [[nodiscard]] const double* M(const Cluster& c) const { return data.data() + c.motion; }
  [[nodiscard]] const double* f(const Cluster& c) const { return M(c) + c.n * c.n; }
  [[nodiscard]] const double* S(const Cluster& c) const { return f(c) + c.n; }  // ∂(M a)/∂q
  [[nodiscard]] const double* K(const Cluster& c) const { return S(c) + c.n * c.n; }  // −∂f/∂q
  [[nodiscard]] const double* C(const Cluster& c) const { return S(c) + 2 * c.n * c.n; }  // −∂f/∂v
};

[[nodiscard]] Dynamics make_dynamics(const Model& model);

/// M and f.
void motion(const Model& model, double t, const Vec& q, const Vec& v, BodyWork& work,
            Dynamics& out);

/// M, f and S (for the given a), K, C.
void tangent(const Model& model, double t, const Vec& q, const Vec& v, const Vec& a, BodyWork& work,
             Dynamics& out);

/// y = a f
inline void scaled_force(const Model& model, const Dynamics& dynamics, double a, Vec& y) {
  for (const Cluster& c : model.clusters) {
    const double* f = dynamics.f(c);
    double* out = y.data() + c.dof;
    for (std::int32_t i = 0; i < c.n; ++i) out[i] = a * f[i];
  }
}

/// y ← y − M (a − b)
void subtract_momentum(const Model& model, const Dynamics& dynamics, const Vec& a, const Vec& b,
                       Vec& y);

/// √(Σ M_ii x_i²): a norm that does not mix units, at the price of a diagonal.
[[nodiscard]] double mass_norm(const Model& model, const Dynamics& dynamics, const Vec& x);
/// √(fᵀ diag(M)⁻¹ f): the norm above of the accelerations that the forces make.
[[nodiscard]] double force_norm(const Model& model, const Dynamics& dynamics);

struct Energy {
  double kinetic = 0;
  double potential = 0;
  double drive = 0;  // T1 + 2 T0 of a kinetic energy with such parts; its change is external work
};

[[nodiscard]] Energy energy(const Model& model, const State& x, BodyWork& work);

struct Power {
  double external = 0;
  double damping = 0;
};

/// Power that the forces at (t, q, v) have on the velocity w.
[[nodiscard]] Power power(const Model& model, double t, const Vec& q, const Vec& v, const Vec& w,
                          BodyWork& work);

}  // namespace saltus
