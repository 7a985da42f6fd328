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
  std::int32_t gradient;
  std::uint8_t axis;
};

/// How many functions the contact of a candidate has.
std::int32_t functions_of(const Contact& c) {
  return 1 + (c.tangent >= 0 ? 1 : 0) + (c.tangent_2 >= 0 ? 1 : 0);
}

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
    came_from.reserve(model.own_contacts + found.size());
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
  void number_points(const std::vector<Carrier>& carriers) {
    const auto bodies = [&](std::size_t i) {
      return std::pair(carriers[at(found[i].first)].body, carriers[at(found[i].second)].body);
    };
    const auto list = [&](std::size_t i, std::size_t end) {
      numbers.clear();
      for (; i < end; ++i)
        numbers.push_back({bodies(i).first, bodies(i).second, found[i].number, i});
    };
    bool is_sorted = true;  // as they are by shapes, where bodies have one each
    for (std::size_t i = 1; i < found.size() && is_sorted; ++i)
      is_sorted = bodies(i - 1) <= bodies(i);
    for (std::size_t i = 0; i < found.size() && is_sorted;) {
      std::size_t end = i + 1;
      while (end < found.size() && bodies(end) == bodies(i)) ++end;
      if (end - i == 1) {
        found[i].number = std::max(found[i].number, 1);
      } else {
        list(i, end);
        number_listed();
      }
      i = end;
    }
    if (is_sorted) return;
    list(0, found.size());
    std::sort(numbers.begin(), numbers.end(), [](const Numbered& a, const Numbered& b) {
      return std::tie(a.first, a.second, a.index) < std::tie(b.first, b.second, b.index);
    });
    number_listed();
  }

  /// Of `numbers`, where the points of two bodies stand together.
  void number_listed() {
    const auto by_number = [](const Numbered& a, const Numbered& b) {
      return std::tie(a.number, a.index) < std::tie(b.number, b.index);
    };
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
  static void list_dofs(Model& model, const Carrier& first, const Carrier& second, Candidate& c,
                        FunctionPlace& place) {
    place.dofs = static_cast<std::int32_t>(model.row_dofs.size());
    place.clusters = static_cast<std::int32_t>(model.row_clusters.size());
    const auto add = [&](const Carrier& body) {
      model.row_clusters.push_back(body.cluster);
      const std::size_t end = model.row_dofs.size();
      model.row_dofs.resize(end + at(body.cluster_dofs));
      for (std::int32_t i = 0; i < body.cluster_dofs; ++i)
        model.row_dofs[end + at(i)] = body.first_dof + i;
    };
    const bool share = first.moves() && first.cluster == second.cluster;
    if (first.moves()) add(first);
    if (second.moves() && !share) add(second);
    place.dof_count = static_cast<std::int32_t>(model.row_dofs.size()) - place.dofs;
    place.cluster_count = static_cast<std::int32_t>(model.row_clusters.size()) - place.clusters;
    const std::int32_t of_first = first.moves() && !share ? first.cluster_dofs : 0;
    c.at_first = first.moves() ? first.dof - first.first_dof : -1;
    c.at_second = second.moves() ? of_first + second.dof - second.first_dof : -1;
  }

  /// What is found becomes the model's. Of each candidate there are one gap and the gradients; the
  /// displacements along the tangents and all rates are one zero, in front of the gaps.
  template <int D>
  void write_tables(const Collision<D>& collision, const std::vector<Carrier>& carriers,
                    Model& model) {
    were.clear();
    for (const Candidate& c : model.candidates) {
      const FunctionPlace& gap = model.functions[at(c.function)];
      were.push_back({c.function, gap.value, gap.gradient, c.axis});
    }
    model.candidates.swap(found);
    const auto count = static_cast<std::int32_t>(model.candidates.size());
    model.contacts.resize(model.own_contacts + model.candidates.size());
    std::size_t functions = model.own_functions;
    for (const Candidate& c : model.candidates)
      functions += at(rows_of<D>(collision.meetings[at(c.meeting)]));
    model.functions.resize(functions);
    model.row_dofs.resize(model.own_row_dofs);
    model.row_clusters.resize(model.own_row_clusters);
    const std::int32_t zero = model.own_function_data;
    std::int32_t gap = zero + 1;
    std::int32_t gradient = gap + count;
    auto function = static_cast<std::int32_t>(model.own_functions);
    auto group = static_cast<std::int32_t>(model.groups.size());
    Contact* next = model.contacts.data() + model.own_contacts;
    for (Candidate& c : model.candidates) {
      const Meeting& meeting = collision.meetings[at(c.meeting)];
      Contact& contact = *next++;
      contact.e = meeting.e;
      contact.e_t = meeting.e_t;
      contact.mu = meeting.mu;
      c.function = contact.gap = function;
      const std::int32_t rows = rows_of<D>(meeting);
      contact.tangent = rows > 1 ? contact.gap + 1 : -1;
      contact.tangent_2 = rows > 2 ? contact.gap + 2 : -1;
      FunctionPlace place;
      place.group = group++;
      place.rate = zero;
      list_dofs(model, carriers[at(c.first)], carriers[at(c.second)], c, place);
      for (std::int32_t r = 0; r < rows; ++r) {
        place.value = r == 0 ? gap : zero;
        place.gradient = gradient;
        model.functions[at(function++)] = place;
        gradient += place.dof_count;
      }
      ++gap;
    }
    model.function_data = gradient;
  }

  /// A gap, and where there is friction the tangents.
  template <int D>
  static std::int32_t rows_of(const Meeting& meeting) {
    return meeting.mu > 0 || meeting.e_t > 0 ? D : 1;
  }
};

CandidateSearch::CandidateSearch(const Model& model) : impl_(std::make_unique<Impl>()) {
  if (const auto* planar = collision_of<2>(model.shapes))
    impl_->search.emplace<CandidateFinder<2>>(model, *planar);
  if (const auto* spatial = collision_of<3>(model.shapes))
    impl_->search.emplace<CandidateFinder<3>>(model, *spatial);
}
CandidateSearch::CandidateSearch(CandidateSearch&&) noexcept = default;
CandidateSearch& CandidateSearch::operator=(CandidateSearch&&) noexcept = default;
CandidateSearch::~CandidateSearch() = default;

bool CandidateSearch::refresh(const State& x, double h, ShapePoses& poses, Model& model) {
  const auto run = [&]<int D>(CandidateFinder<D>& search, PosesOf<D>& placed) {
    const auto& collision = *collision_of<D>(model.shapes);
    search.find(model, collision, x, h, placed, impl_->found);
    if (!impl_->recognise(model)) return false;
    impl_->number_points(search.carriers());
    impl_->write_tables(collision, search.carriers(), model);
    return true;
  };
  if (auto* planar = std::get_if<CandidateFinder<2>>(&impl_->search))
    return run(*planar, poses.planar);
  if (auto* spatial = std::get_if<CandidateFinder<3>>(&impl_->search))
    return run(*spatial, poses.spatial);
  return false;
}

void CandidateSearch::restore(const std::vector<Candidate>& candidates, Model& model) {
  const auto run = [&]<int D>(const CandidateFinder<D>& search) {
    const auto& collision = *collision_of<D>(model.shapes);
    const auto is_of = [](std::int32_t i, std::size_t n) { return i >= 0 && at(i) < n; };
    for (const Candidate& c : candidates) {
      if (!is_of(c.first, collision.shapes.size()) || !is_of(c.second, collision.shapes.size()) ||
          !is_of(c.meeting, collision.meetings.size()) || c.axis >= D) {
        throw FileError("the checkpoint is damaged");
      }
    }
    impl_->found = candidates;
    impl_->write_tables(collision, search.carriers(), model);
  };
  if (const auto* planar = std::get_if<CandidateFinder<2>>(&impl_->search)) run(*planar);
  if (const auto* spatial = std::get_if<CandidateFinder<3>>(&impl_->search)) run(*spatial);
}

std::span<const std::uint8_t> CandidateSearch::follow(const Model& model,
                                                      ConstraintRows& rows) const {
  Impl& m = *impl_;
  m.data.resize(at(model.function_data));
  std::copy_n(rows.data.begin(), model.own_function_data, m.data.begin());
  m.u.resize(model.functions.size());
  std::copy_n(rows.u.begin(), model.own_functions, m.u.begin());
  if (!model.candidates.empty()) m.data[at(model.own_function_data)] = 0;
  m.is_new.assign(group_count(model), 0);
  for (std::size_t i = 0; i < model.candidates.size(); ++i) {
    const Candidate& c = model.candidates[i];
    const std::int32_t old = m.came_from[model.own_contacts + i];
    const std::int32_t before = old - static_cast<std::int32_t>(model.own_contacts);
    if (old < 0 || m.were[at(before)].axis != c.axis) {
      m.is_new[model.groups.size() + i] = 1;
      continue;
    }
    const Old& was = m.were[at(before)];
    const FunctionPlace& gap = model.functions[at(c.function)];
    const std::int32_t functions = functions_of(model.contacts[model.own_contacts + i]);
    m.data[at(gap.value)] = rows.data[at(was.value)];
    std::copy_n(rows.data.begin() + was.gradient, functions * gap.dof_count,
                m.data.begin() + gap.gradient);
    std::copy_n(rows.u.begin() + was.function, functions, m.u.begin() + c.function);
  }
  rows.data.swap(m.data);
  rows.u.swap(m.u);
  return m.is_new;
}

const std::vector<std::int32_t>& CandidateSearch::came_from() const { return impl_->came_from; }

void follow(const std::vector<std::int32_t>& came_from, State& x) {
  for (Vec* p : {&x.p_normal, &x.p_tangent, &x.p_tangent_2, &x.tau_normal}) follow(came_from, *p);
  // of the schemes that locate impacts, which have no contacts between shapes
  x.split.closed.assign(came_from.size(), 0);
  x.split.returns.assign(came_from.size(), 0);
  x.split.t_hit.assign(came_from.size(), 0);
}

}  // namespace saltus
