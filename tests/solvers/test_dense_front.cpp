// SPDX-License-Identifier: Apache-2.0
// The dense loops give the bits of plain ones, whatever vectors the machine has.
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "saltus/solvers/dense_front.h"

namespace saltus::test_dense_front {
namespace {

std::vector<double> random_numbers(std::size_t count, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::uniform_real_distribution<> random(-1, 1);
  std::vector<double> x(count);
  for (double& value : x) value = random(engine);
  return x;
}

TEST(DenseFront, ProductIsOneSumPerElementInTheOrderOfItsTerms) {
  constexpr std::size_t stride = 31;
  for (std::size_t rows = 0; rows <= 9; ++rows)
    for (std::size_t columns = 0; columns <= 21; ++columns)
      for (const std::size_t terms : {0U, 1U, 3U, 24U}) {
        const std::vector<double> A = random_numbers(10 * stride, 1);
        const std::vector<double> B = random_numbers(24 * stride, 2);
        const std::vector<double> before = random_numbers(10 * stride, 3);
        std::vector<double> C = before;
        subtract_product(C.data(), stride, A.data(), stride, B.data(), stride, rows, columns,
                         terms);
        for (std::size_t i = 0; i < 10; ++i)
          for (std::size_t j = 0; j < stride; ++j) {
            double c = before[i * stride + j];
            for (std::size_t k = 0; i < rows && j < columns && k < terms; ++k)
              c -= A[i * stride + k] * B[k * stride + j];
            ASSERT_EQ(C[i * stride + j], c) << rows << " x " << columns << ": " << i << ", " << j;
          }
      }
}

TEST(DenseFront, RowsAndDotsAgreeWithPlainSums) {
  constexpr std::size_t stride = 40;
  for (std::size_t columns = 0; columns <= 37; ++columns) {
    const std::vector<double> A = random_numbers(5 * stride, 4);
    const std::vector<double> c = random_numbers(5, 5);
    const std::vector<double> x = random_numbers(stride, 6);
    std::vector<double> y(stride, 1.0);
    subtract_rows(y.data(), c.data(), A.data(), stride, 5, columns);
    std::vector<double> z(5, 1.0);
    subtract_dots(z.data(), A.data(), stride, x.data(), 5, columns);
    for (std::size_t j = 0; j < stride; ++j) {
      double expected = 1;
      for (std::size_t k = 0; j < columns && k < 5; ++k) expected -= c[k] * A[k * stride + j];
      ASSERT_EQ(y[j], expected) << columns;
    }
    for (std::size_t k = 0; k < 5; ++k) {
      double expected = 1;
      for (std::size_t j = 0; j < columns; ++j) expected -= A[k * stride + j] * x[j];
      ASSERT_NEAR(z[k], expected, 1e-14) << columns;
    }
  }
}

}  // namespace
}  // namespace saltus::test_dense_front
