// SPDX-License-Identifier: Apache-2.0
// The loops of dense matrices that factorisations and their solutions spend their time in. Every
// element is one sum in the order of its terms: the bits do not depend on the machine's vectors.
#pragma once

#include <cstddef>

namespace saltus {

/// C −= A B; row-major, with the lengths of their rows in memory.
void subtract_product(double* C, std::size_t C_row, const double* A, std::size_t A_row,
                      const double* B, std::size_t B_row, std::size_t rows, std::size_t columns,
                      std::size_t terms);

/// y −= Σ_k c_k A_k over the rows A_k.
void subtract_rows(double* y, const double* c, const double* A, std::size_t A_row, std::size_t rows,
                   std::size_t columns);

/// y_k −= A_k · x. The sums are taken in four parts.
void subtract_dots(double* y, const double* A, std::size_t A_row, const double* x, std::size_t rows,
                   std::size_t columns);

}  // namespace saltus
