// SPDX-License-Identifier: Apache-2.0
// Decompositions that only tests need, compiled once; the others are in saltus/base/dense.h.
#pragma once

#include <complex>
#include <vector>

#include "saltus/base/types.h"

namespace saltus::test {

[[nodiscard]] Mat solution(const Mat& A, const Mat& B);  // A⁻¹ B, with full pivoting
[[nodiscard]] Vec singular_values(const Mat& A);         // descending

/// Of z^n + a[n−1] z^(n−1) + … + a[0].
[[nodiscard]] std::vector<std::complex<double>> roots(const std::vector<std::complex<double>>& a);

}  // namespace saltus::test
