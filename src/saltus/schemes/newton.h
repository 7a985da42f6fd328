// SPDX-License-Identifier: Apache-2.0
// What the Newton iterations of the implicit schemes share: when to stop, and what to count.
#pragma once

#include <algorithm>

#include "saltus/model/dynamics.h"
#include "saltus/schemes/report.h"
#include "saltus/solvers/solver.h"

namespace saltus {

/// Decides when Newton's iteration has come to its end, by the norms of the changes of v.
struct Stopping {
  double tolerance;
  bool has_rows;
  double scale = 0;
  double previous = 0;
  double ratio = 1;  // of the last two changes
  int pass = 0;

  /// At the first change: what the others are measured by.
  void set_scale(const Model& model, const Dynamics& mass, const State& x, double h,
                 double change) {
    // positions resolve a velocity to eps |q| / h only; where a body rests, what the forces do to
    // it is taken back by reactions, to eps h |f| / m
    const double floor = 1e-16 * (mass_norm(model, mass, x.q) / h + h * force_norm(model, mass));
    scale = change + mass_norm(model, mass, x.v) + floor / tolerance;
  }

  bool is_reached(double change) {
    ++pass;
    ratio = pass == 1 ? 1.0 : change / previous;
    previous = change;
    const double accepted = tolerance * scale;
    // change · ratio predicts the next change; with reactions it is also by how much the laws fail
    // with the rows of the last positions, and that shall be round-off
    const double next_change = change * ratio;
    if (change <= accepted) return true;
    if (ratio < 0.1 && next_change <= (has_rows ? 1e-3 : 0.9) * accepted) return true;
    return pass > 3 && ratio > 0.5 && change <= 1e3 * accepted;  // round-off is reached
  }
};

inline void count(const SolveReport& solved, StepReport& report) {
  report.solves += 1;
  report.solver_iterations += solved.iterations;
  report.solver_iterations_max = std::max(report.solver_iterations_max, solved.iterations);
  report.solver_residual = solved.residual;
  report.unsolved += solved.converged ? 0 : 1;
}

}  // namespace saltus
