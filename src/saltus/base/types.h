// SPDX-License-Identifier: Apache-2.0
// Vector and matrix names used everywhere.
#pragma once

#include <Eigen/Core>

namespace saltus {

using Vec = Eigen::VectorXd;
using Mat = Eigen::MatrixXd;
using RowMat = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace saltus
