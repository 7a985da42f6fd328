// SPDX-License-Identifier: Apache-2.0
// Broad phase, features of the near pairs, and their places in the model's tables.
#include "saltus/contact/candidates.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <tuple>
#include <variant>

#include "saltus/base/index.h"
#include "saltus/contact/broad_phase.h"
#include "saltus/model/body_pose.h"
#include "saltus/model/collision.h"

namespace saltus {
namespace {

/// Shares of a shape's size that are looked ahead at least and at most, where it is not the shape
/// that moves but what may push it during the step.
constexpr double least_ahead = 0.01;
constexpr double most_ahead = 0.05;

/// Of the way at the velocity of now: forces and impacts add to it.
constexpr double further = 1.5;

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
    ways_.resize(collision.shapes.size());
  }

  /// All candidates, sorted by shapes and features.
  void find(const Model& model, const Collision<D>& collision, const State& x, double h,
            std::vector<Candidate>& out) {
    double fastest = 0;
    for (const Body& body : model.bodies)
      if (body.motion != BodyMotion::fixed && body.motion != BodyMotion::formula)
        fastest = std::max(fastest, x.v.segment(body.dof, D).norm());
    for (std::size_t i = 0; i < collision.shapes.size(); ++i)
      place(model, collision.shapes[i], x, h, further * h * fastest, i);
    out.clear();
    for (const NearPair& pair : near_pairs()) {
      if (!overlap(bounds_[at(pair.first)], bounds_[at(pair.second)])) continue;
      std::int32_t first = pair.first;
      std::int32_t second = pair.second;
      std::int32_t meeting = collision.meeting(first, second);
      if (meeting < 0) {
        std::swap(first, second);
        meeting = collision.meeting(first, second);
      }
      add(collision, first, second, meeting, model.candidates, out);
    }
    sort(collision.shapes.size(), out);
  }

 private:
  /// Counted by the first shape, then sorted among the few of each.
  void sort(std::size_t shapes, std::vector<Candidate>& list) {
    start_.assign(shapes + 1, 0);
    for (const Candidate& c : list) ++start_[at(c.first)];
    std::partial_sum(start_.begin(), start_.end(), start_.begin());
    sorted_.resize(list.size());
    for (std::size_t i = list.size(); i-- > 0;) sorted_[--start_[at(list[i].first)]] = list[i];
    for (std::size_t s = 0; s < shapes; ++s) {
      const auto of_shape = std::span(sorted_).subspan(start_[s], start_[s + 1] - start_[s]);
      if (!std::is_sorted(of_shape.begin(), of_shape.end(), comes_before))
        std::sort(of_shape.begin(), of_shape.end(), comes_before);
    }
    list.swap(sorted_);
  }

  static bool overlap(const Bounds<D>& a, const Bounds<D>& b) {
    return (a.lower.array() <= b.upper.array()).all() && (b.lower.array() <= a.upper.array()).all();
  }

  /// Pairs whose bounds may overlap. The broad phase is asked for larger bounds, and again only
  /// when a shape has left its own: the pairs that overlap are the same as if it were asked in each
  /// step.
  std::span<const NearPair> near_pairs() {
    const auto left = [&](std::size_t i) {
      return !((wide_[i].lower.array() <= bounds_[i].lower.array()).all() &&
               (bounds_[i].upper.array() <= wide_[i].upper.array()).all());
    };
    bool valid = wide_.size() == bounds_.size();
    for (std::size_t i = 0; valid && i < bounds_.size(); ++i) valid = !left(i);
    if (valid) return pairs_;
    wide_ = bounds_;
    for (std::size_t i = 0; i < wide_.size(); ++i) {
      wide_[i].lower.array() -= ways_[i].slack;
      wide_[i].upper.array() += ways_[i].slack;
    }
    pairs_ = broad_phase_.pairs(wide_, 0, rules_);
    return pairs_;
  }

  /// Pose, and bounds around where the shape may come within the step.
  void place(const Model& model, const PlacedShape<D>& shape, const State& x, double h, double push,
             std::size_t i) {
    const Body& body = model.bodies[static_cast<std::size_t>(shape.body)];
    poses_[i] = carried(body_pose<D>(body, x.q), shape.in_body);
    Way& way = ways_[i];
    way = {};
    const auto dofs = static_cast<Eigen::Index>(body.rates.size());
    if (body.motion != BodyMotion::fixed) way.ahead = further * h * x.v.segment(body.dof, D);
    if (std::isfinite(shape.extent))
      way.slack = std::clamp(push, least_ahead * shape.extent, most_ahead * shape.extent);
    if (dofs > D)
      way.slack += further * h * x.v.segment(body.dof + D, dofs - D).norm() * shape.reach;
    bounds_[i] = ShapesOf<D>::bounds(shape.shape, poses_[i]);
    bounds_[i].lower += way.ahead.cwiseMin(0);
    bounds_[i].upper += way.ahead.cwiseMax(0);
    bounds_[i].lower.array() -= way.slack;
    bounds_[i].upper.array() += way.slack;
  }

  /// The features of one pair. Where several meet in one place, as at the corners of boxes that lie
  /// flush, they say the same: one of them stays, if possible one that was there before.
  void add(const Collision<D>& collision, std::int32_t first, std::int32_t second,
           std::int32_t meeting, const std::vector<Candidate>& old, std::vector<Candidate>& out) {
    const PlacedShape<D>& a = collision.shapes[static_cast<std::size_t>(first)];
    const PlacedShape<D>& b = collision.shapes[static_cast<std::size_t>(second)];
    const Pose<D>& at_a = poses_[static_cast<std::size_t>(first)];
    const Pose<D>& at_b = poses_[static_cast<std::size_t>(second)];
    const Way& of_a = ways_[at(first)];
    const Way& of_b = ways_[at(second)];
    const double margin = of_a.ahead.norm() + of_b.ahead.norm() + of_a.slack + of_b.slack;
    const auto functions = ShapesOf<D>::functions(a.shape, b.shape);
    features_.clear();
    functions.detect(a.shape, at_a, b.shape, at_b, margin, features_);
    found_.clear();
    for (const Feature feature : features_) {
      Candidate c;
      c.first = first;
      c.second = second;
      c.feature = feature;
      c.meeting = meeting;
      const auto same = std::lower_bound(old.begin(), old.end(), c, comes_before);
      const bool known = same != old.end() && identity(*same) == identity(c);
      if (known) c.axis = same->axis;
      const ContactPoint<D> point = functions.evaluate(a.shape, at_a, b.shape, at_b, feature);
      const bool hollow = a.hollow || b.hollow;
      if (hollow || point.gap <= approach(of_a, of_b, point.normal))
        found_.push_back({c, point, known});
    }
    if (found_.size() > 1) {
      std::stable_sort(found_.begin(), found_.end(),
                       [](const Found& x, const Found& y) { return x.known > y.known; });
    }
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

  /// How far a shape may come within the step.
  struct Way {
    Point<D> ahead = Point<D>::Zero();
    double slack = 0;  // by turning, and by being pushed
  };

  /// How much nearer along the normal two shapes may come, if something stops one of them or none.
  /// The distance of convex shapes is a convex function of their way: it does not fall by more.
  static double approach(const Way& a, const Way& b, const Point<D>& normal) {
    return std::max(0.0, -normal.dot(a.ahead)) + std::max(0.0, normal.dot(b.ahead)) + a.slack +
           b.slack;
  }

  struct Found {
    Candidate candidate;
    ContactPoint<D> point;
    bool known;
  };

  MeetingRules rules_;
  std::vector<Pose<D>> poses_;
  std::vector<Bounds<D>> bounds_;
  std::vector<Way> ways_;
  BroadPhase<D> broad_phase_;
  std::vector<Bounds<D>> wide_;      // what it was last asked for,
  std::span<const NearPair> pairs_;  //   and its answer
  std::vector<Feature> features_;
  std::vector<std::size_t> start_;  // by shape: its first candidate
  std::vector<Candidate> sorted_;
  std::vector<Found> found_;
  std::vector<ContactPoint<D>> kept_;
};

/// A candidate between two bodies; 0 where it has no number yet.
struct Numbered {
  std::int32_t first;
  std::int32_t second;
  std::int32_t number;
  std::size_t index;

  [[nodiscard]] bool is_of(const Numbered& other) const {
    return first == other.first && second == other.second;
  }
};

}  // namespace

struct CandidateSearch::Impl {
  std::variant<std::monostate, Search<2>, Search<3>> search;
  std::vector<Candidate> found;
  std::vector<std::int32_t> came_from;
  std::vector<FunctionPlace> old_gaps;  // by candidate before,
  std::vector<std::uint8_t> old_axes;   //   and its axis
  std::vector<std::uint8_t> is_new;     // by group
  std::vector<double> data;             // scratch of follow()
  std::vector<Numbered> numbers;        // scratch

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
    numbers.clear();
    for (std::size_t i = 0; i < found.size(); ++i) {
      numbers.push_back({collision.shapes[at(found[i].first)].body,
                         collision.shapes[at(found[i].second)].body, found[i].number, i});
    }
    const auto order = [](const Numbered& a, const Numbered& b) {
      return std::tie(a.first, a.second, a.number, a.index) <
             std::tie(b.first, b.second, b.number, b.index);
    };
    if (!std::is_sorted(numbers.begin(), numbers.end(), order))
      std::sort(numbers.begin(), numbers.end(), order);
    for (std::size_t i = 0; i < numbers.size();) {
      std::size_t end = i;
      while (end < numbers.size() && numbers[end].is_of(numbers[i])) ++end;
      std::size_t taken = i;  // the new ones come first, then the others by their numbers
      while (taken < end && numbers[taken].number == 0) ++taken;
      std::int32_t number = 1;
      for (; i < end && numbers[i].number == 0; ++i, ++number) {
        for (; taken < end && numbers[taken].number <= number; ++taken)
          if (numbers[taken].number == number) ++number;
        found[numbers[i].index].number = number;
      }
      i = end;
    }
  }

  /// Lists the degrees of freedom of the two bodies' clusters, and says where each body stands.
  static void list_dofs(Model& model, const Body& first, const Body& second, Candidate& c,
                        FunctionPlace& place) {
    place.dofs = static_cast<std::int32_t>(model.row_dofs.size());
    place.clusters = static_cast<std::int32_t>(model.row_clusters.size());
    const auto add = [&](const Body& body) {
      const Cluster& cluster = model.clusters[at(body.cluster)];
      model.row_clusters.push_back(body.cluster);
      for (std::int32_t i = 0; i < cluster.n; ++i) model.row_dofs.push_back(cluster.dof + i);
    };
    const bool first_moves = first.motion != BodyMotion::fixed;
    const bool second_moves = second.motion != BodyMotion::fixed;
    const bool share = first_moves && second_moves && first.cluster == second.cluster;
    if (first_moves) add(first);
    if (second_moves && !share) add(second);
    place.dof_count = static_cast<std::int32_t>(model.row_dofs.size()) - place.dofs;
    place.cluster_count = static_cast<std::int32_t>(model.row_clusters.size()) - place.clusters;
    const auto start_of = [&](const Body& body) {
      return body.dof - model.clusters[at(body.cluster)].dof;
    };
    const std::int32_t of_first = first_moves && !share ? model.clusters[at(first.cluster)].n : 0;
    c.at_first = first_moves ? start_of(first) : -1;
    c.at_second = second_moves ? of_first + start_of(second) : -1;
  }

  template <int D>
  void write_tables(const Collision<D>& collision, Model& model) {
    old_gaps.clear();
    old_axes.clear();
    for (const Candidate& c : model.candidates) {
      old_gaps.push_back(model.functions[at(c.function)]);
      old_axes.push_back(c.axis);
    }
    model.candidates = found;
    model.contacts.resize(model.own_contacts);
    model.functions.resize(model.own_functions);
    model.row_dofs.resize(model.own_row_dofs);
    model.row_clusters.resize(model.own_row_clusters);
    model.function_data = model.own_function_data;
    auto group = static_cast<std::int32_t>(model.groups.size());
    for (Candidate& c : model.candidates) {
      const Meeting& meeting = collision.meetings[at(c.meeting)];
      Contact& contact = model.contacts.emplace_back();
      contact.e = meeting.e;
      contact.e_t = meeting.e_t;
      contact.mu = meeting.mu;
      c.function = contact.gap = static_cast<std::int32_t>(model.functions.size());
      const bool slides = contact.mu > 0 || contact.e_t > 0;
      if (slides) contact.tangent = contact.gap + 1;
      if (slides && D == 3) contact.tangent_2 = contact.gap + 2;
      const std::int32_t rows = slides ? D : 1;
      FunctionPlace place;
      place.group = group++;
      list_dofs(model, model.bodies[at(collision.shapes[at(c.first)].body)],
                model.bodies[at(collision.shapes[at(c.second)].body)], c, place);
      for (std::int32_t r = 0; r < rows; ++r) {
        place.value = model.function_data + r;
        place.rate = model.function_data + rows + r;
        place.gradient = model.function_data + 2 * rows + r * place.dof_count;
        model.functions.push_back(place);
      }
      model.function_data += rows * (2 + place.dof_count);
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

std::span<const std::uint8_t> CandidateSearch::follow(const Model& model,
                                                      ConstraintRows& rows) const {
  Impl& m = *impl_;
  m.data.resize(at(model.function_data));
  std::copy_n(rows.data.begin(), model.own_function_data, m.data.begin());
  m.is_new.assign(group_count(model), 0);
  for (std::size_t i = 0; i < model.candidates.size(); ++i) {
    const Candidate& c = model.candidates[i];
    const std::int32_t old = m.came_from[model.own_contacts + i];
    const std::size_t before = at(old) - model.own_contacts;
    if (old < 0 || m.old_axes[before] != c.axis) {
      m.is_new[model.groups.size() + i] = 1;
      continue;
    }
    const FunctionPlace& gap = model.functions[at(c.function)];
    const std::int32_t functions = gap.rate - gap.value;
    std::copy_n(rows.data.begin() + m.old_gaps[before].value, functions * (2 + gap.dof_count),
                m.data.begin() + gap.value);
  }
  rows.data.swap(m.data);
  rows.u.resize(model.functions.size());
  return m.is_new;
}

const std::vector<std::int32_t>& CandidateSearch::came_from() const { return impl_->came_from; }

void follow(const std::vector<std::int32_t>& came_from, State& x) {
  for (Vec* p : {&x.p_normal, &x.p_tangent, &x.p_tangent_2, &x.tau_normal}) follow(came_from, *p);
  follow(came_from, x.split.closed);
  follow(came_from, x.split.returns);
  follow(came_from, x.split.t_hit);
}

}  // namespace saltus
