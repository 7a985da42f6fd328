// SPDX-License-Identifier: Apache-2.0
// Broad phase, features of the near pairs, and their places in the model's tables.
#include "saltus/contact/candidates.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <variant>

#include "saltus/contact/broad_phase.h"
#include "saltus/model/body_pose.h"
#include "saltus/model/collision.h"

namespace saltus {
namespace {

/// Share of a shape's size that is looked ahead at least: bodies that are pushed during the step
/// come from within it.
constexpr double look_ahead = 0.05;

/// Share of a shape's size within which two points are one.
constexpr double same_place = 1e-6;

auto identity(const Candidate& c) { return std::tuple(c.first, c.second, c.feature); }

/// The order of the model's candidates.
bool comes_before(const Candidate& a, const Candidate& b) { return identity(a) < identity(b); }

template <int D>
class Search {
 public:
  explicit Search(const Collision<D>& collision) {
    rules_.class_of = collision.class_of;
    rules_.classes = collision.classes;
    rules_.may_meet.resize(collision.classes * collision.classes);
    for (std::size_t i = 0; i < collision.classes; ++i) {
      for (std::size_t j = 0; j < collision.classes; ++j) {
        const bool meet = collision.meeting_of[i * collision.classes + j] >= 0 ||
                          collision.meeting_of[j * collision.classes + i] >= 0;
        rules_.may_meet[i * collision.classes + j] = meet ? 1 : 0;
      }
    }
    for (const PlacedShape<D>& s : collision.shapes) rules_.body_of.push_back(s.body);
    poses_.resize(collision.shapes.size());
    bounds_.resize(collision.shapes.size());
    margins_.resize(collision.shapes.size());
  }

  /// All candidates, sorted by shapes and features.
  void find(const Model& model, const Collision<D>& collision, const State& x, double h,
            std::vector<Candidate>& out) {
    for (std::size_t i = 0; i < collision.shapes.size(); ++i)
      place(model, collision.shapes[i], x, h, i);
    out.clear();
    for (const NearPair& pair : broad_phase_.pairs(bounds_, 0, rules_)) {
      std::int32_t first = pair.first;
      std::int32_t second = pair.second;
      std::int32_t meeting = collision.meeting(first, second);
      if (meeting < 0) {
        std::swap(first, second);
        meeting = collision.meeting(first, second);
      }
      add(collision, first, second, meeting, model.candidates, out);
    }
    std::sort(out.begin(), out.end(), comes_before);
  }

 private:
  /// Pose, and bounds grown by how far the shape may come within the step.
  void place(const Model& model, const PlacedShape<D>& shape, const State& x, double h,
             std::size_t i) {
    const Body& body = model.bodies[static_cast<std::size_t>(shape.body)];
    poses_[i] = carried(body_pose<D>(body, x.q), shape.in_body);
    double speed = 0;
    const auto dofs = static_cast<Eigen::Index>(body.rates.size());
    if (body.motion != BodyMotion::fixed) speed = x.v.segment(body.dof, D).norm();
    if (dofs > D) speed += x.v.segment(body.dof + D, dofs - D).norm() * shape.reach;
    const double slack = std::isfinite(shape.extent) ? look_ahead * shape.extent : 0.0;
    margins_[i] = 1.5 * h * speed + slack;
    bounds_[i] = ShapesOf<D>::bounds(shape.shape, poses_[i]);
    bounds_[i].lower.array() -= margins_[i];
    bounds_[i].upper.array() += margins_[i];
  }

  /// The features of one pair. Where several meet in one place, as at the corners of boxes that lie
  /// flush, they say the same: one of them stays, if possible one that was there before.
  void add(const Collision<D>& collision, std::int32_t first, std::int32_t second,
           std::int32_t meeting, const std::vector<Candidate>& old, std::vector<Candidate>& out) {
    const PlacedShape<D>& a = collision.shapes[static_cast<std::size_t>(first)];
    const PlacedShape<D>& b = collision.shapes[static_cast<std::size_t>(second)];
    const Pose<D>& at_a = poses_[static_cast<std::size_t>(first)];
    const Pose<D>& at_b = poses_[static_cast<std::size_t>(second)];
    const double margin =
        margins_[static_cast<std::size_t>(first)] + margins_[static_cast<std::size_t>(second)];
    const auto functions = ShapesOf<D>::functions(a.shape, b.shape);
    features_.clear();
    functions.detect(a.shape, at_a, b.shape, at_b, margin, features_);
    found_.clear();
    for (const Feature feature : features_) {
      Candidate c{first, second, feature, meeting, 0, 0, 0};
      const auto same = std::lower_bound(old.begin(), old.end(), c, comes_before);
      const bool known = same != old.end() && identity(*same) == identity(c);
      if (known) c.axis = same->axis;
      found_.push_back({c, functions.evaluate(a.shape, at_a, b.shape, at_b, feature), known});
    }
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Found& x, const Found& y) { return x.known > y.known; });
    const double near = same_place * std::min({a.extent, b.extent, a.reach, b.reach});
    kept_.clear();
    for (Found& f : found_) {
      const auto is_same = [&](const ContactPoint<D>& other) {
        return (f.point.on_first - other.on_first).norm() <= near &&
               (f.point.on_second - other.on_second).norm() <= near &&
               f.point.normal.dot(other.normal) >= 1 - 1e-9;
      };
      if (std::any_of(kept_.begin(), kept_.end(), is_same)) continue;
      kept_.push_back(f.point);
      if constexpr (D == 3) {
        // within a step the normal does not turn into the axis
        constexpr double towards = 0.8;
        Eigen::Index axis = f.candidate.axis;
        if (!f.known || std::abs(f.point.normal[axis]) > towards)
          f.point.normal.cwiseAbs().minCoeff(&axis);
        f.candidate.axis = static_cast<std::uint8_t>(axis);
      }
      out.push_back(f.candidate);
    }
  }

  struct Found {
    Candidate candidate;
    ContactPoint<D> point;
    bool known;
  };

  MeetingRules rules_;
  std::vector<Pose<D>> poses_;
  std::vector<Bounds<D>> bounds_;
  std::vector<double> margins_;
  BroadPhase<D> broad_phase_;
  std::vector<Feature> features_;
  std::vector<Found> found_;
  std::vector<ContactPoint<D>> kept_;
};

}  // namespace

struct CandidateSearch::Impl {
  std::variant<std::monostate, Search<2>, Search<3>> search;
  std::vector<Candidate> found;
  std::vector<std::int32_t> came_from;
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> groups;  // by pair of bodies

  /// The old ones that are found again keep their names; came_from is set. False where all are the
  /// same.
  bool recognise(const Model& model) {
    const std::vector<Candidate>& old = model.candidates;
    const auto own = static_cast<std::int32_t>(model.own_contacts);
    came_from.clear();
    for (std::int32_t i = 0; i < own; ++i) came_from.push_back(i);
    std::size_t k = 0;
    bool changed = found.size() != old.size();
    for (Candidate& c : found) {
      while (k < old.size() && comes_before(old[k], c)) ++k;
      const bool known = k < old.size() && identity(old[k]) == identity(c);
      came_from.push_back(known ? own + static_cast<std::int32_t>(k) : -1);
      changed = changed || !known || c.axis != old[k].axis;
      if (known) c.number = old[k].number;
    }
    return changed;
  }

  /// New points get the lowest numbers that are free among those of their bodies.
  template <int D>
  void number_points(const Collision<D>& collision) {
    std::map<std::pair<std::int32_t, std::int32_t>, std::vector<std::int32_t>> taken;
    const auto bodies = [&](const Candidate& c) {
      return std::pair(collision.shapes[static_cast<std::size_t>(c.first)].body,
                       collision.shapes[static_cast<std::size_t>(c.second)].body);
    };
    for (const Candidate& c : found) {
      if (c.number > 0) taken[bodies(c)].push_back(c.number);
    }
    for (Candidate& c : found) {
      if (c.number > 0) continue;
      std::vector<std::int32_t>& list = taken[bodies(c)];
      c.number = 1;
      while (std::find(list.begin(), list.end(), c.number) != list.end()) ++c.number;
      list.push_back(c.number);
    }
  }

  /// The group over the bodies' clusters, made when they first meet.
  std::int32_t group_of(Model& model, std::int32_t first, std::int32_t second) {
    const auto [place, is_new] = groups.try_emplace({first, second}, 0);
    if (!is_new) return place->second;
    FunctionGroup group;
    for (const std::int32_t b : {first, second}) {
      const Body& body = model.bodies[static_cast<std::size_t>(b)];
      if (body.rates.empty()) continue;
      auto& list = group.clusters;
      if (std::find(list.begin(), list.end(), body.cluster) == list.end())
        list.push_back(body.cluster);
    }
    std::sort(group.clusters.begin(), group.clusters.end());
    for (const std::int32_t k : group.clusters) {
      const System& system = model.systems[static_cast<std::size_t>(k)];
      for (std::int32_t i = 0; i < system.n; ++i) group.dofs.push_back(system.dof + i);
    }
    place->second = static_cast<std::int32_t>(model.groups.size());
    model.groups.push_back(std::move(group));
    return place->second;
  }

  template <int D>
  void write_tables(const Collision<D>& collision, Model& model) {
    model.candidates = found;
    model.contacts.resize(model.own_contacts);
    model.functions.resize(model.own_functions);
    model.function_data = model.own_function_data;
    for (Candidate& c : model.candidates) {
      const Meeting& meeting = collision.meetings[static_cast<std::size_t>(c.meeting)];
      Contact contact;
      contact.e = meeting.e;
      contact.e_t = meeting.e_t;
      contact.mu = meeting.mu;
      const std::int32_t group =
          group_of(model, collision.shapes[static_cast<std::size_t>(c.first)].body,
                   collision.shapes[static_cast<std::size_t>(c.second)].body);
      const auto dofs =
          static_cast<std::int32_t>(model.groups[static_cast<std::size_t>(group)].dofs.size());
      c.function = contact.gap = static_cast<std::int32_t>(model.functions.size());
      const bool slides = contact.mu > 0 || contact.e_t > 0;
      if (slides) contact.tangent = contact.gap + 1;
      if (slides && D == 3) contact.tangent_2 = contact.gap + 2;
      const std::int32_t rows = slides ? D : 1;
      for (std::int32_t r = 0; r < rows; ++r) {
        model.functions.push_back({group, model.function_data + r, model.function_data + rows + r,
                                   model.function_data + 2 * rows + r * dofs, false, false});
      }
      model.function_data += rows * (2 + dofs);
      model.contacts.push_back(std::move(contact));
    }
  }
};

CandidateSearch::CandidateSearch(const Model& model) : impl_(std::make_unique<Impl>()) {
  if (const auto* planar = collision_of<2>(model.shapes)) impl_->search.emplace<Search<2>>(*planar);
  if (const auto* spatial = collision_of<3>(model.shapes))
    impl_->search.emplace<Search<3>>(*spatial);
}
CandidateSearch::CandidateSearch(CandidateSearch&&) noexcept = default;
CandidateSearch& CandidateSearch::operator=(CandidateSearch&&) noexcept = default;
CandidateSearch::~CandidateSearch() = default;

bool CandidateSearch::refresh(const State& x, double h, Model& model) {
  const auto run = [&]<int D>(Search<D>& search) {
    const auto& collision = *collision_of<D>(model.shapes);
    search.find(model, collision, x, h, impl_->found);
    if (!impl_->recognise(model)) return false;
    impl_->number_points(collision);
    impl_->write_tables(collision, model);
    return true;
  };
  if (auto* planar = std::get_if<Search<2>>(&impl_->search)) return run(*planar);
  if (auto* spatial = std::get_if<Search<3>>(&impl_->search)) return run(*spatial);
  return false;
}

const std::vector<std::int32_t>& CandidateSearch::came_from() const { return impl_->came_from; }

void follow(const std::vector<std::int32_t>& came_from, State& x) {
  for (Vec* p : {&x.p_normal, &x.p_tangent, &x.p_tangent_2, &x.tau_normal}) follow(came_from, *p);
  follow(came_from, x.split.closed);
  follow(came_from, x.split.returns);
  follow(came_from, x.split.t_hit);
}

}  // namespace saltus
