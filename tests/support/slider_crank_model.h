// SPDX-License-Identifier: Apache-2.0
// Mass, forces and slider height of the slider-crank in θ1, θ2: what its integration needs.
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

}  // namespace saltus::reference
