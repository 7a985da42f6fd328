// SPDX-License-Identifier: Apache-2.0
// What a scheme may have besides step(): memory of its own, a start, models that it refuses,
// multipliers that it writes, a shorter step for impacts, steps that it splits or chooses itself. A
// scheme without one of them says nothing about it.
#pragma once

#include <string>

#include "saltus/schemes/workspace.h"

namespace saltus {

/// `struct Work : Workspace` of the scheme, made once per run, or the common workspace.
template <class S>
struct WorkOfScheme {
  using Type = Workspace;
};
template <class S>
requires requires { typename S::Work; }
struct WorkOfScheme<S> {
  using Type = typename S::Work;
};
template <class S>
using WorkOf = typename WorkOfScheme<S>::Type;

/// start(scheme, model, solver, h, rows, x, w): what the first step needs in the state, such as
/// accelerations that belong to the initial data.
template <class S>
[[nodiscard]] StepStatus start_of(const S& scheme, const Model& model, const Solver& solver,
                                  double h, const ConstraintRows& rows, State& x, WorkOf<S>& w) {
  if constexpr (requires { start(scheme, model, solver, h, rows, x, w); }) {
    return start(scheme, model, solver, h, rows, x, w);
  } else {
    return StepStatus::ok;
  }
}

/// `static constexpr bool locates = true`: the scheme splits its steps at events, which it writes
/// into w.events; a call of step() may cover a part of h (report.covered), also nothing of it (an
/// impact at once). It stops at the model's breakpoints. It leaves the rows at `next` in w.end.
/// Such a scheme has also
///   part(scheme, model, solver, r, rows, x, out, w): the state r after x on the step from x that
///   was just taken, where nothing happens before its end.
template <class S>
inline constexpr bool locates_events = requires {
  S::locates;
};

/// refusal(scheme, model): why the scheme cannot run this model; "" where it can.
template <class S>
[[nodiscard]] std::string refusal_of(const S& scheme, const Model& model) {
  if constexpr (locates_events<S>) {
    if (has_shape_contacts(model))
      return "it does not locate contacts between shapes; use combined-projection or moreau-jean";
    if (model.friction_in_space)
      return "it locates stick and slip of planar friction only, not of friction in space; use "
             "combined-projection or moreau-jean";
  }
  if constexpr (requires { refusal(scheme, model); }) {
    return refusal(scheme, model);
  } else {
    return {};
  }
}

/// The option impact_step: with which step a step with an impact is repeated; 0: it is not.
template <class S>
[[nodiscard]] double impact_step_of(const S& scheme) {
  if constexpr (requires { scheme.impact_step; }) {
    return scheme.impact_step;
  } else {
    return 0;
  }
}

/// chooses_step(scheme): the scheme takes steps of its own choice up to the h that it is given.
template <class S>
[[nodiscard]] bool chooses_step_of(const S& scheme) {
  if constexpr (requires { chooses_step(scheme); }) {
    return chooses_step(scheme);
  } else {
    return false;
  }
}

template <class S>
[[nodiscard]] constexpr Multipliers multipliers_of() {
  if constexpr (requires { S::multipliers; }) {
    return S::multipliers;
  } else {
    return {};
  }
}

}  // namespace saltus
