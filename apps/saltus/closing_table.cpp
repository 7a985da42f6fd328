// SPDX-License-Identifier: Apache-2.0
// One line per figure of the certificate, with its unit.
#include "closing_table.h"

#include <utility>

#include <fmt/format.h>

namespace saltus::app {
namespace {

std::string plural(std::int64_t count, const char* word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

std::string counts(const CountStatistics& c, const char* per) {
  return fmt::format("{:.2f} iterations per {}, at most {}", c.mean(), per, c.max);
}

}  // namespace

std::string step_words(const Simulation& simulation) {
  const std::string step = fmt::format("{:.6g} s", simulation.step);
  if (!chooses_step_of(simulation.scheme)) return "step " + step;
  const auto* adaptive = std::get_if<Adaptive>(&simulation.scheme);
  if (adaptive == nullptr || !adaptive->max_step) return "steps of at most " + step;
  return fmt::format("step {} at first, at most {:.6g} s", step, *adaptive->max_step);
}

std::string closing_table(const Loaded& loaded, const Outcome& outcome, double seconds,
                          const std::string& folder) {
  const Certificate& c = outcome.certificate;
  const Model& model = loaded.model;
  std::string text = fmt::format("{}\n", model.title);
  const auto line = [&](const char* label, const std::string& value) {
    text += fmt::format("  {:<22}{}\n", label, value);
  };
  const double microseconds = c.steps > 0 ? 1e6 * seconds / static_cast<double>(c.steps) : 0;
  line("scheme",
       fmt::format("{}, {}", scheme_name(loaded.simulation.scheme), step_words(loaded.simulation)));
  if (loaded.choice) line("", "chosen: " + reason(*loaded.choice));
  if (!loaded.left_out.empty()) line("left out", loaded.left_out);
  const char* label = "moved at the start";
  for (const std::string& moved : moved_text(loaded)) line(std::exchange(label, ""), moved);
  line("steps", fmt::format("{}, to t = {:.6g} s{}", c.steps, c.end_time,
                            outcome.failure       ? " (failed)"
                            : outcome.interrupted ? " (interrupted)"
                                                  : ""));
  if (const double reduced = impact_step_of(loaded.simulation.scheme); reduced > 0) {
    line("reduced steps", fmt::format("{} of them, of {:.6g} s at most, where impacts are",
                                      c.reduced_steps, reduced));
  }
  line("computing time", fmt::format("{:.3g} s, {:.3g} us per step", seconds, microseconds));
  line("penetration", fmt::format("{:.3g} {} at most", c.max_penetration, gap_unit(model)));
  if (!model.joint_functions.empty()) {
    line("joint error", fmt::format("{:.3g} at most", c.max_joint_error));
  }
  line("law residual", fmt::format("{:.3g} m/s at most", c.max_velocity_law_residual));
  line("energy increase", fmt::format("{:.3g} J at most in a step", c.max_energy_increase));
  line("energy balance error", fmt::format("{:.3g} J at most", c.energy_balance_error));
  line("impacts",
       fmt::format("{}, {} at once at most", c.impacts, plural(c.contacts_max, "contact")));
  line("Newton", counts(c.newton, "step"));
  line("solver", fmt::format("{}, {}, residual {:.2g}", name_of(loaded.simulation.solver),
                             counts(c.solver_iterations, "solve"), c.solver_residual_max));
  line("work",
       fmt::format("{:.6g} units: f {}, M {}, tangents {}, solves {}, H {}", c.work.cost(),
                   c.work.forces, c.work.masses, c.work.tangents, c.work.solves, c.work.rows));
  if (c.fallback.count > 0) {
    line("fallbacks", fmt::format("{}, first at t = {:.6g} s: too many impacts to follow",
                                  c.fallback.count, c.fallback.first[0]));
    line("", "were captured in first order; a smaller step may help");
  }
  if (c.coarse.count > 0) {
    line("too coarse", fmt::format("{}, first at t = {:.6g} s: of the shortest",
                                   plural(c.coarse.count, "step"), c.coarse.first[0]));
    line("", "length, and they miss the tolerance; does a force jump?");
  }
  if (c.stiff_at) {
    line("stiff", fmt::format("the implicit base of order two took over, first at t = {:.6g} s",
                              *c.stiff_at));
  }
  if (c.failures.count > 0) {
    line("failures", fmt::format("{} accepted, first at t = {:.6g} s",
                                 plural(c.failures.count, "step"), c.failures.first[0]));
  }
  line("results", folder);
  return text;
}

}  // namespace saltus::app
