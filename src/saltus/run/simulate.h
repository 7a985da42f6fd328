// SPDX-License-Identifier: Apache-2.0
// The loop: steps, certificate, ledger, recording, failure policy.
#pragma once

#include <optional>
#include <span>

#include "saltus/model/description.h"
#include "saltus/record/recorder.h"
#include "saltus/run/certificate.h"
#include "saltus/run/failure.h"
#include "saltus/schemes/list.h"

namespace saltus {

struct Simulation {
  Scheme scheme;
  Solver solver;
  double step = 0;
  double end = 0;
  OnFailure on_failure = OnFailure::stop;
};

/// Scheme and solver with their options, read by their own field lists. Throws ModelError.
[[nodiscard]] Simulation make_simulation(const Description& description);

/// How many steps it takes; the last one is shorter where `end` is no multiple of `step`.
[[nodiscard]] std::int64_t step_count(double step, double end);

/// Refuses a start that is no state of the mechanism: mass matrix not positive definite, a gap
/// violated, a joint open, a formula not finite. Throws ModelError with names and amounts.
void check_start(const Description& description, const Model& model);

/// Refuses a model that the scheme cannot run. Throws ModelError with the reason.
void check_scheme(const Description& description, const Model& model, const Simulation& simulation);

struct Outcome {
  Certificate certificate;
  std::optional<Failure> failure;  // the run stopped at it
  State last;                      // the last good state
};

[[nodiscard]] Outcome simulate(const Model& model, const Simulation& simulation,
                               std::span<Recorder* const> recorders = {});

}  // namespace saltus
