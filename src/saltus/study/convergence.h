// SPDX-License-Identifier: Apache-2.0
// Errors of one scheme over a list of steps or tolerances, averaged over starts, the orders that
// they show, and the work that they cost.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "saltus/run/simulate.h"
#include "saltus/study/norms.h"

namespace saltus {

/// What is made smaller: the step, or the tolerance of a scheme that chooses its steps.
enum class Varied { step, tolerance };
[[nodiscard]] std::string_view to_string(Varied varied);

/// The closed form that the model declares; the same scheme with another step or tolerance; a run
/// of earlier.
struct ExactReference {
  Location where;
};
struct SelfReference {
  double value = 0;
};
struct FileReference {
  std::string path;
  Trajectory states;
};
using ReferenceChoice = std::variant<ExactReference, SelfReference, FileReference>;

/// "exact", "self:1e-06", or the path.
[[nodiscard]] std::string to_text(const ReferenceChoice& choice);

struct ConvergenceRequest {
  std::vector<double> values;  // steps or tolerances
  std::vector<Norm> norms;
  ReferenceChoice reference;
  std::int32_t average = 1;  // starts; the first is the model's own
  double perturb = 1e-2;     // of the others, relative to the largest |q_i|, |v_i| of the first run
  Varied varied = Varied::step;
  double every = 0;  // s between the times of comparison, where tolerances are varied
};

/// One optional number per norm: nothing where it is not known.
using Figures = std::vector<std::optional<double>>;

/// Of one run, mean over the starts.
struct MeanWork {
  double steps = 0, masses = 0, forces = 0, tangents = 0, solves = 0, rows = 0, cost = 0;
};

struct ConvergenceRow {
  double value = 0;          // the step or the tolerance
  std::int64_t steps = 0;    // of the run from the model's own start
  std::string failure;       // of a run or its reference; empty where all went well
  Figures q, v;              // mean errors
  Figures q_order, v_order;  // from the row before to this one
  std::optional<MeanWork> work;
  // of all runs together: what their accuracy should be read with
  std::int64_t fallbacks = 0;     // steps that captured impacts
  std::int64_t coarse_steps = 0;  // of the shortest length, less accurate than asked
  std::int64_t stiff_runs = 0;    // that took the implicit base
};

struct Convergence {
  std::vector<ConvergenceRow> rows;
  Figures q_order, v_order;  // least squares over all rows
};

/// `tell` gets a line before every run. Throws ModelError where there is no exact solution or no
/// other start.
[[nodiscard]] Convergence converge(const Model& model, const Simulation& simulation,
                                   const ConvergenceRequest& request,
                                   const std::function<void(const std::string&)>& tell = {});

/// convergence.csv and convergence.json. Throws FileError.
void write_convergence(const std::filesystem::path& folder, const Model& model,
                       const Simulation& simulation, const ConvergenceRequest& request,
                       const Convergence& result);

}  // namespace saltus
