// SPDX-License-Identifier: Apache-2.0
// Two states with their rows: the accepted one and the one being computed.
#pragma once

#include <array>
#include <utility>

#include "saltus/contact/rows.h"
#include "saltus/model/model.h"

namespace saltus {

struct Pair {
  explicit Pair(const Model& model)
      : states{initial_state(model), initial_state(model)},
        all_rows{make_rows(model), make_rows(model)} {}
  Pair(const Pair&) = delete;  // its pointers point into itself
  Pair& operator=(const Pair&) = delete;
  Pair(Pair&&) = delete;
  Pair& operator=(Pair&&) = delete;
  ~Pair() = default;

  /// They change places.
  void accept() {
    std::swap(x, next);
    std::swap(rows, rows_next);
  }

  std::array<State, 2> states;
  std::array<ConstraintRows, 2> all_rows;
  State* x = states.data();
  State* next = states.data() + 1;
  ConstraintRows* rows = all_rows.data();
  ConstraintRows* rows_next = all_rows.data() + 1;
};

}  // namespace saltus
