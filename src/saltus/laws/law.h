// SPDX-License-Identifier: Apache-2.0
// What a nonsmooth law is: a cone K, De Saxcé's change of velocity, and the exact one-block solve.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "saltus/laws/status.h"

namespace saltus {

/// The laws by name, in the order of laws/list.h; `saltus list laws` says what each means.
enum class LawKind : std::uint8_t {
  bilateral,   // u = 0                                              1 row
  unilateral,  // 0 ≤ u ⊥ p ≥ 0                                      1 row
  coulomb2,    // K* ∋ u + μ|u_T| n ⊥ p ∈ K = {|p_T| ≤ μ p_N}        2 rows (N, T)
  coulomb3,    // the same with ‖u_T‖, ‖p_T‖                           3 rows (N, T1, T2)
};

/// The rows of one block, normal first, and its part of W, row-major.
template <std::size_t N>
using Rows = std::array<double, N>;
template <std::size_t N>
using SquareRows = std::array<double, N * N>;

/// The contract of a law: K* ∋ û ⊥ p ∈ K with û = de_saxce(mu, u) and u = W p + b.
///  kind, name, summary, dimension : what the list shows and the problems store;
///  project(mu, z)          : the nearest point of K, Euclidean;
///  de_saxce(mu, u)         : û; the identity where there is no friction;
///  local_solve(W, b, mu)   : an exact p for one block alone; where several solve it, the first of
///                            take-off, stick, slip; where none does, a finite p that comes close;
///  status(u, p, mu)        : the word for the recording.
/// None allocates, none throws; all are finite for finite arguments.
template <class L>
concept Law = requires(const Rows<L::dimension>& z, const SquareRows<L::dimension>& W, double mu) {
  { L::kind } -> std::convertible_to<LawKind>;
  { L::name } -> std::convertible_to<std::string_view>;
  { L::summary } -> std::convertible_to<std::string_view>;
  { L::dimension } -> std::convertible_to<std::size_t>;
  { L::project(mu, z) } -> std::same_as<Rows<L::dimension>>;
  { L::de_saxce(mu, z) } -> std::same_as<Rows<L::dimension>>;
  { L::local_solve(W, z, mu) } -> std::same_as<Rows<L::dimension>>;
  { L::status(z, z, mu) } -> std::same_as<ContactStatus>;
};

}  // namespace saltus
