// SPDX-License-Identifier: Apache-2.0
// The same loops for two kinds of machines: four doubles at a time where there is AVX2, else two.
// No product is fused with its sum, so both give the same bits.
#include "saltus/solvers/dense_front.h"

namespace saltus {
namespace {

#if defined(__x86_64__)
#define SALTUS_AVX2 __attribute__((target("avx2")))
#endif
#define SALTUS_INLINE [[gnu::always_inline]] inline

using Four = double __attribute__((vector_size(32), aligned(8), may_alias));

// NOLINTNEXTLINE(readability-non-const-parameter): it is written through
SALTUS_INLINE Four& four(double* x) { return *reinterpret_cast<Four*>(x); }
SALTUS_INLINE const Four& four(const double* x) { return *reinterpret_cast<const Four*>(x); }

/// Rows × 4·Vectors elements of C.
template <std::size_t Rows, std::size_t Vectors>
SALTUS_INLINE void tile(double* C, std::size_t C_row, const double* A, std::size_t A_row,
                        const double* B, std::size_t B_row, std::size_t terms) {
  // std::array would drop the attributes of Four
  Four c[Rows][Vectors];  // NOLINT(modernize-avoid-c-arrays)
#pragma GCC unroll 8
  for (std::size_t i = 0; i < Rows; ++i)
#pragma GCC unroll 8
    for (std::size_t j = 0; j < Vectors; ++j) c[i][j] = four(C + i * C_row + 4 * j);
  for (std::size_t k = 0; k < terms; ++k) {
    Four b[Vectors];  // NOLINT(modernize-avoid-c-arrays)
#pragma GCC unroll 8
    for (std::size_t j = 0; j < Vectors; ++j) b[j] = four(B + k * B_row + 4 * j);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < Rows; ++i) {
      const double x = A[i * A_row + k];
      const Four a{x, x, x, x};
#pragma GCC unroll 8
      for (std::size_t j = 0; j < Vectors; ++j) c[i][j] -= a * b[j];
    }
  }
#pragma GCC unroll 8
  for (std::size_t i = 0; i < Rows; ++i)
#pragma GCC unroll 8
    for (std::size_t j = 0; j < Vectors; ++j) four(C + i * C_row + 4 * j) = c[i][j];
}

/// 4·Vectors columns of C.
template <std::size_t Vectors>
SALTUS_INLINE void strip(double* C, std::size_t C_row, const double* A, std::size_t A_row,
                         const double* B, std::size_t B_row, std::size_t rows, std::size_t terms) {
  std::size_t i = 0;
  for (; i + 4 <= rows; i += 4)
    tile<4, Vectors>(C + i * C_row, C_row, A + i * A_row, A_row, B, B_row, terms);
  for (; i < rows; ++i)
    tile<1, Vectors>(C + i * C_row, C_row, A + i * A_row, A_row, B, B_row, terms);
}

SALTUS_INLINE void product(double* C, std::size_t C_row, const double* A, std::size_t A_row,
                           const double* B, std::size_t B_row, std::size_t rows,
                           std::size_t columns, std::size_t terms) {
  std::size_t j = 0;
  for (; j + 8 <= columns; j += 8) strip<2>(C + j, C_row, A, A_row, B + j, B_row, rows, terms);
  for (; j + 4 <= columns; j += 4) strip<1>(C + j, C_row, A, A_row, B + j, B_row, rows, terms);
  if (j == columns) return;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t m = j; m < columns; ++m) {
      double c = C[i * C_row + m];
      for (std::size_t k = 0; k < terms; ++k) c -= A[i * A_row + k] * B[k * B_row + m];
      C[i * C_row + m] = c;
    }
}

SALTUS_INLINE void rows_of(double* y, const double* c, const double* A, std::size_t A_row,
                           std::size_t rows, std::size_t columns) {
  product(y, columns, c, rows, A, A_row, 1, columns, rows);
}

SALTUS_INLINE void dots(double* y, const double* A, std::size_t A_row, const double* x,
                        std::size_t rows, std::size_t columns) {
  for (std::size_t i = 0; i < rows; ++i) {
    const double* a = A + i * A_row;
    Four sum{};
    std::size_t j = 0;
    for (; j + 4 <= columns; j += 4) sum += four(a + j) * four(x + j);
    double rest = 0;
    for (; j < columns; ++j) rest += a[j] * x[j];
    y[i] -= ((sum[0] + sum[1]) + (sum[2] + sum[3])) + rest;
  }
}

#ifdef SALTUS_AVX2
SALTUS_AVX2 void product_avx2(double* C, std::size_t C_row, const double* A, std::size_t A_row,
                              const double* B, std::size_t B_row, std::size_t rows,
                              std::size_t columns, std::size_t terms) {
  product(C, C_row, A, A_row, B, B_row, rows, columns, terms);
}
SALTUS_AVX2 void rows_avx2(double* y, const double* c, const double* A, std::size_t A_row,
                           std::size_t rows, std::size_t columns) {
  rows_of(y, c, A, A_row, rows, columns);
}
SALTUS_AVX2 void dots_avx2(double* y, const double* A, std::size_t A_row, const double* x,
                           std::size_t rows, std::size_t columns) {
  dots(y, A, A_row, x, rows, columns);
}
const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
#endif

}  // namespace

void subtract_product(double* C, std::size_t C_row, const double* A, std::size_t A_row,
                      const double* B, std::size_t B_row, std::size_t rows, std::size_t columns,
                      std::size_t terms) {
#ifdef SALTUS_AVX2
  if (has_avx2) return product_avx2(C, C_row, A, A_row, B, B_row, rows, columns, terms);
#endif
  product(C, C_row, A, A_row, B, B_row, rows, columns, terms);
}

void subtract_rows(double* y, const double* c, const double* A, std::size_t A_row, std::size_t rows,
                   std::size_t columns) {
#ifdef SALTUS_AVX2
  if (has_avx2) return rows_avx2(y, c, A, A_row, rows, columns);
#endif
  rows_of(y, c, A, A_row, rows, columns);
}

void subtract_dots(double* y, const double* A, std::size_t A_row, const double* x, std::size_t rows,
                   std::size_t columns) {
#ifdef SALTUS_AVX2
  if (has_avx2) return dots_avx2(y, A, A_row, x, rows, columns);
#endif
  dots(y, A, A_row, x, rows, columns);
}

}  // namespace saltus
