// SPDX-License-Identifier: Apache-2.0
// What the files of compile() share while a model is compiled: all formulas stand in one graph; the
// tapes outlive it.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "saltus/formula/derivative.h"
#include "saltus/formula/expression.h"
#include "saltus/formula/parse.h"
#include "saltus/model/collision.h"
#include "saltus/model/description.h"
#include "saltus/model/model.h"

namespace saltus {

/// Where a body with mass stands and how it moves, in world axes, as formulas of its q and v.
struct PoseNodes {
  const SolidDescription* description = nullptr;
  formula::Vector position;  // of the centre of mass
  formula::Matrix rotation;
  formula::Vector velocity;                              // of the centre of mass
  formula::Vector omega;                                 // angular velocity
  formula::Expression angle;                             // in the plane
  Eigen::Vector3d com = Eigen::Vector3d::Zero();         // in body axes
  Eigen::Vector3d position_0 = Eigen::Vector3d::Zero();  // at the start
  Eigen::Matrix3d rotation_0 = Eigen::Matrix3d::Identity();
};

/// One body as nodes over symbols of its own.
struct BodyNodes {
  std::vector<formula::Node> q, v, a;
  std::vector<Direction> directions;  // by degree of freedom
  formula::Node kinetic{}, potential{};
  std::vector<formula::Node> force, gyroscopic;  // by degree of freedom
  std::vector<double> q0, v0;
  std::optional<PoseNodes> pose;  // of a body with mass, or fixed
};

/// A function of the mechanism before its tape is made: φ with its derivative along every degree of
/// freedom; or, for a sliding velocity that is the rate of nothing, u(t, q, v) alone, linear in v.
struct PendingFunction {
  std::optional<formula::Node> value;
  std::optional<formula::Node> velocity;
  std::vector<std::int32_t> clusters;
};

/// Where a contact of a joint is, in world axes, and how its impulses act on the first member.
struct TouchNodes {
  std::size_t contact = 0;
  formula::Vector point, normal, t_1, t_2;
};

/// An angle in space that is counted over turns, as a position of the body that owns it.
struct TurnNodes {
  struct Side {
    std::size_t body = 0;
    Eigen::Matrix3d axes;  // columns, in body axes: two across the axis, and the axis
  };
  std::size_t owner = 0;
  std::size_t position = 0;  // among its positions
  Side first, second;
};

struct Compiler {
  const Description& description;
  formula::Graph graph;
  formula::Differentiator derivative{graph};
  formula::Node t = graph.symbol();
  formula::Scope common;                                     // parameters, constants, t
  std::vector<BodyNodes> nodes;                              // by Model::bodies
  std::unordered_map<formula::Node, std::size_t> body_of{};  // by symbol of q or v
  std::vector<PendingFunction> functions;
  Model model;
  std::vector<TouchNodes> touches{};  // of stops and play
  std::vector<TurnNodes> turns{};     // of torsion springs

  /// Of the world: 2 or 3; 0 where there are formula bodies only.
  int dimension = 0;
  std::vector<PlacedShape<2>> planar_shapes{};  // of all bodies
  std::vector<PlacedShape<3>> spatial_shapes{};
};

/// Parses, and turns a FormulaError into the location and the marked formula.
[[nodiscard]] formula::Node parse_at(Compiler& c, const FormulaText& text,
                                     const formula::Scope& scope, const std::string& what);

/// Which bodies f depends on, ascending: by their positions, by their velocities.
struct Dependence {
  std::vector<std::size_t> positions;
  std::vector<std::size_t> velocities;
};
[[nodiscard]] Dependence dependence(const Compiler& c, formula::Node f);

/// Names, bodies, forces and systems: what joints and contacts are written over.
void compile_bodies(Compiler& c);

// Formula bodies, joints and contacts.
void compile_formula_bodies(Compiler& c);
void compile_formula_joints(Compiler& c);
void compile_formula_contacts(Compiler& c);

/// Bodies that forces couple become one system; positions and degrees of freedom get their places.
void compile_systems(Compiler& c);

/// φ(t, q); needs the systems. The origin's text begins messages: "the gap of contact 'floor'".
std::int32_t add_function(Compiler& c, formula::Node value, FunctionOrigin origin);

/// u(t, q, v), linear in v: the sliding velocity where it is the rate of no displacement.
std::int32_t add_velocity_row(Compiler& c, formula::Node u, FunctionOrigin origin);

/// The rows of one contact stand in one group, over the bodies of all.
void join_rows(Compiler& c, const std::vector<std::int32_t>& functions);

/// Tapes of all functions.
void compile_functions(Compiler& c);

}  // namespace saltus
