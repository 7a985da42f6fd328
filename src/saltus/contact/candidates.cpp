// SPDX-License-Identifier: Apache-2.0
// What was found gets its number and its places in the model's tables; what was there is
// recognised.
#include "saltus/contact/candidates.h"

#include <algorithm>
#include <tuple>
#include <variant>

#include "saltus/base/error.h"
#include "saltus/contact/candidate_finder.h"

namespace saltus {
namespace {

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

/// Where a candidate's rows stood, before the contacts changed.
struct Old {
  std::int32_t function;
  std::int32_t value;
  std::uint8_t axis;
};

}  // namespace

struct CandidateSearch::Impl {
  std::variant<std::monostate, CandidateFinder<2>, CandidateFinder<3>> search;
  std::vector<Candidate> found;
  std::vector<std::int32_t> came_from;
  std::vector<Old> were;             // by candidate before
  std::vector<std::uint8_t> is_new;  // by group
  std::vector<double> data, u;       // scratch of follow()
  std::vector<Numbered> numbers;     // scratch

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
    const auto by_bodies = [](const Numbered& a, const Numbered& b) {
      return std::tie(a.first, a.second, a.index) < std::tie(b.first, b.second, b.index);
    };
    const auto by_number = [](const Numbered& a, const Numbered& b) {
      return std::tie(a.number, a.index) < std::tie(b.number, b.index);
    };
    // they are sorted by shapes already, which stand body by body
    if (!std::is_sorted(numbers.begin(), numbers.end(), by_bodies))
      std::sort(numbers.begin(), numbers.end(), by_bodies);
    for (std::size_t i = 0; i < numbers.size();) {
      std::size_t end = i;
      while (end < numbers.size() && numbers[end].is_of(numbers[i])) ++end;
      std::sort(numbers.begin() + static_cast<std::ptrdiff_t>(i),
                numbers.begin() + static_cast<std::ptrdiff_t>(end), by_number);
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
    were.clear();
    for (const Candidate& c : model.candidates)
      were.push_back({c.function, model.functions[at(c.function)].value, c.axis});
    model.candidates = found;
    model.contacts.resize(model.own_contacts + found.size());
    model.functions.resize(model.own_functions);
    model.row_dofs.resize(model.own_row_dofs);
    model.row_clusters.resize(model.own_row_clusters);
    model.function_data = model.own_function_data;
    auto group = static_cast<std::int32_t>(model.groups.size());
    Contact* next = model.contacts.data() + model.own_contacts;
    for (Candidate& c : model.candidates) {
      const Meeting& meeting = collision.meetings[at(c.meeting)];
      Contact& contact = *next++;
      contact.e = meeting.e;
      contact.e_t = meeting.e_t;
      contact.mu = meeting.mu;
      c.function = contact.gap = static_cast<std::int32_t>(model.functions.size());
      const bool slides = contact.mu > 0 || contact.e_t > 0;
      contact.tangent = slides ? contact.gap + 1 : -1;
      contact.tangent_2 = slides && D == 3 ? contact.gap + 2 : -1;
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
  if (const auto* planar = collision_of<2>(model.shapes))
    impl_->search.emplace<CandidateFinder<2>>(*planar);
  if (const auto* spatial = collision_of<3>(model.shapes))
    impl_->search.emplace<CandidateFinder<3>>(*spatial);
}
CandidateSearch::CandidateSearch(CandidateSearch&&) noexcept = default;
CandidateSearch& CandidateSearch::operator=(CandidateSearch&&) noexcept = default;
CandidateSearch::~CandidateSearch() = default;

bool CandidateSearch::refresh(const State& x, double h, Model& model) {
  const auto run = [&]<int D>(CandidateFinder<D>& search) {
    const auto& collision = *collision_of<D>(model.shapes);
    search.find(model, collision, x, h, impl_->found);
    if (!impl_->recognise(model)) return false;
    impl_->number_points(collision);
    impl_->write_tables(collision, model);
    return true;
  };
  if (auto* planar = std::get_if<CandidateFinder<2>>(&impl_->search)) return run(*planar);
  if (auto* spatial = std::get_if<CandidateFinder<3>>(&impl_->search)) return run(*spatial);
  return false;
}

void CandidateSearch::restore(const std::vector<Candidate>& candidates, Model& model) {
  const auto run = [&]<int D>(const Collision<D>& collision) {
    const auto is_of = [](std::int32_t i, std::size_t n) { return i >= 0 && at(i) < n; };
    for (const Candidate& c : candidates) {
      if (!is_of(c.first, collision.shapes.size()) || !is_of(c.second, collision.shapes.size()) ||
          !is_of(c.meeting, collision.meetings.size()) || c.axis >= D) {
        throw FileError("the checkpoint is damaged");
      }
    }
    impl_->found = candidates;
    impl_->write_tables(collision, model);
  };
  if (const auto* planar = collision_of<2>(model.shapes)) run(*planar);
  if (const auto* spatial = collision_of<3>(model.shapes)) run(*spatial);
}

std::span<const std::uint8_t> CandidateSearch::follow(const Model& model,
                                                      ConstraintRows& rows) const {
  Impl& m = *impl_;
  m.data.resize(at(model.function_data));
  std::copy_n(rows.data.begin(), model.own_function_data, m.data.begin());
  m.u.resize(model.functions.size());
  std::copy_n(rows.u.begin(), model.own_functions, m.u.begin());
  m.is_new.assign(group_count(model), 0);
  for (std::size_t i = 0; i < model.candidates.size(); ++i) {
    const Candidate& c = model.candidates[i];
    const std::int32_t old = m.came_from[model.own_contacts + i];
    const std::int32_t before = old - static_cast<std::int32_t>(model.own_contacts);
    if (old < 0 || m.were[at(before)].axis != c.axis) {
      m.is_new[model.groups.size() + i] = 1;
      continue;
    }
    const FunctionPlace& gap = model.functions[at(c.function)];
    const std::int32_t functions = gap.rate - gap.value;
    std::copy_n(rows.data.begin() + m.were[at(before)].value, functions * (2 + gap.dof_count),
                m.data.begin() + gap.value);
    std::copy_n(rows.u.begin() + m.were[at(before)].function, functions, m.u.begin() + c.function);
  }
  rows.data.swap(m.data);
  rows.u.swap(m.u);
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
