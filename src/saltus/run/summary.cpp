// SPDX-License-Identifier: Apache-2.0
// The certificate as text, field by field.
#include "saltus/run/summary.h"

#include <fmt/format.h>

#include "saltus/base/json.h"
#include "saltus/base/version.h"
#include "saltus/base/write_text.h"

namespace saltus {
namespace {

constexpr auto number = json_number;
std::string counts(const CountStatistics& c) {
  return fmt::format(R"({{"mean":{},"max":{}}})", number(c.mean()), c.max);
}

std::string occasions(const Occasions& o) {
  std::vector<std::string> times;
  for (const double t : o.times()) times.push_back(number(t));
  return fmt::format(R"({{"count":{},"times":[{}]}})", o.count, fmt::join(times, ","));
}

std::string work_text(const WorkCounts& work) {
  return fmt::format(R"({{"masses":{},"forces":{},"tangents":{},"solves":{},"rows":{},"cost":{}}})",
                     work.masses, work.forces, work.tangents, work.solves, work.rows,
                     number(work.cost()));
}

std::string state_text(const Model& model, const State& x) {
  std::string text = fmt::format(R"({{"t":{})", number(x.t));
  for (const Body& body : model.bodies) {
    const auto add = [&](const std::vector<std::string>& names, const Vec& values,
                         Eigen::Index first) {
      for (const std::string& name : names)
        text += fmt::format(",{}:{}", json_text(body.name + "." + name), number(values[first++]));
    };
    add(body.coordinates, x.q, body.position);
    add(body.rates, x.v, body.dof);
  }
  return text + "}";
}

}  // namespace

std::string_view status_of(const Outcome& outcome) {
  if (outcome.failure) return "failed";
  return outcome.interrupted ? "interrupted" : "ok";
}

std::string summary_text(const Model& model, const Simulation& simulation, const Outcome& outcome,
                         std::optional<double> wall_seconds) {
  const Certificate& c = outcome.certificate;
  std::string text;
  const auto line = [&](std::string_view key, const std::string& value) {
    text += fmt::format("{}\n \"{}\":{}", text.empty() ? "{" : ",", key, value);
  };
  line("status", json_text(status_of(outcome)));
  line("model", json_text(model.name));
  line("scheme", json_text(scheme_name(simulation.scheme)));
  line("scheme_chosen", simulation.scheme_chosen ? "true" : "false");
  line("step", number(simulation.step));
  line("steps", std::to_string(c.steps));
  line("reduced_steps", std::to_string(c.reduced_steps));
  line("end_time", number(c.end_time));
  line("max_penetration", number(c.max_penetration));
  line("max_joint_error", number(c.max_joint_error));
  line("max_velocity_law_residual", number(c.max_velocity_law_residual));
  line("max_energy_increase", number(c.max_energy_increase));
  line("energy_balance_error", number(c.energy_balance_error));
  line("impacts", std::to_string(c.impacts));
  line("contacts_max", std::to_string(c.contacts_max));
  line("redundant_joint_rows", std::to_string(c.redundant_joint_rows));
  line("newton", counts(c.newton));
  line("projection", counts(c.projection));
  line("activation", counts(c.activation));
  line(
      "solver",
      fmt::format(
          R"({{"name":{},"iterations_mean":{},"iterations_max":{},"residual_max":{},"failures":{},"unsolved":{}}})",
          json_text(name_of(simulation.solver)), number(c.solver_iterations.mean()),
          c.solver_iterations.max, number(c.solver_residual_max), c.failures.count,
          outcome.unsolved.blocks.empty() ? "null" : json_text(unsolved_file)));
  line("work", work_text(c.work));
  line("fallback", occasions(c.fallback));
  line("coarse", occasions(c.coarse));
  line("stiff_at", c.stiff_at ? number(*c.stiff_at) : "null");
  if (wall_seconds) {
    line("wall_seconds", number(*wall_seconds));
    line("microseconds_per_step",
         number(c.steps > 0 ? 1e6 * *wall_seconds / static_cast<double>(c.steps) : 0.0));
  }
  line("version", json_text(version));
  if (outcome.failure) {
    const Failure& f = *outcome.failure;
    line("failure", fmt::format(R"({{"time":{},"where":{},"what":{},"advice":{},"last_state":{}}})",
                                number(f.t), json_text(f.where), json_text(f.what),
                                json_text(f.advice), state_text(model, outcome.last)));
  }
  return text + "\n}\n";
}

void write_summary(const std::filesystem::path& folder, const Model& model,
                   const Simulation& simulation, const Outcome& outcome, double wall_seconds) {
  write_text(folder / "summary.json", summary_text(model, simulation, outcome, wall_seconds));
}

}  // namespace saltus
