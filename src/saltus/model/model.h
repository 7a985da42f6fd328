// SPDX-License-Identifier: Apache-2.0
// The compiled mechanism: constant, flat, indexed. Everything that evolves is in State.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "saltus/base/types.h"
#include "saltus/bodies/system.h"
#include "saltus/model/candidate.h"
#include "saltus/model/functions.h"
#include "saltus/model/space.h"

namespace saltus {

enum class BodyMotion : std::uint8_t { formula, fixed, point, planar, rigid };

/// A body by its name: where it stands in q and v, and what its entries are called.
struct Body {
  std::string name;
  BodyMotion motion = BodyMotion::formula;
  Pose<3> start;              // of the centre of mass, of a body with mass
  std::int32_t position = 0;  // the first entry in q
  std::int32_t dof = 0;       // and in v
  std::int32_t cluster = 0;
  std::vector<std::string> coordinates;  // of its entries of q, in outputs
  std::vector<std::string> rates;        // of its entries of v
  Location where;                        // of the body in the model file,
  Location kinetic, potential;           //   and of its energies
};

/// The degrees of freedom of one System. M̂ couples these only: it is block-diagonal over them.
struct Cluster {
  std::int32_t dof = 0;  // the first, in v
  std::int32_t n = 0;
  std::int32_t block = 0;   // where its n × n block starts in block-diagonal storage
  std::int32_t motion = 0;  // where its M, f, S, K, C start in Dynamics
};

/// A unilateral constraint g(t, q) ≥ 0 with Newton restitution and Coulomb friction.
struct Contact {
  std::string name;
  std::int32_t gap = 0;         // function id
  std::int32_t tangent = -1;    // function id, or −1
  std::int32_t tangent_2 = -1;  // the same: friction in space
  double e = 0;
  double e_t = 0;
  double mu = 0;
  bool turns = false;  // the gap is an angle, its reaction a torque

  [[nodiscard]] std::int32_t rows() const {
    if (!(mu > 0)) return 1;
    return tangent_2 < 0 ? 2 : 3;
  }
};

/// Consecutive rows of the bilateral constraints.
struct Joint {
  std::string name;
  std::int32_t row = 0;
  std::int32_t rows = 0;
};

struct Model {
  std::string name;
  std::string title;
  Space space;
  std::int32_t dofs = 0;         // = space.dofs
  std::int32_t blocks = 0;       // length of block-diagonal storage
  std::int32_t motion_data = 0;  // length of Dynamics

  std::vector<Body> bodies;
  std::vector<System> systems;  // by cluster
  std::vector<Cluster> clusters;
  bool linear = true;  // every system is
  bool has_power = false;
  bool constant_mass = true;    // M of every system,
  bool constant_motion = true;  //   and f

  std::vector<Joint> joints;
  std::vector<std::int32_t> joint_functions;  // by joint row
  std::vector<Contact> contacts;              // of formulas and joints, then of the candidates
  bool friction_in_space = false;             // of any contact
  double least_play = 0;                      // m, of joints with clearance; 0: there are none
  std::vector<FunctionGroup> groups;          // of formulas: those with tapes
  std::vector<FunctionPlace> functions;
  std::vector<std::int32_t> row_dofs;      // by function: what its row of H is over,
  std::vector<std::int32_t> row_clusters;  //   in one piece, for speed
  std::vector<FunctionOrigin> origins;     // by function
  std::int32_t function_data = 0;          // length of all output blocks
  Shapes shapes;
  bool shapes_meet = false;         // a [[contact]] names bodies that have some
  std::int32_t curvature_data = 0;  // and of those of the second derivatives

  // What the search for contacts adds between two steps (contact/candidates.h): one contact per
  // candidate, with one or more functions that are evaluated together.
  std::vector<Candidate> candidates;
  std::size_t own_contacts = 0;  // contacts that are no candidates
  std::size_t own_functions = 0;
  std::int32_t own_function_data = 0;
  std::size_t own_row_dofs = 0;
  std::size_t own_row_clusters = 0;

  Vec q0;
  Vec v0;
  std::vector<double> breakpoints;  // times > 0, rising: there forces and gaps may jump or bend
};

/// What the schemes that split their steps at impacts carry from step to step.
struct SplitMemory {
  double begun_at = -1;             // when S was last found from scratch: at t = 0, at breakpoints
  double h_max = 0;                 // of the step control:
  double h_next = 0;                //   the largest and the next step,
  double h_fit = 0;                 //   the length that the last could have had; 0 after an event
  double v_max = 0;                 // largest |v_i| so far
  double window_end = 0;            // impacts are counted
  std::int32_t window_hits = 0;     //   within a window,
  std::int32_t window_changes = 0;  // and so are stick–slip changes
  double window = 0;                // its length
  std::int32_t coarse_steps = 0;    // in a row, of the shortest length and less accurate than asked
  bool smooth = false;              // `a` of the state belongs to the motion from here on
  bool stiff = false;               // the implicit base has taken over
  std::int32_t steps = 0;           // since the last event, or since the last look at stiffness
  double h_1 = 0;                   // lengths of the last two steps
  double h_2 = 0;
  std::vector<std::uint8_t> closed;   // by contact: in S, and what is known of its slide
  std::vector<std::int32_t> returns;  // by contact: hits one after the other that came back at once
  std::vector<double> t_hit;          // by contact: of the last one
};

/// Everything that evolves: copying it is a checkpoint.
struct State {
  double t = 0;
  Vec q;
  Vec v;
  std::int32_t joint_rank = 0;  // independent joint rows; the others are implied by them
  double h = 0;                 // length of the last step
  Vec p_joint;                  // impulse over the last step, per joint row
  Vec p_normal;                 // per contact
  Vec p_tangent;
  Vec p_tangent_2;  // where there is friction in space

  // What only some schemes write; zero elsewhere.
  Vec lambda_joint;  // smooth part of the joints' reaction forces, λ̃
  Vec tau_joint;     // multipliers of the constraints at position level: τ of the projections,
  Vec tau_normal;    //   ν of generalized-α
  Vec a;             // accelerations that a scheme carries from step to step
  Vec v_dot;
  Vec w;         // (q_k ⊖ q_{k−1})/h of a two-step scheme
  Vec v_before;  // v_{k−1}
  SplitMemory split;
};

/// Which of a state's multipliers a scheme writes: the recorders give them columns.
struct Multipliers {
  std::string_view position;  // "tau" or "nu"; "" where it has none
  bool smooth = false;        // λ̃ of the joints
};

[[nodiscard]] State initial_state(const Model& model);

/// What a degree of freedom of the body is called: as its coordinate where it has one.
[[nodiscard]] const std::string& dof_name(const Body& body, std::size_t i);

/// What a function's row of H is over.
[[nodiscard]] inline std::span<const std::int32_t> dofs_of(const Model& model,
                                                           const FunctionPlace& f) {
  return {model.row_dofs.data() + f.dofs, static_cast<std::size_t>(f.dof_count)};
}
/// The clusters of these degrees of freedom, in their order.
[[nodiscard]] inline std::span<const std::int32_t> clusters_of(const Model& model,
                                                               const FunctionPlace& f) {
  return {model.row_clusters.data() + f.clusters, static_cast<std::size_t>(f.cluster_count)};
}
/// How many parts of the functions can be evaluated alone.
[[nodiscard]] inline std::size_t group_count(const Model& model) {
  return model.groups.size() + model.candidates.size();
}

/// Contacts between shapes may come and go; shapes that no [[contact]] names are for the eye.
[[nodiscard]] inline bool has_shape_contacts(const Model& model) { return model.shapes_meet; }

/// The [[contact]]s between bodies and groups.
[[nodiscard]] std::span<const Meeting> meetings(const Model& model);

/// "floor", or "block|ground#2" of a point between shapes.
[[nodiscard]] std::string contact_name(const Model& model, std::size_t contact);

/// Of the largest penetration: "m", and of stops of angles "rad"; with both "m or rad".
[[nodiscard]] std::string_view gap_unit(const Model& model);

/// q ⊕ h v
[[gnu::always_inline]] inline void advance(const Model& model, const Vec& q, double h, const Vec& v,
                                           Vec& result) {
  advance(model.space, q, h, v, result);
}
/// a ⊖ b
inline void difference(const Model& model, const Vec& a, const Vec& b, Vec& out) {
  difference(model.space, a, b, out);
}

}  // namespace saltus
