// SPDX-License-Identifier: Apache-2.0
// One solver on one problem to one tolerance: what it took, judged by problems/residual.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "saltus/problems/body_problem.h"
#include "saltus/problems/friction_problem.h"
#include "saltus/solvers/friction_solver.h"

namespace saltus::bench {

struct Subject {
  std::string name;  // of the file, without its ending
  FrictionProblem problem;
  std::optional<BodyProblem> bodies;  // of a global problem, for body-nsgs
  double reduction = 0;  // s that it takes from a global problem; of a local one it is not counted
};

/// The problems of a folder by name; those that cannot be read are told and left out. Throws
/// FileError where there is none.
[[nodiscard]] std::vector<Subject> subjects(const std::filesystem::path& folder);

struct Run {
  std::string_view used;  // what gave p: not the name asked for where that is auto
  double seconds = 0;
  std::int32_t iterations = 0;
  Measure measure = Measure::err_q;
  Residual residual{};
  bool solved = false;
};

/// From p = 0. The median of several where they are short.
[[nodiscard]] Run run(const Subject& subject, std::string_view solver, const FrictionGoal& goal);

/// Every solver on every subject to every tolerance.
struct Results {
  std::vector<Subject> subjects;
  std::vector<std::string> solvers;
  std::vector<double> tolerances;
  std::vector<Run> runs;  // by tolerance, then by subject, then by solver

  [[nodiscard]] const Run& of(std::size_t tolerance, std::size_t subject,
                              std::size_t solver) const {
    return runs[(tolerance * subjects.size() + subject) * solvers.size() + solver];
  }
};

}  // namespace saltus::bench
