// SPDX-License-Identifier: Apache-2.0
// Bodies with mass as nodes: where their frames stand and how they move, for joints and forces that
// are written as formulas by the program.
#pragma once

#include <string>
#include <vector>

#include "saltus/formula/expression.h"
#include "saltus/model/compiler.h"

namespace saltus {

/// A frame of a body in world axes, as formulas of the positions; and at the start, as numbers.
struct FrameNodes {
  std::size_t body = 0;
  formula::Vector origin;
  formula::Vector arm;  // from the centre of mass to the origin
  Eigen::Vector3d origin_0;
};

/// "crank" or "crank.pin". Throws ModelError where there is none, or where the body is written as
/// formulas.
[[nodiscard]] FrameNodes frame_at(Compiler& c, const std::string& name, const Location& where,
                                  const std::string& what);

/// A direction fixed in the body that points along `world` at the start.
[[nodiscard]] formula::Vector carried(Compiler& c, std::size_t body, const Eigen::Vector3d& world);

/// The velocity of the body's point at `arm` from its centre of mass, linear in v.
[[nodiscard]] formula::Vector velocity_at(Compiler& c, std::size_t body,
                                          const formula::Vector& arm);

/// A force at `arm` from the centre of mass, and a torque, in world axes.
void add_force(Compiler& c, std::size_t body, const formula::Vector& force,
               const formula::Vector& arm);
void add_torque(Compiler& c, std::size_t body, const formula::Vector& torque);

/// Names in formulas of forces: positions and velocities of all bodies, "block.x", "block.vx".
[[nodiscard]] formula::Scope force_scope(Compiler& c);

[[nodiscard]] Eigen::Vector4d quaternion_of(const RotationDescription& d);

/// Mass, centre and inertia about it of a body's shapes with its density.
struct ShapeMass {
  double mass = 0;
  Eigen::Vector3d com = Eigen::Vector3d::Zero();
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
};

/// Reads the shapes of the body that is compiled next, in the body's axes. Throws ModelError.
void read_shapes(Compiler& c, const SolidDescription& d);
[[nodiscard]] ShapeMass mass_of_shapes(Compiler& c, const SolidDescription& d);
/// The same shapes relative to the centre of mass.
void centre_shapes(Compiler& c, const Eigen::Vector3d& com);
/// Which shapes meet, by the [[contact]]s between bodies and groups.
void compile_meetings(Compiler& c);

void compile_solids(Compiler& c);
void compile_joints(Compiler& c);
void compile_forces(Compiler& c);

}  // namespace saltus
