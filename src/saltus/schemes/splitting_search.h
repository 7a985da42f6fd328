// SPDX-License-Identifier: Apache-2.0
// Which contact hits first on the path of a trial step. For the files of the splitting schemes
// only.
#pragma once

#include <algorithm>
#include <optional>

#include "saltus/schemes/splitting.h"

namespace saltus {

/// The gaps along the path of a trial step of length r. `Path` has at(s, q, v).
template <class Path>
class PathSearch {
 public:
  PathSearch(const SplitStep& step, const Path& path, double r) : step_(step), path_(path), r_(r) {}

  /// (2) the first hit of all contacts that are not closed
  [[nodiscard]] std::optional<Hit> first() {
    std::optional<Hit> first;
    for (std::size_t i = 0; i < step_.w.closed.size(); ++i) {
      if (step_.w.closed[i] != 0) continue;
      const std::optional<Hit> hit = of_contact(i);
      if (hit && (!first || hit->s < first->s)) first = hit;
    }
    return first;
  }

 private:
  [[nodiscard]] std::optional<Hit> of_contact(std::size_t i) {
    const auto contact = static_cast<std::int32_t>(i);
    const GapPoint a = gap_point(step_, *step_.start, i, 0);
    const GapPoint b = gap_point(step_, step_.w.end, i, r_);
    const std::int32_t gap = step_.model.contacts[i].gap;
    const double epsilon = std::max(step_.rules.epsilon,
                                    4e-16 * terms_of(step_.model, step_.w.end, gap, step_.next.q));
    GapSearch search(epsilon, a);
    if (const auto s = along(i, a, b, refinements, search))
      return Hit{*s, contact, false, search.closed_at()};
    // it starts closed and falls before it gets off; it may be back at the end
    const double dip = epsilon + 1e-6 * std::max(b.g, 0.0);
    const bool ends_below = !search.was_above() && b.g < -epsilon && b.u < 0;
    if (!ends_below && !(search.deepest() < -dip)) return std::nullopt;
    if (a.u <= 0) return Hit{0, contact, false, r_};
    return Hit{search.highest_at(), contact, true, r_};
  }

  /// Two cubics over the piece. Where both stay open but may hide a dip — they miss the gap in the
  /// middle by about as much as they stay above zero — the halves are looked at in turn.
  [[nodiscard]] std::optional<double> along(std::size_t i, const GapPoint& a, const GapPoint& b,
                                            int depth, GapSearch& search) {
    const GapPoint m = middle(i, a, b);
    const double miss = std::abs(gap_between(a, b, m.s) - m.g);
    GapSearch probe = search;
    probe.forget_lowest();
    std::optional<double> s = probe.add(a, m);
    if (!s) s = probe.add(m, b);
    const bool may_hide = !s && probe.lowest() < 8 * miss && miss > step_.rules.epsilon;
    if (!may_hide || depth == 0) {
      search = probe;
      return s;
    }
    s = along(i, a, m, depth - 1, search);
    return s ? s : along(i, m, b, depth - 1, search);
  }

  /// The gap in the middle. That of the whole step is evaluated once for all contacts.
  [[nodiscard]] GapPoint middle(std::size_t i, const GapPoint& a, const GapPoint& b) {
    const double s = 0.5 * (a.s + b.s);
    SplitWork& w = step_.w;
    if (s != known_) {
      known_ = s;
      path_.at(s, w.q_hat, w.v_mean);
      evaluate(step_.model, step_.time(s), w.q_hat, w.row_tapes, w.between);
      set_velocities(step_.model, w.v_mean, w.between);
    }
    return gap_point(step_, w.between, i, s);
  }

  static constexpr int refinements = 5;
  const SplitStep& step_;
  const Path& path_;
  double r_;
  double known_ = -1;
};

}  // namespace saltus
