// SPDX-License-Identifier: Apache-2.0
// Shapes of bodies: read, weighed, and sorted by whom they meet.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <variant>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "saltus/base/rotation.h"
#include "saltus/model/collision.h"
#include "saltus/model/solids.h"

namespace saltus {
namespace {

template <int D>
std::vector<PlacedShape<D>>& shapes_of(Compiler& c) {
  if constexpr (D == 2) {
    return c.planar_shapes;
  } else {
    return c.spatial_shapes;
  }
}

/// `position` and `angle` or `rotation` of a shape in its body.
template <int D>
Pose<D> read_place(const Value& table, const ReadContext& context, const std::string& what) {
  Pose<D> pose;
  if (const Value* position = find(table, "position")) {
    std::vector<double> x;
    read_member(x, *position, context, "'position' of " + what, {});
    if (x.size() != D)
      throw ModelError(position->where, fmt::format("'position' of {} must be {} numbers, has {}",
                                                    what, D, x.size()));
    for (int i = 0; i < D; ++i) pose.position[i] = x[static_cast<std::size_t>(i)];
  }
  if constexpr (D == 2) {
    if (const Value* angle = find(table, "angle")) {
      const double a = read_number(*angle, context, "'angle' of " + what, {});
      pose.rotation << std::cos(a), -std::sin(a), std::sin(a), std::cos(a);
    }
  } else {
    if (const Value* rotation = find(table, "rotation")) {
      const auto d = read<RotationDescription>(*rotation, context, "'rotation' of " + what);
      pose.rotation = rotation_matrix(quaternion_of(d).data());
    }
  }
  return pose;
}

template <int D>
auto read_shape(const Value& table, const ReadContext& context, const std::string& what) {
  if constexpr (D == 2) {
    return planar::read_shape(table, context, what, {"position", "angle"});
  } else {
    const Value* type = find(table, "type");
    if (type == nullptr) throw_missing_key(table.where, what, "type");
    const std::vector<std::string> kinds = spatial::shape_kinds();
    const std::size_t kind = read_choice(*type, "'type' of " + what, kinds);
    return spatial::read_shape(kinds[kind], table, context, what, {"position", "rotation"});
  }
}

template <int D>
void read_all(Compiler& c, const SolidDescription& d) {
  const ReadContext context = read_context(d.parameters);
  for (const Value& table : d.shapes) {
    const std::string what = "a shape of body '" + d.name + "'";
    (void)read_table(table, what);
    PlacedShape<D> placed;
    placed.body = static_cast<std::int32_t>(c.model.bodies.size());
    placed.shape = read_shape<D>(table, context, what);
    placed.in_body = read_place<D>(table, context, what);
    shapes_of<D>(c).push_back(std::move(placed));
  }
}

/// Those of the last body, which stand at the end.
template <int D>
std::span<PlacedShape<D>> last_shapes(Compiler& c) {
  std::vector<PlacedShape<D>>& all = shapes_of<D>(c);
  const auto body = static_cast<std::int32_t>(c.model.bodies.size());
  std::size_t first = all.size();
  while (first > 0 && all[first - 1].body == body) --first;
  return std::span(all).subspan(first);
}

/// Sums over the shapes of the last body.
template <int D>
ShapeMass weigh(Compiler& c, const SolidDescription& d) {
  struct Part {
    double mass;
    Eigen::Vector3d centre;
    Eigen::Matrix3d inertia;
  };
  std::vector<Part> parts;
  ShapeMass sum;
  for (const PlacedShape<D>& placed : last_shapes<D>(c)) {
    const auto own = ShapesOf<D>::mass_properties(placed.shape);
    if (!own || !(own->volume > 0)) {
      const std::string_view kind = ShapesOf<D>::kind_of(placed.shape);
      throw ModelError(
          d.where, fmt::format("body '{}' has 'density', but its shape '{}' {}; give "
                               "'mass' and 'inertia' instead",
                               d.name, kind,
                               kind == "mesh"         ? "is not closed and encloses no volume"
                               : kind == "polyhedron" ? "is rounded, and its volume is not computed"
                                                      : "has no volume"));
    }
    Part part{*d.density * own->volume, Eigen::Vector3d::Zero(), Eigen::Matrix3d::Zero()};
    part.centre.template head<D>() = placed.in_body.to_world(own->centre);
    if constexpr (D == 2) {
      part.inertia(0, 0) = *d.density * own->inertia(0, 0);
    } else {
      part.inertia =
          *d.density * placed.in_body.rotation * own->inertia * placed.in_body.rotation.transpose();
    }
    sum.mass += part.mass;
    sum.com += part.mass * part.centre;
    parts.push_back(part);
  }
  if (parts.empty())
    throw ModelError(d.where, "body '" + d.name + "' has 'density' and therefore needs 'shapes'");
  sum.com /= sum.mass;
  for (const Part& part : parts) {
    const Eigen::Vector3d r = part.centre - sum.com;
    sum.inertia += part.inertia;
    if constexpr (D == 2) {
      sum.inertia(0, 0) += part.mass * r.squaredNorm();
    } else {
      sum.inertia +=
          part.mass * (r.squaredNorm() * Eigen::Matrix3d::Identity() - r * r.transpose());
    }
  }
  return sum;
}

template <int D>
void centre_all(Compiler& c, const Eigen::Vector3d& com) {
  for (PlacedShape<D>& placed : last_shapes<D>(c)) {
    placed.in_body.position -= com.template head<D>();
    const Bounds<D> bounds = ShapesOf<D>::bounds(placed.shape, placed.in_body);
    const Point<D> far = bounds.lower.cwiseAbs().cwiseMax(bounds.upper.cwiseAbs());
    placed.reach = far.norm();
    placed.extent = (bounds.upper - bounds.lower).minCoeff();
  }
}

/// Which of the contacts' members a body is, first (2k) and second (2k + 1).
using Roles = std::set<std::size_t>;

/// Shapes of one body never meet.
void demand_two_bodies(const std::vector<Roles>& roles, std::size_t contact,
                       const ShapeContactDescription& d) {
  const auto bodies = std::count_if(roles.begin(), roles.end(), [&](const Roles& r) {
    return r.contains(2 * contact) || r.contains(2 * contact + 1);
  });
  if (bodies < 2)
    throw ModelError(d.where, "a contact is between '" + d.between[0] + "' and itself");
}

/// A [[contact]] that names "a" means the body or the group.
void demand_own_group_names(const Compiler& c) {
  std::set<std::string> bodies;
  for (const Body& body : c.model.bodies) bodies.insert(body.name);
  for (const auto& node : c.nodes) {
    if (!node.pose) continue;
    const SolidDescription& d = *node.pose->description;
    for (const std::string& group : d.groups) {
      if (!bodies.contains(group)) continue;
      throw ModelError(d.where, "body '" + d.name + "' is in a group '" + group +
                                    "', which is the name of a body: call the group otherwise");
    }
  }
}

std::vector<Roles> roles_of(const Compiler& c) {
  demand_own_group_names(c);
  std::vector<Roles> roles(c.nodes.size());
  std::set<std::string> known;
  for (std::size_t b = 0; b < c.nodes.size(); ++b) {
    if (!c.nodes[b].pose) continue;
    known.insert(c.model.bodies[b].name);
    const auto& groups = c.nodes[b].pose->description->groups;
    known.insert(groups.begin(), groups.end());
  }
  const auto& contacts = c.description.shape_contacts;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    if (contacts[k].between.size() != 2)
      throw ModelError(contacts[k].where, "'between' of a contact must name two bodies or groups");
    for (std::size_t side = 0; side < 2; ++side) {
      const std::string& name = contacts[k].between[side];
      if (!known.contains(name)) {
        throw ModelError(contacts[k].where,
                         "'between' of a contact: there is no body or group '" + name + "'" +
                             did_you_mean(name, std::vector(known.begin(), known.end())));
      }
      for (std::size_t b = 0; b < c.nodes.size(); ++b) {
        if (!c.nodes[b].pose) continue;
        const auto& groups = c.nodes[b].pose->description->groups;
        const bool named = c.model.bodies[b].name == name ||
                           std::find(groups.begin(), groups.end(), name) != groups.end();
        if (named) roles[b].insert(2 * k + side);
      }
    }
    demand_two_bodies(roles, k, contacts[k]);
  }
  return roles;
}

/// The first contact that has the one as its first and the other as its second member.
std::int32_t meeting_between(const Roles& first, const Roles& second) {
  for (const std::size_t role : first) {
    if (role % 2 == 0 && second.contains(role + 1)) return static_cast<std::int32_t>(role / 2);
  }
  return -1;
}

/// Every pair of shapes that may meet must be able to.
template <int D>
void check_pairs(const Compiler& c, const Collision<D>& collision) {
  std::set<std::pair<std::size_t, std::pair<std::size_t, std::size_t>>> seen;
  std::vector<std::vector<std::size_t>> kinds(collision.classes);  // one shape of each, by class
  for (std::size_t s = 0; s < collision.shapes.size(); ++s) {
    auto& list = kinds[collision.class_of[s]];
    const auto same = [&](std::size_t other) {
      return collision.shapes[other].shape.index() == collision.shapes[s].shape.index();
    };
    if (std::none_of(list.begin(), list.end(), same)) list.push_back(s);
  }
  for (std::size_t i = 0; i < collision.classes; ++i) {
    for (std::size_t j = 0; j < collision.classes; ++j) {
      const std::int32_t meeting = collision.meeting_of[i * collision.classes + j];
      if (meeting < 0) continue;
      for (const std::size_t a : kinds[i]) {
        for (const std::size_t b : kinds[j]) {
          const auto& first = collision.shapes[a];
          const auto& second = collision.shapes[b];
          if (first.body == second.body || ShapesOf<D>::functions(first.shape, second.shape))
            continue;
          const auto name = [&](std::int32_t body) {
            return c.model.bodies[static_cast<std::size_t>(body)].name;
          };
          throw ModelError(
              c.description.shape_contacts[static_cast<std::size_t>(meeting)].where,
              fmt::format("there is no contact between the shapes '{}' (of body '{}') and '{}' (of "
                          "body '{}'); `saltus list shapes` shows the pairs that there are",
                          ShapesOf<D>::kind_of(first.shape), name(first.body),
                          ShapesOf<D>::kind_of(second.shape), name(second.body)));
        }
      }
    }
  }
}

template <int D>
void compile_all(Compiler& c) {
  Collision<D> collision;
  collision.shapes = std::move(shapes_of<D>(c));
  for (const ShapeContactDescription& d : c.description.shape_contacts)
    collision.meetings.push_back({d.name, d.restitution, d.tangential_restitution, d.friction});
  const std::vector<Roles> roles = roles_of(c);
  std::map<Roles, std::uint16_t> classes;
  std::vector<const Roles*> of_class;
  for (PlacedShape<D>& placed : collision.shapes) {
    placed.turns =
        c.model.bodies[static_cast<std::size_t>(placed.body)].motion != BodyMotion::point;
    placed.hollow = std::visit(
        [](const auto& s) {
          return requires { s.hollow; };
        },
        placed.shape);
    placed.sheet = std::visit(
        [](const auto& s) {
          return requires { s.is_sheet; };
        },
        placed.shape);
    collision.has_sheets = collision.has_sheets || placed.sheet;
    const Roles& own = roles[static_cast<std::size_t>(placed.body)];
    const auto [place, is_new] =
        classes.try_emplace(own, static_cast<std::uint16_t>(classes.size()));
    if (is_new) of_class.push_back(&place->first);
    collision.class_of.push_back(place->second);
  }
  collision.classes = classes.size();
  for (const Roles* first : of_class) {
    for (const Roles* second : of_class) {
      // of two contacts that name them in either order the first in the file holds
      const std::int32_t meeting = meeting_between(*first, *second);
      const std::int32_t other = meeting_between(*second, *first);
      collision.meeting_of.push_back(other >= 0 && other < meeting ? Collision<D>::none : meeting);
    }
  }
  for (std::size_t k = 0; k < collision.meetings.size(); ++k) {
    const auto shaped = [&](std::size_t role) {
      return std::any_of(of_class.begin(), of_class.end(),
                         [&](const Roles* r) { return r->contains(role); });
    };
    const ShapeContactDescription& d = c.description.shape_contacts[k];
    for (std::size_t side = 0; side < 2; ++side) {
      if (!shaped(2 * k + side))
        throw ModelError(d.where, "'" + d.between[side] + "' of a contact has no shapes");
    }
  }
  check_pairs(c, collision);
  bool rough = false;
  for (const Meeting& m : collision.meetings) rough = rough || m.mu > 0;
  c.model.friction_in_space = c.model.friction_in_space || (D == 3 && rough);
  c.model.shapes_meet = !collision.meetings.empty();
  c.model.shapes = Shapes({std::move(collision)});
}

}  // namespace

void read_shapes(Compiler& c, const SolidDescription& d) {
  if (c.dimension == 2) {
    read_all<2>(c, d);
  } else {
    read_all<3>(c, d);
  }
}

ShapeMass mass_of_shapes(Compiler& c, const SolidDescription& d) {
  return c.dimension == 2 ? weigh<2>(c, d) : weigh<3>(c, d);
}

void centre_shapes(Compiler& c, const Eigen::Vector3d& com) {
  if (c.dimension == 2) {
    centre_all<2>(c, com);
  } else {
    centre_all<3>(c, com);
  }
}

void compile_meetings(Compiler& c) {
  const bool has_shapes = !(c.dimension == 3 ? shapes_of<3>(c).empty() : shapes_of<2>(c).empty());
  if (!has_shapes && c.description.shape_contacts.empty()) return;
  if (c.dimension == 3) {
    compile_all<3>(c);
  } else {
    compile_all<2>(c);
  }
}

}  // namespace saltus
