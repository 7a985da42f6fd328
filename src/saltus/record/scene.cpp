// SPDX-License-Identifier: Apache-2.0
#include "saltus/record/scene.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "saltus/base/index.h"
#include "saltus/base/json.h"
#include "saltus/record/shape_json.h"
#include "saltus/record/surface.h"

namespace saltus {
namespace {

constexpr double infinite = 1e6;  // a reach beyond it is that of a plane

std::array<double, 3> triple(const std::vector<double>& x) {
  std::array<double, 3> out{};
  std::copy_n(x.begin(), std::min<std::size_t>(x.size(), 3), out.begin());
  return out;
}

const SolidDescription* solid_of(const Description& description, const std::string& name) {
  for (const SolidDescription& solid : description.solids)
    if (solid.name == name) return &solid;
  return nullptr;
}

/// A frame's place on its body, from the centre of mass.
std::array<double, 3> place_of(const SolidDescription& solid, const FrameDescription& frame) {
  std::array<double, 3> at = triple(frame.position);
  const std::array<double, 3> com = triple(solid.com);
  for (std::size_t i = 0; i < 3; ++i) at[i] -= com[i];
  return at;
}

int dimension_of(const Description& description, const Drawing& drawing) {
  if (description.gravity && !description.gravity->empty())
    return static_cast<int>(description.gravity->size());
  for (const SolidDescription& solid : description.solids)
    if (solid.kind == SolidKind::rigid || solid.position.size() == 3) return 3;
  return drawing.in_space ? 3 : 2;
}

std::array<double, 3> up_of(const Description& description, int dimension) {
  std::array<double, 3> up{0, dimension == 2 ? 1.0 : 0.0, dimension == 3 ? 1.0 : 0.0};
  if (!description.gravity) return up;
  const std::array<double, 3> g = triple(*description.gravity);
  const double size = std::hypot(g[0], g[1], g[2]);
  if (size > 0)
    for (std::size_t i = 0; i < 3; ++i) up[i] = -g[i] / size;
  return up;
}

/// How far a shape reaches from its body's centre of mass; of a bore without end, as it is drawn.
template <int D>
double drawn_reach(const PlacedShape<D>& placed) {
  if (placed.reach < infinite) return placed.reach;
  const auto bore = [&](const auto& shape) {
    if constexpr (requires { shape.thickness; }) {
      return placed.in_body.position.norm() + shape.radius + shape.thickness;
    } else {
      return 0.0;
    }
  };
  return std::visit(bore, placed.shape);
}

bool is_point(const planar::Shape& shape) {
  return std::holds_alternative<planar::Particle>(shape);
}
bool is_point(const spatial::Shape& shape) {
  return std::holds_alternative<spatial::PointShape>(shape);
}

std::array<double, 3> in_space(const Point<2>& x) { return {x.x(), x.y(), 0}; }
std::array<double, 3> in_space(const Point<3>& x) { return {x.x(), x.y(), x.z()}; }

/// A bar from the centre of mass to a frame: what a body without shapes looks like.
std::string bar(const std::array<double, 3>& to, double radius, int dimension) {
  const Eigen::Vector3d end(to[0], to[1], to[2]);
  const Eigen::Vector3d along =
      dimension == 2 ? Eigen::Vector3d::UnitX() : Eigen::Vector3d::UnitZ();
  const Eigen::Quaterniond turn = Eigen::Quaterniond::FromTwoVectors(along, end);
  return fmt::format(R"({{"type":"capsule","radius":{},"length":{},"position":{},"rotation":{}}})",
                     json_number(radius), json_number(end.norm()),
                     json_list(std::array{to[0] / 2, to[1] / 2, to[2] / 2}),
                     json_list(std::array{turn.w(), turn.x(), turn.y(), turn.z()}));
}

std::int16_t sixteen(double x) { return static_cast<std::int16_t>(std::lround(32767 * x)); }

}  // namespace

Scene::Scene(const Description& description, const Model& model, const Drawing& drawing,
             ReportData& data)
    : model_(model),
      drawing_(drawing),
      data_(data),
      pen_(drawing),
      dimension_(dimension_of(description, drawing)),
      up_(up_of(description, dimension_)) {
  list_bodies(description, model);
  list_joints(description);
  reaches_.resize(drawing.points.size());
  for (const Drawing::Mark& mark : drawing.marks)
    if (mark.kind == Drawing::Kind::circle) reaches_[at(mark.points[0])] = mark.radius;
}

/// A body that has only points, or nothing, is bars to them and to its frames.
std::string Scene::shapes_of(const Description& description, const Model& model, std::size_t body,
                             double& reach) {
  std::vector<std::string> shapes;
  std::vector<std::array<double, 3>> ends;
  bool is_bars = true;
  const auto add_from = [&](const auto* collision) {
    if (collision == nullptr) return;
    for (const auto& shape : collision->shapes) {
      if (at(shape.body) != body) continue;
      reach = std::max(reach, drawn_reach(shape));
      if (is_point(shape.shape)) ends.push_back(in_space(shape.in_body.position));
      is_bars = is_bars && is_point(shape.shape);
      shapes.push_back(shape_json(shape, fmt::format("shape.{}.{}", body, shapes.size()), data_));
    }
  };
  add_from(collision_of<2>(model.shapes));
  add_from(collision_of<3>(model.shapes));
  if (!is_bars) return json_list(shapes);
  const SolidDescription* solid = solid_of(description, model.bodies[body].name);
  if (solid == nullptr || solid->fixed) return json_list(shapes);
  for (const auto& [name, frame] : solid->frame_list) ends.push_back(place_of(*solid, frame));
  for (const auto& end : ends) reach = std::max(reach, std::hypot(end[0], end[1], end[2]));
  for (const auto& end : ends)
    if (std::hypot(end[0], end[1], end[2]) > 0)
      shapes.push_back(bar(end, 0.03 * reach, dimension_));
  if (shapes.empty()) shapes.emplace_back(R"({"type":"point"})");
  return json_list(shapes);
}

void Scene::list_bodies(const Description& description, const Model& model) {
  std::vector<std::string> fixed, fixed_names;
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    const Body& body = model.bodies[b];
    if (body.motion == BodyMotion::formula) continue;
    Moving moving{static_cast<std::int32_t>(b), 0};
    const std::string shapes = shapes_of(description, model, b, moving.reach);
    if (body.motion != BodyMotion::fixed) {
      moving_.push_back(moving);
      names_.push_back(body.name);
      bodies_.push_back(
          fmt::format(R"({{"name":{},"fixed":false,"shapes":{}}})", json_text(body.name), shapes));
      continue;
    }
    const Point<3>& x = body.start.position;
    fixed_names.push_back(body.name);
    fixed.push_back(
        fmt::format(R"({{"name":{},"fixed":true,"position":{},"rotation":{},"shapes":{}}})",
                    json_text(body.name), json_list(std::array{x.x(), x.y(), x.z()}),
                    json_list(quaternion_of(body.start.rotation)), shapes));
  }
  bodies_.insert(bodies_.end(), fixed.begin(), fixed.end());
  names_.insert(names_.end(), fixed_names.begin(), fixed_names.end());
}

void Scene::list_joints(const Description& description) {
  for (const JointDescription& joint : description.frame_joints) {
    if (joint.between.empty()) continue;
    const std::string& first = joint.between.front();
    const std::size_t dot = first.find('.');
    const std::string name = first.substr(0, dot);
    const auto found = std::find(names_.begin(), names_.end(), name);
    const SolidDescription* solid = solid_of(description, name);
    if (found == names_.end() || solid == nullptr) continue;
    const std::array<double, 3> com = triple(solid->com);
    std::array<double, 3> place{-com[0], -com[1], -com[2]};
    for (const auto& [label, frame] : solid->frame_list)
      if (dot != std::string::npos && label == first.substr(dot + 1))
        place = place_of(*solid, frame);
    joints_.push_back(fmt::format(R"({{"name":{},"type":"{}","body":{},"at":{}}})",
                                  json_text(joint.name), joint.clearance ? "play" : "joint",
                                  found - names_.begin(), json_list(place)));
  }
}

void Scene::widen(const std::array<double, 3>& at, double reach) {
  if (!has_bounds_) lower_ = upper_ = at;
  has_bounds_ = true;
  for (std::size_t i = 0; i < 3; ++i) {
    lower_[i] = std::min(lower_[i], at[i] - reach);
    upper_[i] = std::max(upper_[i], at[i] + reach);
  }
}

/// A body that is too far away stays where it was drawn last.
void Scene::add_body(const Moving& moving, const State& x) {
  const Body& body = model_.bodies[at(moving.body)];
  const auto [position, rotation] = placement(body, x.q, dimension_ == 3);
  const std::size_t before = position_.size() - std::min(position_.size(), 3 * moving_.size());
  if (is_drawable(position)) {
    for (const double value : position) position_.push_back(static_cast<float>(value));
    widen(position, moving.reach);
  } else {
    missing_.try_emplace(
        "body '" + body.name + "' is farther away than 1e9 m: it is drawn where it was", x.t);
    for (std::size_t i = 0; i < 3; ++i)
      position_.push_back(t_.size() > 1 ? position_[before + i] : 0.0F);
  }
  for (const double value : rotation) rotation_.push_back(sixteen(value));
}

/// What stands still does not make the picture wider: it may be a floor without end.
void Scene::add_points(const State& x) {
  const std::span<const double> drawn = pen_.draw(x);
  for (std::size_t k = 0; k < drawing_.points.size(); ++k) {
    const Drawing::Point& about = drawing_.points[k];
    const std::array<double, 3> point{drawn[3 * k], drawn[3 * k + 1], drawn[3 * k + 2]};
    const bool good = is_drawable(point);
    for (const double value : point)
      points_.push_back(good ? static_cast<float>(value) : std::numeric_limits<float>::quiet_NaN());
    if (!good)
      missing_.try_emplace("point '" + about.name +
                               "' of [draw] is not finite, or farther away than 1e9 m: it is not "
                               "drawn there",
                           x.t);
    if (good && !about.fixed) widen(point, reaches_[k]);
  }
}

void Scene::add_frame(const State& x) {
  t_.push_back(x.t);
  contact_start_.push_back(contact_start_.back());
  for (const Moving& moving : moving_) add_body(moving, x);
  add_points(x);
}

void Scene::add_contact(const std::array<double, 3>& point, const std::array<double, 3>& force,
                        std::uint8_t status) {
  for (const double value : point) contact_point_.push_back(static_cast<float>(value));
  for (const double value : force) contact_force_.push_back(static_cast<float>(value));
  contact_status_.push_back(status);
  contact_start_.back() += 1;
}

std::string Scene::marks() const {
  std::vector<std::string> pieces;
  for (const Drawing::Mark& mark : drawing_.marks) {
    const std::string fixed = mark.fixed ? ",\"fixed\":true" : "";
    if (mark.kind == Drawing::Kind::point) {
      pieces.push_back(fmt::format(R"({{"type":"point","at":{}{}}})", mark.points[0], fixed));
    } else if (mark.kind == Drawing::Kind::circle) {
      pieces.push_back(fmt::format(R"({{"type":"circle","at":{},"radius":{},"fill":true{}}})",
                                   mark.points[0], json_number(mark.radius), fixed));
    } else {
      const bool closed = mark.kind == Drawing::Kind::polygon;
      pieces.push_back(fmt::format(R"({{"type":"line","points":[{}],"closed":{},"fill":{}{}}})",
                                   fmt::join(mark.points, ","), closed, closed, fixed));
    }
  }
  return json_list(pieces);
}

/// Of many bodies as whole numbers of 16 bits.
void Scene::add_positions(std::string& header) {
  const std::vector<std::size_t> shape{0, moving(), 3};
  constexpr const char* turns = "The animation is quantised: rotations to 16 bits (1/32767)";
  if (position_.size() < 300'000) {
    data_.add("frame.position", position_, shape);
    rounding_ = fmt::format("{}, positions to 32 (7 digits); curves are not.", turns);
    return;
  }
  std::array<double, 3> lower{}, step{};
  for (std::size_t i = 0; i < 3; ++i) {
    double upper = lower[i] = position_[i];
    for (std::size_t k = i; k < position_.size(); k += 3) {
      lower[i] = std::min<double>(lower[i], position_[k]);
      upper = std::max<double>(upper, position_[k]);
    }
    step[i] = upper > lower[i] ? (upper - lower[i]) / 65535 : 1.0;
  }
  std::vector<std::uint16_t> rounded(position_.size());
  for (std::size_t k = 0; k < position_.size(); ++k)
    rounded[k] =
        static_cast<std::uint16_t>(std::lround((position_[k] - lower[k % 3]) / step[k % 3]));
  data_.add_rows("frame.position", std::move(rounded), shape);
  rounding_ = fmt::format(
      "{}, positions to 16, the nearest multiples of {:.2g}, {:.2g} and {:.2g} m along the axes; "
      "curves are not.",
      turns, step[0], step[1], step[2]);
  header +=
      fmt::format(R"(,"position_min":{},"position_step":{})", json_list(lower), json_list(step));
}

void Scene::finish() {
  if (empty() || t_.empty()) return;
  const bool something_moves = has_bounds_;
  for (std::size_t k = 0; k < drawing_.points.size() && !something_moves; ++k) {
    const std::array<double, 3> point{points_[3 * k], points_[3 * k + 1], points_[3 * k + 2]};
    if (is_drawable(point)) widen(point, reaches_[k]);
  }
  data_.add("frame.t", t_);
  std::string header = fmt::format(
      R"({{"dimension":{},"up":{},"bounds":{{"min":{},"max":{}}},"bodies":{},"joints":{},"draw":{})",
      dimension_, json_list(up_), json_list(lower_), json_list(upper_), json_list(bodies_),
      json_list(joints_), marks());
  if (moving() > 0) {
    add_positions(header);
    data_.add_rows("frame.rotation", rotation_, {0, moving(), 4});
  }
  if (!drawing_.points.empty()) data_.add("draw.points", points_, {0, drawing_.points.size(), 3});
  if (!contact_status_.empty()) {
    data_.add("frame.contact_start", contact_start_);
    data_.add("frame.contact_point", contact_point_, {0, 3});
    data_.add("frame.contact_force", contact_force_, {0, 3});
    data_.add("frame.contact_status", contact_status_);
  }
  data_.set("scene", header + "}");
}

}  // namespace saltus
