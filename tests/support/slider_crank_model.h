// SPDX-License-Identifier: Apache-2.0
// Mass, forces, slider position and impulses of the slider-crank in θ1, θ2: what its integration
// needs.
#pragma once

#include <Eigen/Core>

#include "support/slider_crank.h"

namespace saltus::reference {

/// M of the slider-crank, constant but for the cosine in its off-diagonal entry.
[[nodiscard]] Eigen::Matrix2d mass(const SliderCrank& p, const Eigen::Vector2d& q);

/// f with M v' = f: centrifugal terms and weight.
[[nodiscard]] Eigen::Vector2d force(const SliderCrank& p, const Eigen::Vector2d& q,
                                    const Eigen::Vector2d& v);

/// ∂Y/∂q as a column.
[[nodiscard]] Eigen::Vector2d height_gradient(const SliderCrank& p, const Eigen::Vector2d& q);

/// The part of Y'' that does not contain v'.
[[nodiscard]] double height_bias(const SliderCrank& p, const Eigen::Vector2d& q,
                                 const Eigen::Vector2d& v);

/// ∂X/∂q as a column, and the part of X'' that does not contain v'.
[[nodiscard]] Eigen::Vector2d slide_gradient(const SliderCrank& p, const Eigen::Vector2d& q);
[[nodiscard]] double slide_bias(const SliderCrank& p, const Eigen::Vector2d& q,
                                const Eigen::Vector2d& v);

/// M v⁺ = M v⁻ + ∂Y/∂q normal + ∂X/∂q tangential.
struct SliderCrankImpulse {
  double normal;
  double tangential;
};

/// What makes Y' = height_rate under Coulomb's law, with X' after the impulse as rate of sliding.
/// Throws std::runtime_error unless sliding or sticking explains it.
[[nodiscard]] SliderCrankImpulse impulse(const SliderCrank& p, const Eigen::Vector2d& q,
                                         const Eigen::Vector2d& v, double height_rate);

}  // namespace saltus::reference
