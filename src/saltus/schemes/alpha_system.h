// SPDX-License-Identifier: Apache-2.0
// All equations of a step of generalized-α in all of its unknowns: residual and tangent S_t, [000]
// (39), (44), with Coulomb friction; equations: docs/theory/generalized_alpha.md (11)–(13).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "saltus/schemes/alpha_pass.h"

namespace saltus {

/// What a row of the position or velocity level says.
enum class AlphaRow : std::uint8_t {
  off,         // its multiplier is zero
  on,          // its constraint holds; of a tangential row: it sticks
  slips_up,    // Λ_T = +μ Λ_N
  slips_down,  // Λ_T = −μ Λ_N
};

/// Where the parts of x = (z, p̃, U, ν, W, Λ) start; equations are in the same order.
struct AlphaLayout {
  std::int32_t dofs = 0, joints = 0, contacts = 0, tangents = 0;
  std::int32_t z = 0, smooth = 0, U = 0, nu = 0, W = 0, Lambda = 0, size = 0;
};

class AlphaSystem {
 public:
  explicit AlphaSystem(const Model& model);

  AlphaLayout at;
  std::vector<double> x;           // unknowns
  std::vector<double> r;           // residual
  std::vector<double> S_t;         // its tangent, size × size, row-major
  std::vector<AlphaRow> position;  // A of (38), by joint row, then contact
  std::vector<AlphaRow> velocity;  // B, by joint row, contact, then tangent

  /// The unknowns as the last pass left them.
  void take(const AlphaSetting& s, AlphaWork& w);
  /// Everything at x: iterate in s.next and w, M, f, rows, second derivatives.
  void evaluate_at_x(const AlphaSetting& s, AlphaWork& w);
  /// (38) and Coulomb's cone. False where they are what they were.
  bool choose_sets(const AlphaSetting& s, const AlphaWork& w);
  /// The rows whose multipliers are not zero: for multipliers that solve their sub-problems.
  void choose_pressing(const AlphaSetting& s);
  /// Do gaps, multipliers and velocities have the signs that the laws ask for? The rows of the sets
  /// hold by Newton's iteration; this tells whether they were the right rows.
  [[nodiscard]] bool obeys_laws(const AlphaSetting& s, const AlphaWork& w) const;
  void set_residual(const AlphaSetting& s, const AlphaWork& w);
  void set_tangent(const AlphaSetting& s, const AlphaWork& w);
  /// x ← x − S_t⁻¹ r. Returns the size of the change of z, U/h and W in the norm of diag(M).
  double correct(const AlphaSetting& s);

  [[nodiscard]] double unknown(std::int32_t i) const { return x[static_cast<std::size_t>(i)]; }
  /// What complements the gap: ν, or ν − h Λ.
  [[nodiscard]] double gap_multiplier(const AlphaSetting& s, std::int32_t row) const;
  /// Function of row j of the position or velocity level.
  [[nodiscard]] std::int32_t function(std::int32_t j) const {
    return functions_[static_cast<std::size_t>(j)];
  }
  [[nodiscard]] double normal(std::int32_t contact) const {
    return unknown(at.Lambda + at.joints + contact);
  }
  /// Of a contact with friction.
  [[nodiscard]] double tangential(std::int32_t contact) const {
    return unknown(at.Lambda + tangent_row_[static_cast<std::size_t>(contact)]);
  }

 private:
  /// Rows first … last of −factor · Hᵀ λ in the equations that start at `equation`.
  struct Reaction {
    std::int32_t equation, multiplier, first, last;
    double factor;
  };

  void add(std::int32_t row, std::int32_t column, double value) {
    S_t[static_cast<std::size_t>(row) * static_cast<std::size_t>(at.size) +
        static_cast<std::size_t>(column)] += value;
  }
  void add_by_q(const AlphaSetting& s, std::int32_t row, std::int32_t dof, double value);
  void add_bodies(const AlphaSetting& s, const AlphaWork& w);
  void add_reactions(const AlphaSetting& s, const AlphaWork& w);
  void add_turning(const AlphaSetting& s, const Curvature& curvature, std::int32_t equation);
  void add_velocity_rows(const AlphaSetting& s, const AlphaWork& w);
  void add_position_rows(const AlphaSetting& s, const AlphaWork& w);
  [[nodiscard]] double slip(std::int32_t row) const;  // ∂Λ_T/∂Λ_N of a tangential row
  void subtract_reaction(const Model& model, const ConstraintRows& rows, const Reaction& a);
  [[nodiscard]] std::array<Reaction, 4> reactions(const AlphaSetting& s) const;
  [[nodiscard]] double position_multiplier(const AlphaSetting& s, std::int32_t row) const;
  void set_row_sizes(const AlphaSetting& s, const AlphaWork& w);
  void scale(const AlphaSetting& s);

  std::vector<std::int32_t> functions_;    // joints, gaps, tangents
  std::vector<std::int32_t> contact_of_;   // by tangential row
  std::vector<std::int32_t> tangent_row_;  // by contact; −1 without friction
  std::vector<double> target_;             // e ∘ u_k, by row of the velocity level
  std::vector<double> dof_size_;           // 1/√M_ii
  std::vector<double> row_size_;           // 1/√(H M⁻¹ Hᵀ) with diag(M), by row
  std::vector<double> row_scale_, column_scale_;
  std::vector<double> factor_, change_;
  std::vector<std::int32_t> pivots_;
  std::vector<double> lambda_;  // by function
  Curvature of_smooth_, of_position_, of_velocity_;
  Dynamics correction_, jump_;  // with S(U), S(W)
};

}  // namespace saltus
