// SPDX-License-Identifier: Apache-2.0
// The model as the steps of one run see it: the contacts between shapes come and go.
#pragma once

#include <optional>

#include "saltus/contact/candidates.h"
#include "saltus/run/checkpoint.h"

namespace saltus {

class Contacts {
 public:
  /// The given model must outlive this; without shapes it is used as it is.
  explicit Contacts(const Model& given) : given_(&given), model_(&given) {
    if (!has_shape_contacts(given)) return;
    own_ = given;
    model_ = &*own_;
    search_.emplace(given);
  }
  Contacts(const Contacts&) = delete;
  Contacts& operator=(const Contacts&) = delete;
  Contacts(Contacts&&) = delete;
  Contacts& operator=(Contacts&&) = delete;
  ~Contacts() = default;

  [[nodiscard]] const Model& model() const { return *model_; }
  /// True where the model's contacts have changed. `poses`: best of the same position.
  bool search(const State& x, double h, ShapePoses& poses) {
    return search_ && search_->refresh(x, h, poses, *own_);
  }
  bool search(const State& x, double h) {
    ShapePoses poses;
    return search(x, h, poses);
  }
  /// By contact, its number before, or −1.
  [[nodiscard]] const std::vector<std::int32_t>& came_from() const { return search_->came_from(); }

  /// What the search remembers but for the contacts themselves.
  void forget() {
    if (search_) search_.emplace(*given_);
  }
  /// The contacts that there are now, to a checkpoint or back.
  template <class A>
  void pass_on(A& archive) {
    std::vector<Candidate> candidates = model_->candidates;
    saltus::pass_on(archive, candidates);
    if constexpr (A::reads) {
      if (!candidates.empty() && !search_) throw FileError("the checkpoint is damaged");
      if (search_) search_->restore(candidates, *own_);
    }
  }

  /// Rows of the state that was searched at follow: copied, or evaluated where a contact is new.
  void follow(const State& x, RowWork& work, ConstraintRows& rows) const {
    const std::span<const std::uint8_t> fresh = search_->follow(*model_, rows);
    evaluate(*model_, x.t, x.q, fresh, work, rows);
    for (std::size_t k = 0; k < model_->candidates.size(); ++k) {
      if (fresh[model_->groups.size() + k] == 0) continue;
      const Contact& c = model_->contacts[model_->own_contacts + k];
      for (const std::int32_t f : {c.gap, c.tangent, c.tangent_2})
        if (f >= 0) rows.u[static_cast<std::size_t>(f)] = velocity(*model_, rows, f, x.v);
    }
  }

 private:
  const Model* given_;
  const Model* model_;
  std::optional<Model> own_;
  std::optional<CandidateSearch> search_;
};

}  // namespace saltus
