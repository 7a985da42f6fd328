// SPDX-License-Identifier: Apache-2.0
// The model as the steps of one run see it: the contacts between shapes come and go.
#pragma once

#include <optional>

#include "saltus/contact/candidates.h"

namespace saltus {

class Contacts {
 public:
  /// The given model must outlive this; without shapes it is used as it is.
  explicit Contacts(const Model& given) : model_(&given) {
    if (!has_shapes(given)) return;
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
  /// True where the model's contacts have changed.
  bool search(const State& x, double h) { return search_ && search_->refresh(x, h, *own_); }
  /// By contact, its number before, or −1.
  [[nodiscard]] const std::vector<std::int32_t>& came_from() const { return search_->came_from(); }

  /// Rows of the state that was searched at follow: copied, or evaluated where a contact is new.
  void follow(const State& x, RowWork& work, ConstraintRows& rows) const {
    evaluate(*model_, x.t, x.q, search_->follow(*model_, rows), work, rows);
    set_velocities(*model_, x.v, rows);
  }

 private:
  const Model* model_;
  std::optional<Model> own_;
  std::optional<CandidateSearch> search_;
};

}  // namespace saltus
