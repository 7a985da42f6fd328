// SPDX-License-Identifier: Apache-2.0
// From rows of H to the one-step problem u = W p + b, and back to velocities. Shared by the
// schemes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saltus/contact/rows.h"
#include "saltus/problems/one_step_problem.h"
#include "saltus/schemes/block_factor.h"

namespace saltus {

/// The index set of a step: all joint rows, and the contacts that were forecast to close.
/// Row order of the problem: joints, then per active contact N (and T where μ > 0).
struct IndexSet {
  std::vector<std::int32_t> contacts;
  std::vector<std::uint8_t> groups;     // function groups that have a row in the set
  std::vector<std::int32_t> functions;  // by row
  std::vector<double> restitution;      // e ∘ u_k, by row
  bool constant_rows = true;            // H and ∂g/∂t are the same at every t and q
};

/// One row of H_law over its own degrees of freedom.
struct RowView {
  const double* entries;
  std::span<const std::int32_t> dofs;
};

/// Memory of schemes/joint_rank.h: the joints in fewer rows, where some imply others.
struct JointReduction {
  Vec unit;         // D^{-1/2}, by joint row
  Mat W_EE;         // scaled, symmetric part
  Vec eigenvalues;  // of W_EE, rising
  Mat Q;            // its eigenvectors
  Mat B;            // the directions in which the joints are stated
  std::vector<double> row;
  OneStepProblem problem;
  std::vector<double> p;
  double largest_terms = 0;  // of a joint's velocity, over the run
};

struct StepProblem {
  explicit StepProblem(const Model& model);

  /// Makes room for the model's contacts, which have changed; nothing is active.
  void meet(const Model& model);

  IndexSet set;
  OneStepProblem problem;
  std::vector<double> p;  // solution; enters as warm start
  std::vector<double> X;  // M̂⁻¹ Hᵀ, row by row over the row's own degrees of freedom
  std::vector<std::int32_t> X_at;  // where row r starts in X
  std::vector<RowView> law;        // rows of the problem being assembled
  JointReduction joints;
  Vec column;  // scratch of length dofs, kept at zero

  bool may_be_sparse = false;  // where contacts are many; else W is dense

  /// A block of the problem that acts on a cluster, and where that stands in its rows.
  struct Acting {
    std::int32_t block;
    std::int32_t at;
  };
  std::vector<Acting> acting;               // cluster by cluster; scratch
  std::vector<std::uint32_t> acting_start;  // by cluster: where the list before it ends
};

/// Starts an index set with the joint rows; contacts are added by add_contact().
void begin(const Model& model, StepProblem& s);
void add_contact(const Model& model, const ConstraintRows& start, std::int32_t contact,
                 StepProblem& s);
/// The same without restitution: for the laws of forces, where there is no impact.
void add_contact(const Model& model, std::int32_t contact, StepProblem& s);
/// Adds the contacts whose explicit forecast g_k + γ h u_k is not positive; `start` are the rows at
/// q_k.
void add_forecast(const Model& model, const ConstraintRows& start, const Vec& q, double h,
                  double gamma, StepProblem& s);
/// The gap alone, without restitution and friction: for problems at position level.
void add_gap(const Model& model, std::int32_t contact, LawKind law, StepProblem& s);
/// Warm start from the impulses of the last step.
void recall(const Model& model, const State& x, StepProblem& s);

/// W = H_law M̂⁻¹ H_reactionᵀ,  b = H_law v_free + ∂g/∂t + e ∘ u_k
void assemble(const Model& model, const ConstraintRows& law, const ConstraintRows& reaction,
              const BlockFactor& M_hat, const Vec& v_free, StepProblem& s);

/// The same for a problem of many contacts, into problem.many: only contacts that share a body know
/// of each other. X, b and the rows of the laws are assembled already. `is_symmetric`: W is, as it
/// is where laws and reactions share their rows and M̂ is symmetric.
void assemble_many(const Model& model, bool is_symmetric, StepProblem& s);

/// b into problem.many: schemes change it after the assembly.
void copy_offsets(OneStepProblem& problem);

/// v ← v + M̂⁻¹ Hᵀ p
void add_reaction(const Model& model, const StepProblem& s, Vec& v);

/// wᵀ Hᵀ p of the contacts, and of those joints that move by themselves (their work is a drive's).
struct ReactionWork {
  double contact = 0;
  double drive = 0;
};
[[nodiscard]] ReactionWork reaction_work(const Model& model, const ConstraintRows& reaction,
                                         const Vec& w, const StepProblem& s);

/// Impulses into the state, zero where inactive.
void store(const Model& model, const StepProblem& s, State& x);

}  // namespace saltus
