// SPDX-License-Identifier: Apache-2.0
// The loop: steps, certificate, ledger, recording, failure policy.
#pragma once

#include <optional>
#include <span>

#include "saltus/model/description.h"
#include "saltus/record/recorder.h"
#include "saltus/run/certificate.h"
#include "saltus/run/failure.h"
#include "saltus/run/grid.h"
#include "saltus/schemes/list.h"

namespace saltus {

struct Simulation {
  Scheme scheme;
  Solver solver;
  double step = 0;
  double end = 0;
  OnFailure on_failure = OnFailure::stop;
  double every = 0;            // s between samples; 0: one of every accepted state
  bool scheme_chosen = false;  // by choose_scheme()
};

/// Scheme and solver with their options, read by their own field lists. The description names the
/// scheme: choose_scheme() sees to it. Throws ModelError.
[[nodiscard]] Simulation make_simulation(const Description& description);

/// Refuses a start that is no state of the mechanism: mass matrix not positive definite, a gap
/// violated, a joint open, a formula not finite. Throws ModelError with names and amounts.
void check_start(const Model& given);

/// Refuses a model that the scheme cannot run. Throws ModelError with the reason.
void check_scheme(const Description& description, const Model& model, const Simulation& simulation);

/// Refuses times between the states of a scheme that knows nothing between them. Throws ModelError.
void check_output(const Description& description, const Simulation& simulation);

struct Outcome {
  Certificate certificate;
  std::optional<Failure> failure;  // the run stopped at it
  State last;                      // the last good state
  OneStepProblem unsolved;         // the last one that no solver finished; no blocks: none
};

[[nodiscard]] Outcome simulate(const Model& model, const Simulation& simulation,
                               std::span<Recorder* const> recorders = {});

}  // namespace saltus
