// SPDX-License-Identifier: Apache-2.0
// The friction-contact problem in body form: u = Hᵀ v + w, v = v_free + M⁻¹ H p. W is never formed,
// so memory grows with the contacts however many of them one body has.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "saltus/problems/fclib.h"

namespace saltus {

/// Contact a acts on the degrees of freedom dof[k], k = start[a] … start[a + 1] − 1; H and Y = M⁻¹
/// H hold dim numbers for each of them.
struct BodyProblem {
  std::int32_t dim = 3;
  std::vector<std::int32_t> start = {0};
  std::vector<std::int32_t> dof;
  std::vector<std::int32_t> body;  // of each degree of freedom; what is joined is one
  std::vector<double> H, Y;
  std::vector<double> v_free;
  std::vector<double> w;
  std::vector<double> mu;

  [[nodiscard]] std::size_t contacts() const { return mu.size(); }
};

/// Bodies that M or the equality rows join are one, and the rows are eliminated: Y = (K⁻¹ H̃)_v as
/// in reduce.h. Nothing where so many are joined that Y is not sparse. Throws FileError where K is
/// singular.
[[nodiscard]] std::optional<BodyProblem> body_form(const FclibGlobal& problem);

/// v ← v_free + Y p.
void body_velocity(const BodyProblem& problem, std::span<const double> p, std::span<double> v);

/// u ← Hᵀ v + w.
void contact_velocity(const BodyProblem& problem, std::span<const double> v, std::span<double> u);

/// b = Hᵀ v_free + w and of W the diagonal blocks alone: enough for all that looks at one contact.
[[nodiscard]] FrictionProblem block_diagonal(const BodyProblem& problem);

/// mean(diag W_aa).
[[nodiscard]] double mean_diagonal(const BodyProblem& problem, std::size_t contact);

}  // namespace saltus
