// SPDX-License-Identifier: Apache-2.0
// Closed contacts that keep doing what they do: then the laws are linear equations, which hold on
// both sides of the instant where a contact opens, or begins or ends to slide.
// docs/theory/splitting.md
#pragma once

#include <cstdint>
#include <vector>

#include "saltus/contact/curvature.h"
#include "saltus/schemes/step_problem.h"

namespace saltus {

enum class ContactMode : std::uint8_t { open, closed, stick, slip_forward, slip_back };

/// σ of a sliding contact: u_T = σ |u_T|; 0 where it does not slide.
[[nodiscard]] constexpr double direction(ContactMode mode) {
  if (mode == ContactMode::slip_forward) return 1;
  return mode == ContactMode::slip_back ? -1 : 0;
}

[[nodiscard]] constexpr std::uint8_t flag(ContactMode mode) {
  return static_cast<std::uint8_t>(1U << static_cast<unsigned>(mode));
}

/// What a contact does by its impulses.
[[nodiscard]] ContactMode mode_of(double mu, double p_N, double p_T);

/// Memory of the linear equations.
struct ModeWork {
  explicit ModeWork(const Model& model);

  std::vector<ContactMode> modes;  // by contact
  std::vector<std::uint8_t> seen;  // by contact: flags of what it did in the stages of a step
  std::vector<double> at_start;    // by contact, two each: how far it is from opening, and from
  std::vector<double> at_end;      //   a change between stick and slip; positive before it
  std::vector<std::uint8_t> ends;  // of the same: the change comes at the end of the step
  StepProblem forces;              // the reaction forces at one instant
  Curvature curvature;
  std::vector<double> no_forces;
  std::vector<double> matrix;
  std::vector<std::int32_t> pivots;
  Vec a;
  std::int64_t solves = 0;  // of the linear equations
};

/// Solves the step's problem with the modes: u = 0 in the rows of joints, normals and sticking
/// tangents, p_T = −σ μ p_N where a contact slides. False where they do not determine p.
[[nodiscard]] bool solve_modes(const Model& model, const std::vector<ContactMode>& modes,
                               StepProblem& s, ModeWork& w);

}  // namespace saltus
