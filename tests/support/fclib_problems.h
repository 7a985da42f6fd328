// SPDX-License-Identifier: Apache-2.0
// Small and random FCLib problems, and their matrices as dense ones.
#pragma once

#include <random>

#include "saltus/base/types.h"
#include "saltus/problems/fclib.h"

namespace saltus {

[[nodiscard]] SparseMatrix sparse(const Mat& A);
[[nodiscard]] Mat dense(const SparseMatrix& A);
[[nodiscard]] Mat dense(const BlockMatrix& W);
[[nodiscard]] Vec vector(const std::vector<double>& x);

/// Entries between −1 and 1.
[[nodiscard]] Mat random_matrix(std::mt19937& random, Eigen::Index rows, Eigen::Index columns);

/// Two blocks on a floor, one on the other: W symmetric, positive definite, regular.
[[nodiscard]] FclibLocal two_contacts();

struct BodiesOptions {
  std::int32_t dim = 3;
  int bodies = 6;
  int body_dofs = 6;
  int contacts = 8;
  int equalities = 0;
  double asymmetry = 0;  // of each body's M
};

/// Bodies with full mass matrices; each contact and each equality row acts on two of them.
[[nodiscard]] FclibGlobal random_bodies(std::mt19937& random, const BodiesOptions& options = {});

}  // namespace saltus
