// SPDX-License-Identifier: Apache-2.0
// The search for contacts between shapes, made between two steps: what may touch during the next
// one becomes a contact of the model, with rows of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "saltus/contact/rows.h"

namespace saltus {

class CandidateSearch {
 public:
  explicit CandidateSearch(const Model& model);
  CandidateSearch(CandidateSearch&&) noexcept;
  CandidateSearch& operator=(CandidateSearch&&) noexcept;
  CandidateSearch(const CandidateSearch&) = delete;
  CandidateSearch& operator=(const CandidateSearch&) = delete;
  ~CandidateSearch();

  /// Finds what may touch within the time h from the state on. True where the model's contacts have
  /// changed; came_from() then tells, by contact, its number before, or −1. A point between the
  /// same features of the same shapes is the same contact. `poses` may be of any position; of that
  /// of x nothing is computed anew.
  bool refresh(const State& x, double h, ShapePoses& poses, Model& model);
  /// These become the model's contacts, as a search has found them before; they are sorted. Throws
  /// FileError where they cannot be the model's.
  void restore(const std::vector<Candidate>& candidates, Model& model);
  [[nodiscard]] const std::vector<std::int32_t>& came_from() const;
  /// Brings rows that were evaluated with the contacts before to those of now. Returns, by group,
  /// which of them have to be evaluated: those of new candidates.
  std::span<const std::uint8_t> follow(const Model& model, ConstraintRows& rows) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// What is known by contact, brought to the contacts that are there now; 0 where one is new.
template <class List>
void follow(const std::vector<std::int32_t>& came_from, List& list) {
  List now(came_from.size());
  auto out = now.begin();
  for (const std::int32_t old : came_from)
    *out++ = old < 0 ? typename List::value_type{} : list.begin()[old];
  list = std::move(now);
}

/// The same of all that a state knows by contact.
void follow(const std::vector<std::int32_t>& came_from, State& x);

}  // namespace saltus
