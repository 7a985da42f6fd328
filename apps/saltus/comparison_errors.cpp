// SPDX-License-Identifier: Apache-2.0
// One reference for all: the closed form, a file, or a run of adaptive with a small tolerance.
#include "comparison_errors.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "saltus/base/error.h"
#include "saltus/study/states_file.h"
#include "study_options.h"

namespace saltus::app {
namespace {

constexpr const char* reference_option = "--reference";
constexpr std::string_view by_adaptive = "adaptive:";
constexpr const char* usual_tolerance = "1e-9";
constexpr std::int64_t most_reference_steps = 500'000;  // where nobody asked for the reference
constexpr double longest_compared_run = 30;             // s

/// Ends a run that has become too long.
class Limit final : public Recorder {
 public:
  explicit Limit(std::int64_t most) : most_(most) {}
  void record(const Sample& sample) override {
    if (most_ > 0 && sample.step >= most_) stop = 1;
  }
  volatile std::sig_atomic_t stop = 0;

 private:
  std::int64_t most_;
};

/// Sets why_not and gives nothing where adaptive does not come to the end.
std::optional<ReferenceChoice> adaptive_run(const ReferenceQuestion& question,
                                            const std::string& tolerance, bool is_asked_for,
                                            ComparisonErrors& out) {
  const SchemeEntry entry = read_entry("adaptive{tolerance=" + tolerance + "}", reference_option);
  std::vector<SchemeEntry> all = question.entries;
  all.push_back(entry);
  const std::string name = "adaptive with tolerance " + tolerance;
  try {
    Loaded loaded = assemble(
        tree_of(without_foreign_options(question.source, all, entry), entry, reference_option),
        question.source.file);
    loaded.simulation.every = *std::min_element(question.steps.begin(), question.steps.end());
    TrajectoryRecorder trajectory(loaded.model);
    Limit limit(is_asked_for ? 0 : most_reference_steps);
    const std::array<Recorder*, 2> recorders{&trajectory, &limit};
    if (!question.options.quiet) tell_progress("reference, " + name);
    const Outcome outcome =
        simulate(loaded.model, loaded.simulation, recorders, {&limit.stop, {}, 0});
    if (!outcome.failure && !outcome.interrupted) {
      out.reference = name;
      return FileReference{name, std::move(trajectory.trajectory)};
    }
    out.why_not = outcome.failure ? name + " failed: " + outcome.failure->what
                                  : name + " needs too many steps";
  } catch (const ModelError& error) {
    out.why_not = error.what();
  }
  return std::nullopt;
}

std::optional<ReferenceChoice> reference_of(const ReferenceQuestion& question, const Loaded& first,
                                            ComparisonErrors& out) {
  const std::string given = question.options.reference.value_or("");
  const auto& exact = first.description.exact;
  if (given == "exact" || (given.empty() && exact)) {
    out.reference = "the exact solution";
    return ExactReference{exact->where};
  }
  if (given.starts_with(by_adaptive))
    return adaptive_run(question, given.substr(by_adaptive.size()), true, out);
  if (!given.empty()) {
    out.reference = given;
    return FileReference{given, read_states(given, first.model, first.simulation.end)};
  }
  if (has_shape_contacts(first.model)) {
    out.why_not =
        "the model declares no exact solution, and its contacts between shapes are too many for "
        "a reference that nobody asked for: give --reference";
    return std::nullopt;
  }
  return adaptive_run(question, usual_tolerance, false, out);
}

}  // namespace

void check_reference(const CompareOptions& options, const Loaded& loaded) {
  if (!options.reference) return;
  const std::string& given = *options.reference;
  if (given == "exact") {
    if (loaded.description.exact) return;
    throw ModelError({reference_option},
                     "the model declares no exact solution: write [exact] into it, or "
                     "use adaptive:T or a states.csv");
  }
  if (given.starts_with(by_adaptive)) {
    static_cast<void>(
        read_positive(given.substr(by_adaptive.size()), loaded.description, reference_option));
    return;
  }
  static_cast<void>(read_states(given, loaded.model, loaded.simulation.end));
}

ComparisonErrors comparison_errors(const ReferenceQuestion& question, const Loaded& first,
                                   const std::vector<ComparisonRow>& rows) {
  ComparisonErrors out;
  out.q.resize(rows.size());
  const std::optional<ReferenceChoice> reference = reference_of(question, first, out);
  if (!reference) return out;
  const std::size_t steps = question.steps.size();
  for (std::size_t i = 0; i < question.entries.size(); ++i) {
    const std::string& label = question.entries[i].label;
    const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(i * steps);
    const auto end = begin + static_cast<std::ptrdiff_t>(steps);
    const auto ran = [](const ComparisonRow& r) { return r.status == ComparisonStatus::ok; };
    const auto is_long = [](const ComparisonRow& r) { return r.seconds > longest_compared_run; };
    if (std::none_of(begin, end, ran)) continue;
    if (std::any_of(begin, end, is_long)) {
      out.notes.push_back("No errors of " + label + ": its runs take too long.");
      continue;
    }
    Loaded loaded = assemble(question.trees[i], question.source.file);
    ConvergenceRequest request;
    request.values = question.steps;
    request.norms = {Norm::l1};
    request.reference = *reference;
    const auto tell = [&](const std::string& text) {
      if (!question.options.quiet) tell_progress("errors of " + label + ", " + text);
    };
    const Convergence result = converge(loaded.model, loaded.simulation, request, tell);
    for (std::size_t k = 0; k < steps; ++k) out.q[i * steps + k] = result.rows[k].q.at(0);
    out.slopes.push_back({label, result.q_order.at(0)});
  }
  return out;
}

}  // namespace saltus::app
