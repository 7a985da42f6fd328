// SPDX-License-Identifier: Apache-2.0
// How far a run is from its reference: norms over the run's grid ([004] (62)–(63)), of the matrix
// of differences ([002]), and the distance of filled-in graphs ([004] (61)).
#pragma once

#include <span>
#include <vector>

#include "saltus/base/fields.h"
#include "saltus/study/reference.h"

namespace saltus {

enum class Norm { l1, l2, max, hausdorff, matrix };

template <>
struct EnumNames<Norm> {
  static constexpr std::array list{
      EnumName{"l1", Norm::l1, "sum of h_i |d_i|, |.| Euclidean over the coordinates"},
      EnumName{"l2", Norm::l2, "root of the sum of h_i |d_i|^2"},
      EnumName{"max", Norm::max, "largest |d_i|"},
      EnumName{"hausdorff", Norm::hausdorff,
               "Hausdorff distance of the filled-in graphs, the largest over the coordinates"},
      EnumName{"matrix", Norm::matrix,
               "largest singular value of the matrix d (times x coordinates), not weighted by h"}};
};

/// One number per norm asked for, in that order.
struct Errors {
  std::vector<double> q;
  std::vector<double> v;
};

/// d_i is the difference at grid point i, with the weight h_i = t_i − t_{i−1} and h_0 = h_1: the
/// last step may be shorter.
[[nodiscard]] Errors errors(const Trajectory& run, const Reference& reference,
                            std::span<const Norm> norms);

}  // namespace saltus
