// SPDX-License-Identifier: Apache-2.0
// `saltus converge`: errors over steps, and the orders they show.
#include <algorithm>

#include <fmt/format.h>

#include "commands.h"
#include "folder.h"
#include "load.h"
#include "saltus/base/error.h"
#include "saltus/study/states_file.h"
#include "scheme_entries.h"
#include "study_options.h"
#include "study_tables.h"

namespace saltus::app {
namespace {

/// The model with the scheme that --scheme names, with options of its own, or the file's.
Loaded load_with_entry(ModelOptions options, std::string& label) {
  const std::optional<std::string> given = options.scheme;
  options.scheme.reset();
  if (!given) {
    Loaded loaded = load(options);
    label = scheme_name(loaded.simulation.scheme);
    return loaded;
  }
  const SchemeEntry entry = read_entry(*given, "--scheme");
  label = entry.label;
  const Source source = read_source(options);
  return assemble(tree_of(source, entry, "--scheme"), source.file);
}

std::vector<Norm> read_norms(const std::string& text) {
  const Location where{"--norms"};
  std::vector<Norm> norms;
  for (const std::string& part : split_list(text, "--norms")) {
    Norm norm{};
    read_member(norm, Value{part, where}, {}, "a norm", {});
    if (std::find(norms.begin(), norms.end(), norm) != norms.end()) {
      throw ModelError(where, part + " is there twice");
    }
    norms.push_back(norm);
  }
  return norms;
}

ReferenceChoice read_reference(const ConvergeOptions& options, const Loaded& loaded,
                               const std::vector<double>& steps) {
  const Location where{"--reference"};
  const double smallest = *std::min_element(steps.begin(), steps.end());
  const auto& exact = loaded.description.exact;
  if (!options.reference) {
    if (exact) return ExactReference{exact->where};
    return SelfReference{0.1 * smallest};
  }
  const std::string& text = *options.reference;
  if (text == "exact") {
    if (exact) return ExactReference{exact->where};
    throw ModelError(where,
                     "the model declares no exact solution: write [exact] into it, or use self:H");
  }
  if (text.starts_with("self:")) {
    const double step = read_positive(text.substr(5), loaded.description, where.file);
    if (loaded.simulation.end / step > 1e9) {
      throw ModelError(where,
                       fmt::format("{} asks for more than 1e9 steps, which are all kept; use "
                                   "a larger step",
                                   text));
    }
    if (step < smallest) return SelfReference{step};
    throw ModelError(where, fmt::format("the step of {} must be smaller than the smallest of "
                                        "--steps, which is {:.6g}",
                                        text, smallest));
  }
  if (options.average > 1) {
    throw ModelError(where, "a file holds the motion from one start: it needs --average 1");
  }
  return FileReference{text, read_states(text, loaded.model, loaded.simulation.end)};
}

/// The failures, each once.
void print_failures(const Convergence& result) {
  std::string last;
  for (const ConvergenceRow& row : result.rows) {
    if (row.failure.empty() || row.failure == last) continue;
    fmt::print(stderr, "error: step {:.6g} s: {}\n", row.step, row.failure);
    last = row.failure;
  }
}

}  // namespace

int converge(const ConvergeOptions& options) {
  if (options.average < 1) throw ModelError({"--average"}, "must be at least 1");
  if (!(options.perturb >= 0 && options.perturb <= 1)) {
    throw ModelError({"--perturb"}, "must be in [0, 1]");
  }
  std::string label;
  Loaded loaded = load_with_entry(options.model, label);
  loaded.simulation.every = 0;  // errors are those of all accepted states
  ConvergenceRequest request;
  request.steps = read_steps(options.steps, loaded.description, "--steps");
  request.norms = read_norms(options.norms);
  request.reference = read_reference(options, loaded, request.steps);
  request.average = options.average;
  request.perturb = options.perturb;
  if (const auto* exact = std::get_if<ExactReference>(&request.reference)) {
    (void)linear_impact(loaded.model, exact->where, loaded.simulation.end);
  }
  const auto folder =
      prepare_folder(options.folder, loaded.model.name, {"convergence.csv", "convergence.json"});

  const auto tell = [&](const std::string& text) {
    if (!options.quiet) tell_progress(text);
  };
  const Convergence result = converge(loaded.model, loaded.simulation, request, tell);
  if (!options.quiet) {
    tell_progress("");
    fmt::print("{}\nresults in {}\n", convergence_table(loaded.model.title, label, request, result),
               folder.string());
  }
  print_failures(result);
  write_convergence(folder, loaded.model, loaded.simulation, request, result);
  const bool failed = std::any_of(result.rows.begin(), result.rows.end(),
                                  [](const ConvergenceRow& row) { return !row.failure.empty(); });
  return failed ? 1 : 0;
}

}  // namespace saltus::app
