// SPDX-License-Identifier: Apache-2.0
// Which features of which shapes may touch within a step: broad phase, then the near pairs. For
// candidates.cpp only.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <tuple>
#include <vector>

#include "saltus/base/index.h"
#include "saltus/contact/broad_phase.h"
#include "saltus/contact/seams.h"
#include "saltus/contact/shape_rows.h"
#include "saltus/model/collision.h"

namespace saltus {

inline auto identity(const Candidate& c) { return std::tuple(c.first, c.second, c.feature); }

/// The order of the model's candidates.
inline bool comes_before(const Candidate& a, const Candidate& b) {
  return identity(a) < identity(b);
}

/// Shares of a shape's size that are looked ahead at least and at most, where it is not the shape
/// that moves but what may push it during the step.
inline constexpr double least_ahead = 0.01;
inline constexpr double most_ahead = 0.05;

/// Of the way at the velocity of now: forces and impacts add to it.
inline constexpr double further = 1.5;

/// How many times the way of a step the broad phase looks ahead, so as not to be asked in each.
inline constexpr double steps_ahead = 2;

/// Share of a shape's size within which two points are one.
inline constexpr double same_place = 1e-6;

/// The body of a shape, as far as the search asks for it: side by side, where bodies are large.
struct Carrier {
  std::int32_t body = 0;
  std::int32_t dof = 0;
  std::int32_t dofs = 0;
  std::int32_t cluster = -1;      // −1 of a fixed body
  std::int32_t first_dof = 0;     // of the cluster
  std::int32_t cluster_dofs = 0;  // of it

  [[nodiscard]] bool moves() const { return cluster >= 0; }
};

inline Carrier carrier_of(const Model& model, std::int32_t body) {
  const Body& b = model.bodies[at(body)];
  const auto dofs = static_cast<std::int32_t>(b.rates.size());
  if (b.motion == BodyMotion::fixed) return {body, b.dof, dofs};
  const Cluster& cluster = model.clusters[at(b.cluster)];
  return {body, b.dof, dofs, b.cluster, cluster.dof, cluster.n};
}

template <int D>
class CandidateFinder {
 public:
  CandidateFinder(const Model& model, const Collision<D>& collision)
      : carriers_(carriers_of(model, collision)), seams_(collision, bodies_of(carriers_)) {
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
    for (const Body& body : model.bodies)
      if (body.motion != BodyMotion::fixed && body.motion != BodyMotion::formula)
        moving_.push_back(body.dof);
    bounds_.resize(collision.shapes.size());
    ways_.resize(collision.shapes.size());
  }

  /// By shape.
  [[nodiscard]] const std::vector<Carrier>& carriers() const { return carriers_; }

  /// All candidates, sorted by shapes and features, as the model's are. `poses` are of any
  /// position; best of that of x, where nothing has to be placed then.
  void find(const Model& model, const Collision<D>& collision, const State& x, double h,
            PosesOf<D>& poses, std::vector<Candidate>& out) {
    double fastest = 0;
    for (const std::int32_t dof : moving_) fastest = std::max(fastest, x.v.segment(dof, D).norm());
    place_shapes(model, collision, x.q, poses);
    std::swap(poses, poses_);  // for as long as it takes
    if (collision.has_sheets) measure_depths(model, collision);
    for (std::size_t i = 0; i < collision.shapes.size(); ++i)
      set_bounds(collision.shapes[i], x, h, further * h * fastest, i);
    out.clear();
    std::span<const Candidate> old = model.candidates;  // from those of the pair on
    for (const OrderedPair& pair : near_pairs(collision)) {
      if (!overlap(bounds_[at(pair.first)], bounds_[at(pair.second)])) continue;
      const auto is_earlier = [&](const Candidate& c) {
        return c.first != pair.first ? c.first < pair.first : c.second < pair.second;
      };
      while (!old.empty() && is_earlier(old.front())) old = old.subspan(1);
      add(collision, pair, old, out);
    }
    seams_.leave_out(collision, poses_, out);
    std::swap(poses, poses_);
  }

 private:
  struct Found {
    Candidate candidate;
    ContactPoint<D> point;
    bool known;
  };

  /// In the order of the members of their contact.
  struct OrderedPair {
    std::int32_t first;
    std::int32_t second;
    std::int32_t meeting;
  };

  static std::vector<Carrier> carriers_of(const Model& model, const Collision<D>& collision) {
    std::vector<Carrier> carriers;
    for (const PlacedShape<D>& s : collision.shapes) carriers.push_back(carrier_of(model, s.body));
    return carriers;
  }
  static std::vector<std::int32_t> bodies_of(const std::vector<Carrier>& carriers) {
    std::vector<std::int32_t> bodies;
    for (const Carrier& c : carriers) bodies.push_back(c.moves() ? c.body : -1);
    return bodies;
  }

  static bool overlap(const Bounds<D>& a, const Bounds<D>& b) {
    return (a.lower.array() <= b.upper.array()).all() && (b.lower.array() <= a.upper.array()).all();
  }

  /// Pairs whose bounds may overlap, sorted by first, then by second. The broad phase is asked for
  /// larger bounds, and again only when a shape has left its own: the pairs that overlap are the
  /// same as if it were asked in each step.
  std::span<const OrderedPair> near_pairs(const Collision<D>& collision) {
    const auto left = [&](std::size_t i) {
      return !((wide_[i].lower.array() <= bounds_[i].lower.array()).all() &&
               (bounds_[i].upper.array() <= wide_[i].upper.array()).all());
    };
    bool valid = wide_.size() == bounds_.size();
    for (std::size_t i = 0; valid && i < bounds_.size(); ++i) valid = !left(i);
    if (valid) return pairs_;
    wide_ = bounds_;
    for (std::size_t i = 0; i < wide_.size(); ++i) {
      const Point<D> ahead = steps_ahead * ways_[i].ahead;
      wide_[i].lower += ahead.cwiseMin(-ways_[i].slack);
      wide_[i].upper += ahead.cwiseMax(ways_[i].slack);
    }
    set_pairs(collision, broad_phase_.pairs(wide_, 0, rules_));
    return pairs_;
  }

  /// Counted by the first shape; the pairs that are found are sorted, so that those of one shape
  /// are nearly.
  void set_pairs(const Collision<D>& collision, std::span<const NearPair> found) {
    const auto ordered = [&](const NearPair& p) {
      const std::int32_t meeting = collision.meeting(p.first, p.second);
      if (meeting >= 0) return OrderedPair{p.first, p.second, meeting};
      return OrderedPair{p.second, p.first, collision.meeting(p.second, p.first)};
    };
    start_.assign(collision.shapes.size() + 1, 0);
    for (const NearPair& p : found) ++start_[at(ordered(p).first)];
    std::partial_sum(start_.begin(), start_.end(), start_.begin());
    pairs_.resize(found.size());
    for (std::size_t i = found.size(); i-- > 0;) {
      const OrderedPair p = ordered(found[i]);
      pairs_[--start_[at(p.first)]] = p;
    }
    const auto before = [](const OrderedPair& a, const OrderedPair& b) {
      return a.second < b.second;
    };
    for (std::size_t s = 0; s + 1 < start_.size(); ++s) {
      const auto of_shape = std::span(pairs_).subspan(start_[s], start_[s + 1] - start_[s]);
      if (!std::is_sorted(of_shape.begin(), of_shape.end(), before))
        std::sort(of_shape.begin(), of_shape.end(), before);
    }
  }

  /// Around where the shape may come within the step.
  void set_bounds(const PlacedShape<D>& shape, const State& x, double h, double push,
                  std::size_t i) {
    const Carrier& body = carriers_[i];
    Way& way = ways_[i];
    way = {};
    const Eigen::Index dofs = body.dofs;
    if (body.moves()) way.ahead = further * h * x.v.segment(body.dof, D);
    // what is flat has a size all the same: at rest on it a point has no way to be seen by
    const double size = shape.extent > 0 ? shape.extent : shape.reach;
    if (std::isfinite(size)) way.slack = std::clamp(push, least_ahead * size, most_ahead * size);
    if (dofs > D)
      way.slack += further * h * x.v.segment(body.dof + D, dofs - D).norm() * shape.reach;
    way.length = way.ahead.norm();
    bounds_[i] = ShapesOf<D>::bounds(shape.shape, poses_.shapes[i]);
    bounds_[i].lower += way.ahead.cwiseMin(0);
    bounds_[i].upper += way.ahead.cwiseMax(0);
    const double around = way.slack + (shape.sheet ? depths_[i] : 0);
    bounds_[i].lower.array() -= around;
    bounds_[i].upper.array() += around;
  }

  /// How deep others have sunk into each sheet: so far behind it they are still looked for.
  void measure_depths(const Model& model, const Collision<D>& collision) {
    depths_.assign(collision.shapes.size(), 0);
    for (const Candidate& c : model.candidates) {
      const PlacedShape<D>& a = collision.shapes[at(c.first)];
      const PlacedShape<D>& b = collision.shapes[at(c.second)];
      if (!a.sheet && !b.sheet) continue;
      const double depth = -meet(a, b, c).gap;
      for (const std::int32_t i : {c.first, c.second})
        depths_[at(i)] = std::max(depths_[at(i)], depth);
    }
  }

  [[nodiscard]] ContactPoint<D> meet(const PlacedShape<D>& a, const PlacedShape<D>& b,
                                     const Candidate& c) const {
    return ShapesOf<D>::functions(a.shape, b.shape)
        .evaluate(a.shape, poses_.shapes[at(c.first)], b.shape, poses_.shapes[at(c.second)],
                  c.feature);
  }

  /// The features of one pair. `old` begins with those of the pair.
  void add(const Collision<D>& collision, const OrderedPair& pair, std::span<const Candidate> old,
           std::vector<Candidate>& out) {
    const PlacedShape<D>& a = collision.shapes[at(pair.first)];
    const PlacedShape<D>& b = collision.shapes[at(pair.second)];
    const Pose<D>& at_a = poses_.shapes[at(pair.first)];
    const Pose<D>& at_b = poses_.shapes[at(pair.second)];
    const Way& of_a = ways_[at(pair.first)];
    const Way& of_b = ways_[at(pair.second)];
    const double margin = of_a.length + of_b.length + of_a.slack + of_b.slack;
    const auto functions = ShapesOf<D>::functions(a.shape, b.shape);
    features_.clear();
    if (const Sunk sunk = sunk_into_sheet(a, b, pair, old); sunk.depth > 0) {
      Pose<D> lifted = at_a;
      lifted.position += sunk.depth * sunk.normal;
      functions.detect(a.shape, lifted, b.shape, at_b, margin + sunk.depth, features_);
    } else {
      functions.detect(a.shape, at_a, b.shape, at_b, margin, features_);
    }
    found_.clear();
    for (const Feature feature : features_) {
      Candidate c;
      c.first = pair.first;
      c.second = pair.second;
      c.feature = feature;
      c.meeting = pair.meeting;
      auto same = old.begin();
      while (same != old.end() && comes_before(*same, c)) ++same;
      const bool known = same != old.end() && identity(*same) == identity(c);
      if (known) c.axis = same->axis;
      const ContactPoint<D> point = functions.evaluate(a.shape, at_a, b.shape, at_b, feature);
      const bool hollow = a.hollow || b.hollow;
      if (hollow || point.gap <= approach(of_a, of_b, point.normal))
        found_.push_back({c, point, known});
    }
    if (functions.still_over != nullptr) keep_sunk(a, b, pair, old);
    if (found_.size() == 1)
      hand_over(found_[0], out);
    else
      hand_over_found(a, b, out);
  }

  static void hand_over(Found& f, std::vector<Candidate>& out) {
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

  /// Where several features meet in one place, as at the corners of boxes that lie flush, they say
  /// the same: one of them stays, if possible one that was there before.
  void hand_over_found(const PlacedShape<D>& a, const PlacedShape<D>& b,
                       std::vector<Candidate>& out) {
    if (found_.size() > 1) {
      std::stable_sort(found_.begin(), found_.end(),
                       [](const Found& x, const Found& y) { return x.known > y.known; });
    }
    const double near = same_place * std::min({a.extent, b.extent, a.reach, b.reach});
    const std::size_t before = out.size();
    kept_.clear();
    for (Found& f : found_) {
      const auto is_same = [&](const ContactPoint<D>& other) {
        return (f.point.on_first - other.on_first).norm() <= near &&
               (f.point.on_second - other.on_second).norm() <= near &&
               f.point.normal.dot(other.normal) >= 1 - 1e-9;
      };
      if (std::any_of(kept_.begin(), kept_.end(), is_same)) continue;
      kept_.push_back(f.point);
      hand_over(f, out);
    }
    if (out.size() > before + 1)
      std::sort(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(), comes_before);
  }

  /// How deep the one is in the other, and along which normal it went in.
  struct Sunk {
    double depth = 0;
    Point<D> normal = Point<D>::Zero();
  };

  /// A sheet can not tell its sides apart: what has sunk into it is looked for where it would be if
  /// it had not.
  [[nodiscard]] Sunk sunk_into_sheet(const PlacedShape<D>& a, const PlacedShape<D>& b,
                                     const OrderedPair& pair,
                                     std::span<const Candidate> old) const {
    Sunk deepest;
    const double near = on_sheet(a, b);
    if (near == 0) return deepest;
    for (const Candidate& c : old) {
      if (c.first != pair.first || c.second != pair.second) break;
      const ContactPoint<D> point = meet(a, b, c);
      if (near - point.gap > deepest.depth) deepest = {near - point.gap, point.normal};
    }
    return deepest;
  }

  /// What rounding may put on the other side of a sheet, in m; 0 of solids.
  static double on_sheet(const PlacedShape<D>& a, const PlacedShape<D>& b) {
    if (!a.sheet && !b.sheet) return 0;
    const double least = std::min(a.reach, b.reach);  // 0 of a point
    return 1e-9 * (least > 0 ? least : std::max(a.reach, b.reach));
  }

  /// What had touched and has sunk through the other is not on its other side: by positions alone a
  /// thin body would let it fall. Points on sheets go on; those of solids do but for where all that
  /// is found now has turned aside, as at the end of a face.
  void keep_sunk(const PlacedShape<D>& a, const PlacedShape<D>& b, const OrderedPair& pair,
                 std::span<const Candidate> old) {
    const auto functions = ShapesOf<D>::functions(a.shape, b.shape);
    const std::size_t seen = found_.size();
    const auto opposes = [](const Point<D>& n) {
      return [&n](const Found& f) { return f.point.normal.dot(n) < -0.5; };
    };
    for (const Candidate& c : old) {
      if (c.first != pair.first || c.second != pair.second) break;
      const auto end = found_.begin() + static_cast<std::ptrdiff_t>(seen);
      const auto is_it = [&](const Found& f) { return f.candidate.feature == c.feature; };
      if (std::any_of(found_.begin(), end, is_it)) continue;
      const ContactPoint<D> point = meet(a, b, c);
      if (point.gap >= on_sheet(a, b)) continue;
      const auto is_along = [&](const Found& f) {
        const double cosine = f.point.normal.dot(point.normal);
        return cosine > 0.9 || cosine < -0.5;
      };
      const bool lost =
          a.sheet || b.sheet || seen == 0 || std::any_of(found_.begin(), end, is_along);
      if (lost && functions.still_over(a.shape, poses_.shapes[at(c.first)], b.shape,
                                       poses_.shapes[at(c.second)], c.feature))
        found_.push_back({c, point, true});
    }
    if (found_.size() == seen) return;
    const Point<D> n = found_.back().point.normal;
    std::erase_if(found_, opposes(n));
  }

  /// How far a shape may come within the step.
  struct Way {
    Point<D> ahead = Point<D>::Zero();
    double length = 0;  // of it
    double slack = 0;   // by turning, and by being pushed
  };

  /// How much nearer along the normal two shapes may come, if something stops one of them or none.
  /// The distance of convex shapes is a convex function of their way: it does not fall by more.
  static double approach(const Way& a, const Way& b, const Point<D>& normal) {
    return std::max(0.0, -normal.dot(a.ahead)) + std::max(0.0, normal.dot(b.ahead)) + a.slack +
           b.slack;
  }

  MeetingRules rules_;
  std::vector<Carrier> carriers_;     // by shape
  std::vector<std::int32_t> moving_;  // first degrees of freedom of the bodies with mass
  PosesOf<D> poses_;
  std::vector<Bounds<D>> bounds_;
  std::vector<Way> ways_;
  std::vector<double> depths_;  // by shape; where there are sheets
  Seams<D> seams_;
  BroadPhase<D> broad_phase_;
  std::vector<Bounds<D>> wide_;     // what it was last asked for,
  std::vector<OrderedPair> pairs_;  //   and its answer
  std::vector<std::size_t> start_;  // by first shape: its first pair
  std::vector<Feature> features_;
  std::vector<Found> found_;
  std::vector<ContactPoint<D>> kept_;
};

}  // namespace saltus
