// SPDX-License-Identifier: Apache-2.0
#include "saltus/model/drawing.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "saltus/base/index.h"
#include "saltus/formula/parse.h"

namespace saltus {
namespace {

using formula::Node;

/// The formulas of [draw] over symbols of their own: t, q and v in their order.
class Draughtsman {
 public:
  Draughtsman(const Description& description, const Model& model)
      : d_(*description.draw), model_(model), scope_(formula::constants(graph_)) {
    for (const auto& [name, value] : description.parameters)
      scope_.insert_or_assign(name, graph_.constant(value));
    inputs_.push_back(graph_.symbol());
    scope_.insert_or_assign("t", inputs_.back());
    for (Eigen::Index i = 0; i < model.q0.size() + model.v0.size(); ++i)
      inputs_.push_back(graph_.symbol());
    add_bodies(model);
  }

  Drawing drawing() {
    read_points();
    for (const auto& names : d_.lines) add_mark(Drawing::Kind::line, names, 2, "a line");
    for (const auto& names : d_.polygons) add_mark(Drawing::Kind::polygon, names, 3, "a polygon");
    for (const DrawCircleDescription& circle : d_.circles) {
      add_mark(Drawing::Kind::circle, {circle.at}, 1, "a circle");
      out_.marks.back().radius = circle.radius;
      constexpr double largest = 1e9;
      if (circle.radius > largest)
        throw ModelError(circle.where, "'radius' of a circle of [draw] must be at most 1e9 m");
    }
    for (const DrawContactDescription& contact : d_.contacts) add_touch(contact);
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (!used_[i]) add_mark(Drawing::Kind::point, {names_[i]}, 1, "a point");
    }
    for (const DrawPortraitDescription& p : d_.portraits) {
      out_.portraits.push_back({p.title, p.x_label, p.y_label});
      outputs_.push_back(parse(p.x, "'x' of a portrait in [draw]"));
      outputs_.push_back(parse(p.y, "'y' of a portrait in [draw]"));
    }
    outputs_.insert(outputs_.end(), directions_.begin(), directions_.end());
    for (const std::string& name : names_) out_.points.push_back({name, true});
    for (const Drawing::Mark& mark : out_.marks) {
      for (const std::int32_t k : mark.points)
        out_.points[at(k)].fixed = out_.points[at(k)].fixed && mark.fixed;
    }
    out_.program = formula::Program(graph_, inputs_, outputs_);
    return std::move(out_);
  }

 private:
  void add_bodies(const Model& model) {
    std::vector<std::string> bodies;
    bool found = !d_.body;
    for (const Body& body : model.bodies) {
      bodies.push_back(body.name);
      const bool is_own = d_.body && *d_.body == body.name;
      found = found || is_own;
      const auto insert = [&](const std::vector<std::string>& words, std::size_t first) {
        for (std::size_t i = 0; i < words.size(); ++i) {
          scope_.insert_or_assign(body.name + "." + words[i], inputs_[first + i]);
          if (is_own) scope_.insert_or_assign(words[i], inputs_[first + i]);
        }
      };
      insert(body.coordinates, 1 + at(body.position));
      insert(body.rates, 1 + static_cast<std::size_t>(model.q0.size()) + at(body.dof));
    }
    if (!found) {
      throw ModelError(d_.where, "'body' of [draw]: there is no body '" + *d_.body + "'" +
                                     did_you_mean(*d_.body, bodies));
    }
  }

  Node parse(const FormulaText& text, const std::string& what) {
    try {
      return formula::parse(graph_, text.text, scope_);
    } catch (const formula::FormulaError& error) {
      throw ModelError(text.where,
                       what + ": " + error.what() + "\n" + formula::marked(text.text, error));
    }
  }

  /// [x, y] or [x, y, z] onto the list. Is it constant?
  bool read_vector(const Value& vector, const std::string& what, std::vector<Node>& list) {
    const Array& formulas = read_array(vector, what);
    if (formulas.size() != 2 && formulas.size() != 3)
      throw ModelError(vector.where, what + " must be [x, y] or [x, y, z]");
    bool is_constant = true;
    for (const Value& value : formulas) {
      const Node node = parse(read_formula(value, what), what);
      const std::optional<double> constant = graph_.value(node);
      if (constant && !std::isfinite(*constant))
        throw ModelError(value.where, what + " is not finite");
      is_constant = is_constant && constant.has_value();
      list.push_back(node);
    }
    out_.in_space = out_.in_space || formulas.size() == 3;
    if (formulas.size() == 2) list.push_back(graph_.constant(0));
    return is_constant;
  }

  void read_points() {
    for (const Entry& entry : read_table(d_.points, "'points' of [draw]")) {
      constant_.push_back(
          read_vector(entry.value, "point '" + entry.key + "' of [draw]", outputs_));
      names_.push_back(entry.key);
      used_.push_back(false);
    }
  }

  std::int32_t point_at(const std::string& name, const Location& where, const std::string& what) {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end()) {
      throw ModelError(where, what + " of [draw]: there is no point '" + name + "'" +
                                  did_you_mean(name, names_));
    }
    const auto i = static_cast<std::size_t>(found - names_.begin());
    used_[i] = true;
    return static_cast<std::int32_t>(i);
  }

  void add_touch(const DrawContactDescription& d) {
    std::vector<std::string> contacts;
    for (std::size_t i = 0; i < model_.own_contacts; ++i)
      contacts.push_back(model_.contacts[i].name);
    const auto found = std::find(contacts.begin(), contacts.end(), d.contact);
    if (found == contacts.end()) {
      throw ModelError(d.where, "'contacts' of [draw]: there is no contact '" + d.contact +
                                    "' that is written as a formula" +
                                    did_you_mean(d.contact, contacts));
    }
    const auto contact = static_cast<std::size_t>(found - contacts.begin());
    const std::string what = " of contact '" + d.contact + "' in [draw]";
    out_.touches.push_back({contact, point_at(d.at, d.where, "'at'" + what)});
    read_vector(d.normal, "'normal'" + what, directions_);
    if (d.tangent) {
      read_vector(*d.tangent, "'tangent'" + what, directions_);
    } else {
      directions_.insert(directions_.end(), 3, graph_.constant(0));
    }
  }

  void add_mark(Drawing::Kind kind, const std::vector<std::string>& names, std::size_t fewest,
                const std::string& what) {
    Drawing::Mark mark{kind, {}, 0, true};
    for (const std::string& name : names) {
      const std::int32_t i = point_at(name, d_.where, what);
      mark.fixed = mark.fixed && constant_[at(i)];
      mark.points.push_back(i);
    }
    if (names.size() < fewest)
      throw ModelError(d_.where, what + " of [draw] needs " + std::to_string(fewest) + " points");
    out_.marks.push_back(std::move(mark));
  }

  const DrawDescription& d_;
  const Model& model_;
  formula::Graph graph_;
  formula::Scope scope_;
  std::vector<Node> inputs_, outputs_, directions_;
  std::vector<std::string> names_;
  std::vector<bool> constant_, used_;
  Drawing out_;
};

}  // namespace

Drawing compile_drawing(const Description& description, const Model& model) {
  if (!description.draw) return {};
  return Draughtsman(description, model).drawing();
}

bool is_drawable(const std::array<double, 3>& point) {
  constexpr double farthest = 1e9;  // m
  return std::all_of(point.begin(), point.end(), [](double c) { return std::abs(c) <= farthest; });
}

DrawingPen::DrawingPen(const Drawing& drawing)
    : drawing_(drawing), scratch_(drawing.program.scratch()), out_(drawing.program.outputs()) {
  drawing.program.prepare(scratch_);
  drawing.program.write_constants(out_);
}

std::span<const double> DrawingPen::draw(const State& x) {
  if (drawing_.empty()) return {};
  scratch_[0] = x.t;
  std::copy(x.q.begin(), x.q.end(), scratch_.begin() + 1);
  std::copy(x.v.begin(), x.v.end(), scratch_.begin() + 1 + x.q.size());
  drawing_.program.evaluate(scratch_, out_);
  return out_;
}

}  // namespace saltus
