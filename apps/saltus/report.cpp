// SPDX-License-Identifier: Apache-2.0
// The certificate beside its limits, and the recording as pictures.
#include "report.h"

#include <algorithm>

#include <fmt/format.h>

#include "page.h"
#include "saltus/base/json.h"
#include "saltus/base/version.h"
#include "saltus/base/write_text.h"
#include "saltus/record/recording.h"
#include "saltus/record/report.h"

namespace saltus::app {
namespace {

namespace fs = std::filesystem;

/// Green up to the limit, amber up to the second one.
ReportCheck figure(const std::string& label, double value, const std::string& unit, double limit,
                   double tolerable, const std::string& hint) {
  const Verdict verdict = value <= limit       ? Verdict::green
                          : value <= tolerable ? Verdict::amber
                                               : Verdict::red;
  return {label, value, unit, limit, verdict, hint};
}

ReportCheck count(const std::string& label, std::int64_t value, Verdict where_any,
                  const std::string& hint) {
  return {label, static_cast<double>(value), "", 0.0, value == 0 ? Verdict::green : where_any,
          hint};
}

ReportCheck plain(const std::string& label, double value, const std::string& unit,
                  const std::string& hint) {
  return {label, value, unit, {}, Verdict::none, hint};
}

/// `scale`: the largest energy of the run, in J.
std::vector<ReportCheck> checks_of(const Loaded& loaded, const Outcome& outcome, double scale) {
  const Certificate& c = outcome.certificate;
  std::vector<ReportCheck> checks;
  checks.push_back(
      figure("penetration", c.max_penetration, std::string(gap_unit(loaded.model)), 1e-9, 1e-2,
             "deepest over all contacts and accepted states; schemes at velocity level "
             "penetrate by O(h) at impacts"));
  if (!loaded.model.joint_functions.empty()) {
    checks.push_back(
        figure("joint error", c.max_joint_error, "m or rad", 1e-9, 1e-3,
               "largest violation of a joint equation; schemes at velocity level drift"));
  }
  checks.push_back(
      figure("law residual", c.max_velocity_law_residual, "m/s", 1e-8, 1e-4,
             "how well contact, impact and friction laws hold at the accepted states"));
  checks.push_back(figure("energy increase", c.max_energy_increase, "J", 1e-9 * scale, 1e-2 * scale,
                          "largest in one step beyond the work of outer forces"));
  checks.push_back(figure("energy balance error", c.energy_balance_error, "J", 1e-6 * scale,
                          5e-2 * scale, "largest difference of the ledger's two sides"));
  const double tolerance =
      std::visit([](const auto& s) { return s.tolerance; }, loaded.simulation.solver);
  checks.push_back(figure("solver residual", c.solver_residual_max, "", tolerance, 1e-6,
                          "of the contact problems, unit-free"));
  checks.push_back(count("failed steps accepted", c.failures.count, Verdict::red,
                         "Newton or the solver did not reach the tolerance"));
  checks.push_back(count("fallbacks", c.fallback.count, Verdict::amber,
                         "steps that capture impacts which were too many to be located"));
  checks.push_back(count("steps too coarse", c.coarse.count, Verdict::amber,
                         "of the shortest length, and less accurate than asked"));
  checks.push_back(plain("steps", static_cast<double>(c.steps), "", "accepted"));
  checks.push_back(
      plain("impacts", static_cast<double>(c.impacts), "", "times that a contact began to press"));
  checks.push_back(plain("contacts at once", c.contacts_max, "", "most in one step"));
  checks.push_back(plain("Newton iterations", c.newton.mean(), "per step", "mean"));
  checks.push_back(plain("solver iterations", c.solver_iterations.mean(), "per solve", "mean"));
  if (c.steps == 0)
    for (ReportCheck& check : checks) check.verdict = Verdict::none;  // nothing was put to the test
  return checks;
}

std::vector<ReportWarning> warnings_of(const Outcome& outcome) {
  const Certificate& c = outcome.certificate;
  std::vector<ReportWarning> warnings;
  if (outcome.failure) {
    warnings.push_back(
        {outcome.failure->t, Verdict::red, outcome.failure->where + ": " + outcome.failure->what});
  }
  if (c.failures.count > 0) {
    warnings.push_back(
        {c.failures.first[0], Verdict::red,
         c.failures.count == 1
             ? "a step was accepted in spite of a failure"
             : fmt::format("{} steps were accepted in spite of a failure, the first one here",
                           c.failures.count)});
  }
  for (const double t : c.coarse.times())
    warnings.push_back({t, Verdict::amber, "a step of the shortest length misses the tolerance"});
  return warnings;
}

std::string failure_json(const Failure& failure) {
  return fmt::format(R"({{"time":{},"where":{},"what":{},"advice":{}}})", json_number(failure.t),
                     json_text(failure.where), json_text(failure.what), json_text(failure.advice));
}

/// Largest |energy| of the samples, for limits that are relative to it.
class EnergyScale final : public Recorder {
 public:
  explicit EnergyScale(Recorder& next) : next_(next) {}
  void record(const Sample& sample) override {
    for (const double e : {sample.energy.kinetic, sample.energy.potential})
      if (std::abs(e) > scale) scale = std::abs(e);
    next_.record(sample);
  }
  void note(const Event& event) override { next_.note(event); }
  double scale = 0;

 private:
  Recorder& next_;
};

}  // namespace

void write_report(const fs::path& folder, const Loaded& loaded, const Outcome& outcome,
                  const std::string& summary, const std::string& command) {
  const Recording recording(folder / "results.h5");
  const RecordedGroups groups{recording.has("states"), recording.has("contacts/start"),
                              recording.has("constraints"), recording.has("energy"),
                              recording.has("solver")};
  ReportRecorder report(loaded.description, loaded.model, recording.samples(), groups);
  EnergyScale energies(report);
  recording.replay(loaded.model, multipliers_of(loaded.simulation.scheme), energies);
  ReportHead head;
  head.title = loaded.model.title;
  head.model = loaded.model.name;
  head.version = std::string(version);
  head.command = command;
  head.model_text = recording.model();
  head.options = {{"scheme", std::string(scheme_name(loaded.simulation.scheme))},
                  {"step", fmt::format("{:.6g} s", loaded.simulation.step)},
                  {"end", fmt::format("{:.6g} s", loaded.simulation.end)},
                  {"solver", std::string(name_of(loaded.simulation.solver))}};
  head.certificate = summary;
  head.checks = checks_of(loaded, outcome, energies.scale > 0 ? energies.scale : 1.0);
  head.warnings = warnings_of(outcome);
  if (outcome.failure) head.failure = failure_json(*outcome.failure);
  write_text(folder / "report.html", report.html(head, report_page()));
}

std::string quoted(const std::string& word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:=+";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string command_of(const std::string& command, const ModelOptions& options) {
  std::string text = fmt::format("./saltus {} {}", command, quoted(options.file));
  if (options.scheme) text += " --scheme " + quoted(*options.scheme);
  if (options.step) text += " --step " + *options.step;
  if (options.end) text += " --end " + *options.end;
  for (const std::string& set : options.set) text += " --set " + quoted(set);
  return text;
}

}  // namespace saltus::app
