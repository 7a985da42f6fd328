// SPDX-License-Identifier: Apache-2.0
// A step that did not succeed, in words: when, where, what, and what to try.
#pragma once

#include <string>

#include "saltus/schemes/report.h"
#include "saltus/schemes/workspace.h"

namespace saltus {

struct Failure {
  double t = 0;       // of the last good state
  std::string where;  // body, joint or contact
  std::string what;
  std::string advice;
  bool unsolved = false;  // it was a one-step problem that no solver finished
};

/// Finds out which formula, body, joint or contact is to blame. Off the step loop: may be slow.
/// `failed` is what the step left behind.
[[nodiscard]] Failure diagnose(const Model& model, const StepReport& report, const State& last,
                               const State& failed, Workspace& w);

}  // namespace saltus
