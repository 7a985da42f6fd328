// SPDX-License-Identifier: Apache-2.0
// Scratch memory of a run, made once: a steady step allocates nothing.
#pragma once

#include "saltus/contact/rows.h"
#include "saltus/model/dynamics.h"
#include "saltus/model/event.h"
#include "saltus/schemes/block_factor.h"
#include "saltus/schemes/report.h"
#include "saltus/schemes/step_problem.h"
#include "saltus/schemes/work_counts.h"
#include "saltus/solvers/list.h"

namespace saltus {

struct Workspace {
  explicit Workspace(const Model& model);

  /// Follows the model's contacts, which have changed.
  void meet(const Model& model);

  BodyWork bodies;
  RowWork row_tapes;
  SolverWork solver;
  StepProblem problem;

  Dynamics force_point;      // where the scheme takes f
  Dynamics mass_point;       // where it takes M, if elsewhere
  BlockFactor factor;        // of the iteration matrix M̂
  double factored_step = 0;  // the h a constant iteration matrix was factorised for
  ConstraintRows law;        // rows of u_{k+1}
  ConstraintRows reaction;   // direction of Hᵀ p

  Vec v_new;  // Newton's next iterate
  Vec change;
  Vec v_mean;   // (q_{k+1} ⊖ q_k)/h
  Vec v_theta;  // where it is not v_mean
  Vec increment;
  Vec q_theta;
  Vec f_start;  // h (1−θ) f_k of the trapezoid

  std::vector<Event> events;  // of the step, of schemes that locate them
};

}  // namespace saltus
