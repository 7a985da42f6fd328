// SPDX-License-Identifier: Apache-2.0
// `saltus converge`: errors over steps or tolerances, and the orders they show.
#include <algorithm>

#include <fmt/format.h>

#include "commands.h"
#include "folder.h"
#include "load.h"
#include "report.h"
#include "saltus/base/error.h"
#include "saltus/study/states_file.h"
#include "scheme_entries.h"
#include "study_options.h"
#include "study_report.h"
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

constexpr int times_of_comparison = 200;  // where tolerances are varied

/// What is varied, and its values.
void read_values(const ConvergeOptions& options, const Loaded& loaded,
                 ConvergenceRequest& request) {
  if (options.steps) {
    request.values = read_steps(*options.steps, loaded.description, "--steps");
    return;
  }
  if (!options.tolerances) {
    throw ModelError({"converge"}, "--steps or --tolerances is needed: what is made smaller");
  }
  const Location where{"--tolerances"};
  const Scheme& scheme = loaded.simulation.scheme;
  if (!chooses_step_of(scheme)) {
    throw ModelError(where, fmt::format("'{}' takes the steps that it is given: use --steps",
                                        scheme_name(scheme)));
  }
  request.varied = Varied::tolerance;
  request.values = read_positives(*options.tolerances, loaded.description, where.file);
  const double every = loaded.simulation.every;
  request.every = every > 0 ? every : loaded.simulation.end / times_of_comparison;
}

std::vector<Norm> read_norms(const ConvergeOptions& options) {
  const Location where{"--norms"};
  const bool grid = !options.tolerances;
  const std::string text = options.norms.value_or(grid ? "l1,l2,max,hausdorff" : "l1,l2,max");
  std::vector<Norm> norms;
  for (const std::string& part : split_list(text, "--norms")) {
    Norm norm{};
    read_member(norm, Value{part, where}, {}, "a norm", {});
    if (std::find(norms.begin(), norms.end(), norm) != norms.end()) {
      throw ModelError(where, part + " is there twice");
    }
    if (norm == Norm::hausdorff && !grid) {
      throw ModelError(where,
                       "hausdorff needs steps that become smaller: its graphs are lines "
                       "between the times of comparison, which --tolerances leaves alone");
    }
    norms.push_back(norm);
  }
  return norms;
}

/// self:X
SelfReference read_self(const std::string& text, const Loaded& loaded,
                        const ConvergenceRequest& request, double smallest) {
  const Location where{"--reference"};
  const double value = read_positive(text.substr(5), loaded.description, where.file);
  const bool steps = request.varied == Varied::step;
  if (steps && loaded.simulation.end / value > 1e9) {
    throw ModelError(where, fmt::format("{} asks for more than 1e9 steps, which are all kept; use "
                                        "a larger step",
                                        text));
  }
  if (value < smallest) return {value};
  throw ModelError(where, fmt::format("the {0} of {1} must be smaller than the smallest of --{0}s, "
                                      "which is {2:.6g}",
                                      to_string(request.varied), text, smallest));
}

ReferenceChoice read_reference(const ConvergeOptions& options, const Loaded& loaded,
                               const ConvergenceRequest& request) {
  const Location where{"--reference"};
  const double smallest = *std::min_element(request.values.begin(), request.values.end());
  const auto& exact = loaded.description.exact;
  if (!options.reference) {
    if (exact) return ExactReference{exact->where};
    return SelfReference{smallest / (request.varied == Varied::step ? 10 : 100)};
  }
  const std::string& text = *options.reference;
  if (text == "exact") {
    if (exact) return ExactReference{exact->where};
    throw ModelError(where,
                     "the model declares no exact solution: write [exact] into it, or use self:H");
  }
  if (text.starts_with("self:")) return read_self(text, loaded, request, smallest);
  if (options.average > 1) {
    throw ModelError(where, "a file holds the motion from one start: it needs --average 1");
  }
  return FileReference{text, read_states(text, loaded.model, loaded.simulation.end)};
}

/// The failures, each once.
void print_failures(Varied varied, const Convergence& result) {
  std::string last;
  for (const ConvergenceRow& row : result.rows) {
    if (row.failure.empty() || row.failure == last) continue;
    fmt::print(stderr, "error: {} {:.6g}{}: {}\n", to_string(varied), row.value,
               varied == Varied::step ? " s" : "", row.failure);
    last = row.failure;
  }
}

std::string command_text(const ConvergeOptions& options) {
  std::string text = command_of("converge", options.model);
  const auto add = [&](const char* name, const std::optional<std::string>& value) {
    if (value) text += fmt::format(" {} {}", name, quoted(*value));
  };
  add("--steps", options.steps);
  add("--tolerances", options.tolerances);
  add("--reference", options.reference);
  add("--norms", options.norms);
  if (options.average > 1)
    text += fmt::format(" --average {} --perturb {:g}", options.average, options.perturb);
  return text;
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
  read_values(options, loaded, request);
  request.norms = read_norms(options);
  request.reference = read_reference(options, loaded, request);
  request.average = options.average;
  request.perturb = options.perturb;
  if (const auto* exact = std::get_if<ExactReference>(&request.reference)) {
    (void)linear_impact(loaded.model, exact->where, loaded.simulation.end);
  }
  const auto folder = prepare_folder(options.folder, loaded.model.name + "/converge",
                                     {"convergence.csv", "convergence.json", "report.html"});

  const auto tell = [&](const std::string& text) {
    if (!options.quiet) tell_progress(text);
  };
  const Convergence result = converge(loaded.model, loaded.simulation, request, tell);
  if (!options.quiet) {
    tell_progress("");
    fmt::print("{}\nresults in {}\n", convergence_table(loaded.model.title, label, request, result),
               folder.string());
  }
  print_failures(request.varied, result);
  write_convergence(folder, loaded.model, loaded.simulation, request, result);
  if (!options.no_report)
    write_report(folder, loaded, command_text(options), label, request, result);
  const bool failed = std::any_of(result.rows.begin(), result.rows.end(),
                                  [](const ConvergenceRow& row) { return !row.failure.empty(); });
  return failed ? 1 : 0;
}

}  // namespace saltus::app
