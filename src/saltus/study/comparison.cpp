// SPDX-License-Identifier: Apache-2.0
// One timed run per row; comparison.csv and comparison.json hold every field of the certificates.
#include "saltus/study/comparison.h"

#include <array>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include "saltus/base/error.h"
#include "saltus/base/json.h"
#include "saltus/base/version.h"
#include "saltus/base/write_text.h"
#include "saltus/study/files.h"

namespace saltus {
namespace {

/// The figures of a row in the order of the files, by the names of summary.json.
struct Figure {
  std::string_view name;
  double (*value)(const ComparisonRow& row, const Certificate& c);
};
using R = ComparisonRow;
using C = Certificate;
constexpr double no_time = std::numeric_limits<double>::quiet_NaN();  // an empty cell
constexpr std::array figures{
    Figure{"steps", [](const R&, const C& c) { return static_cast<double>(c.steps); }},
    Figure{"end_time", [](const R&, const C& c) { return c.end_time; }},
    Figure{"max_penetration", [](const R&, const C& c) { return c.max_penetration; }},
    Figure{"max_joint_error", [](const R&, const C& c) { return c.max_joint_error; }},
    Figure{"max_velocity_law_residual",
           [](const R&, const C& c) { return c.max_velocity_law_residual; }},
    Figure{"max_energy_increase", [](const R&, const C& c) { return c.max_energy_increase; }},
    Figure{"energy_balance_error", [](const R&, const C& c) { return c.energy_balance_error; }},
    Figure{"impacts", [](const R&, const C& c) { return static_cast<double>(c.impacts); }},
    Figure{"contacts_max",
           [](const R&, const C& c) { return static_cast<double>(c.contacts_max); }},
    Figure{"newton_mean", [](const R&, const C& c) { return c.newton.mean(); }},
    Figure{"newton_max", [](const R&, const C& c) { return static_cast<double>(c.newton.max); }},
    Figure{"projection_mean", [](const R&, const C& c) { return c.projection.mean(); }},
    Figure{"projection_max",
           [](const R&, const C& c) { return static_cast<double>(c.projection.max); }},
    Figure{"activation_mean", [](const R&, const C& c) { return c.activation.mean(); }},
    Figure{"activation_max",
           [](const R&, const C& c) { return static_cast<double>(c.activation.max); }},
    Figure{"solver_iterations_mean",
           [](const R&, const C& c) { return c.solver_iterations.mean(); }},
    Figure{"solver_iterations_max",
           [](const R&, const C& c) { return static_cast<double>(c.solver_iterations.max); }},
    Figure{"solver_residual_max", [](const R&, const C& c) { return c.solver_residual_max; }},
    Figure{"reduced_steps",
           [](const R&, const C& c) { return static_cast<double>(c.reduced_steps); }},
    Figure{"failures", [](const R&, const C& c) { return static_cast<double>(c.failures.count); }},
    Figure{"fallbacks", [](const R&, const C& c) { return static_cast<double>(c.fallback.count); }},
    Figure{"coarse_steps",
           [](const R&, const C& c) { return static_cast<double>(c.coarse.count); }},
    Figure{"stiff_at", [](const R&, const C& c) { return c.stiff_at.value_or(no_time); }},
    Figure{"work_masses", [](const R&, const C& c) { return static_cast<double>(c.work.masses); }},
    Figure{"work_forces", [](const R&, const C& c) { return static_cast<double>(c.work.forces); }},
    Figure{"work_tangents",
           [](const R&, const C& c) { return static_cast<double>(c.work.tangents); }},
    Figure{"work_solves", [](const R&, const C& c) { return static_cast<double>(c.work.solves); }},
    Figure{"work_rows", [](const R&, const C& c) { return static_cast<double>(c.work.rows); }},
    Figure{"work_cost", [](const R&, const C& c) { return c.work.cost(); }},
    Figure{"wall_seconds", [](const R& r, const C&) { return r.seconds; }},
    Figure{"microseconds_per_step", [](const R& r, const C&) { return r.microseconds_per_step(); }},
};

std::optional<double> value_of(const Figure& figure, const ComparisonRow& row) {
  if (!row.certificate) return std::nullopt;
  const double x = figure.value(row, *row.certificate);
  return std::isnan(x) ? std::nullopt : std::optional(x);
}

}  // namespace

std::string_view to_string(ComparisonStatus status) {
  constexpr std::array<std::string_view, 3> names{"ok", "failed", "refused"};
  return names.at(static_cast<std::size_t>(status));
}

double ComparisonRow::microseconds_per_step() const {
  const std::int64_t steps = certificate ? certificate->steps : 0;
  return steps > 0 ? 1e6 * seconds / static_cast<double>(steps) : 0.0;
}

ComparisonRow compared(const std::string& label, const Model& model, const Simulation& simulation) {
  ComparisonRow row;
  row.label = label;
  row.scheme = simulation.scheme;
  row.step = simulation.step;
  try {
    const auto start = std::chrono::steady_clock::now();
    const Outcome outcome = simulate(model, simulation);
    row.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    row.certificate = outcome.certificate;
    if (outcome.failure) {
      row.status = ComparisonStatus::failed;
      row.reason =
          fmt::format("failed at t = {:.9g} s: {}: {}; to try: {}", outcome.failure->t,
                      outcome.failure->where, outcome.failure->what, outcome.failure->advice);
    }
  } catch (const ModelError& error) {
    row.status = ComparisonStatus::refused;
    row.reason = error.what();
  }
  return row;
}

void write_comparison(const std::filesystem::path& folder, const std::string& model, double end,
                      std::span<const ComparisonRow> rows) {
  std::string csv = "label,scheme,step,status";
  for (const Figure& figure : figures) csv += fmt::format(",{}", figure.name);
  csv += ",reason\n";
  std::string json = fmt::format("{{\n \"model\":{},\n \"end\":{},\n \"runs\":[", json_text(model),
                                 json_number(end));
  for (const ComparisonRow& row : rows) {
    csv += fmt::format("{},{},{},{}", csv_text(row.label), scheme_name(row.scheme),
                       csv_number(row.step), to_string(row.status));
    json += fmt::format(
        "{}\n  {{\"label\":{},\"scheme\":{},\"options\":{},\"step\":{},\"status\":\"{}\","
        "\"reason\":{}",
        &row == rows.data() ? "" : ",", json_text(row.label), json_text(scheme_name(row.scheme)),
        json_options(row.scheme), json_number(row.step), to_string(row.status),
        row.reason.empty() ? "null" : json_text(row.reason));
    for (const Figure& figure : figures) {
      const std::optional<double> x = value_of(figure, row);
      csv += fmt::format(",{}", csv_number(x));
      json += fmt::format(",\"{}\":{}", figure.name, json_optional(x));
    }
    csv += fmt::format(",{}\n", csv_text(row.reason));
    json += "}";
  }
  json += fmt::format("],\n \"version\":{}\n}}\n", json_text(version));
  write_text(folder / "comparison.csv", csv);
  write_text(folder / "comparison.json", json);
}

}  // namespace saltus
