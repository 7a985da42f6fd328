// SPDX-License-Identifier: Apache-2.0
// The loop: steps, certificate, ledger, recording, failure policy.
#pragma once

#include <csignal>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "saltus/model/description.h"
#include "saltus/record/recorder.h"
#include "saltus/run/certificate.h"
#include "saltus/run/failure.h"
#include "saltus/run/grid.h"
#include "saltus/schemes/list.h"

namespace saltus {

/// Where a run fails that cannot write its results: what is kept ends at the last commit.
inline constexpr std::string_view recording_part = "the recording";

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

/// What `assemble` did to a body at the start.
struct Moved {
  std::string body;
  double distance = 0;  // m; of a body written as formulas the largest change of a coordinate
  double angle = 0;     // rad
};

/// Where the description asks for it, the model's start is moved onto the joints and out of
/// overlaps, by as little as possible in the metric of M. A start that is no state of the mechanism
/// is refused: mass matrix not positive definite, a gap violated, a joint open, a formula not
/// finite. Throws ModelError with names and amounts.
std::vector<Moved> settle_start(const Description& description, Model& model);

/// Refuses a model that the scheme cannot run. Throws ModelError with the reason.
void check_scheme(const Description& description, const Model& model, const Simulation& simulation);

/// Refuses times between the states of a scheme that knows nothing between them. Throws ModelError.
void check_output(const Description& description, const Simulation& simulation);

struct Outcome {
  Certificate certificate;
  std::optional<Failure> failure;  // the run stopped at it
  bool interrupted = false;        // it was asked to stop before its end
  State last;                      // the last good state
  double solver_seconds = 0;       // on problems of many contacts
  OneStepProblem unsolved;         // the last one that no solver finished; no blocks: none
};

/// How a run is begun and ended from outside.
struct Course {
  const volatile std::sig_atomic_t* stop = nullptr;  // not 0: stop after the step
  std::span<const char> checkpoint;                  // go on from here; empty: from the start
  std::int64_t steps_between_checkpoints = 0;        // 0: as many as suit the model
};

/// Throws FileError where the checkpoint cannot be one of this run.
[[nodiscard]] Outcome simulate(const Model& model, const Simulation& simulation,
                               std::span<Recorder* const> recorders = {},
                               const Course& course = {});

}  // namespace saltus
