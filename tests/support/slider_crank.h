// SPDX-License-Identifier: Apache-2.0
// Event-driven reference of the slider-crank whose slider has play in its channel.
#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

namespace saltus::reference {

/// Crank of length l1 from the fixed pivot, rod of length l2 from its end, slider at the rod's end,
/// centres of mass of crank and rod at their middles. While μ is below the ratio of the slider's
/// length to its height, a side's two corners share the load so that the slider does not turn
/// (θ3 = 0): the resultant acts at its centre (X, Y), Y = l1 sin θ1 + l2 sin θ2, and the gaps are
/// c − Y (upper), c + Y (lower). Friction acts along X, with X' as the rate of sliding.
/// c = 0 makes the channel a joint, then without friction.
/// Defaults: Table 1 of Schindler, Rezaei, Kursawe, Acary (2015), but for μ = 0.01.
struct SliderCrank {
  double l1 = 0.153;
  double l2 = 0.306;
  double c = 0.001;
  double m1 = 0.038;
  double m2 = 0.038;
  double m3 = 0.076;
  double J1 = 7.4e-5;
  double J2 = 5.9e-4;
  double gravity = 9.81;
  double e = 0.4;
  double mu = 0;
  Eigen::Vector2d q0{0, 0};
  Eigen::Vector2d v0{150, -75};
};

enum class Side { upper, lower, both };

struct SliderCrankState {
  double t;
  Eigen::Vector2d q;  // θ1, θ2
  Eigen::Vector2d v;  // right limit
};

struct SliderCrankImpact {
  double t;
  Side side;
  double u_before;
  double u_after;  // −e u_before; 0 for the last impact of an accumulation
  double loss;     // of energy; without friction ½ (u_before² − u_after²) / (H M⁻¹ Hᵀ)
};

struct SliderCrankContact {
  double begin;
  double end;
  Side side;
};

struct SliderCrankMotion {
  std::vector<SliderCrankState> states;
  std::vector<SliderCrankImpact> impacts;
  std::vector<SliderCrankContact> closed;  // intervals of lasting contact
};

struct SliderCrankOptions {
  double tolerance = 1e-13;    // of the integrator
  double largest_turn = 0.05;  // rad; of crank or rod per step, so that no event is stepped over
  double shortest_hop = 1e-8;  // s; shorter flights between impacts become lasting contact
};

/// States at the given, ascending times ≥ 0. Throws std::invalid_argument if the slider starts
/// outside the channel, with c = 0 and friction, or with c = 0 off or leaving the axis;
/// std::runtime_error where the slider would stick while it is held: that is not followed here.
[[nodiscard]] SliderCrankMotion motion(const SliderCrank& mechanism, std::span<const double> times,
                                       const SliderCrankOptions& options = {});

[[nodiscard]] double energy(const SliderCrank& p, const Eigen::Vector2d& q,
                            const Eigen::Vector2d& v);
[[nodiscard]] double slider_height(const SliderCrank& p, const Eigen::Vector2d& q);

}  // namespace saltus::reference
