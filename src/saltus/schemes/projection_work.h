// SPDX-License-Identifier: Apache-2.0
// Options and scratch memory that the two projections have beside those of the θ-step.
#pragma once

#include "saltus/schemes/projection.h"
#include "saltus/schemes/theta_options.h"
#include "saltus/schemes/workspace.h"

namespace saltus {

enum class Metric : std::uint8_t { mass, identity };
enum class ProjectionSolve : std::uint8_t { decoupled, coupled };

/// Memory of schemes/coupled_solve.h.
struct CoupledProblem {
  OneStepProblem problem;
  std::vector<double> p;
  std::vector<double> Y;  // what τ does to v
};

struct ProjectionWork : Workspace {
  explicit ProjectionWork(const Model& model);

  Projection projection;
  BlockFactor identity;
  bool end_known = false;  // projection.rows are those at next.q
  bool closing = false;    // contacts that press are held closed
  Vec q_hat;               // q_k ⊕ h v̄
  Vec correction;          // that of the pass before
  Vec shift;
  CoupledProblem coupled;
};

template <>
struct EnumNames<Metric> {
  static constexpr std::array list{
      EnumName{"mass", Metric::mass, "N = inverse of Newton's matrix: M and what h adds to it"},
      EnumName{"identity", Metric::identity, "N = 1: as in the figures of the paper; mixes units"}};
};
template <>
struct EnumNames<ProjectionSolve> {
  static constexpr std::array list{
      EnumName{"decoupled", ProjectionSolve::decoupled, "velocities, then positions, in turns"},
      EnumName{"coupled", ProjectionSolve::coupled, "both in one problem per Newton pass"}};
};

template <class S>
constexpr auto projection_fields() {
  return std::tuple{
      field("metric", &S::metric, "N of the correction N H^T tau"),
      field("solve", &S::solve, "velocities and positions in turns, or together"),
      field("projection_tolerance", &S::projection_tolerance,
            "in m: of joints, of penetrations, and of gaps that are held closed", positive()),
      field("activation_tolerance", &S::activation_tolerance,
            "in m: a contact is active where its forecast gap is at most this", non_negative())};
}

}  // namespace saltus
