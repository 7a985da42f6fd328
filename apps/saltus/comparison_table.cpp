// SPDX-License-Identifier: Apache-2.0
// Certificates side by side.
#include <algorithm>

#include <fmt/format.h>

#include "study_tables.h"

namespace saltus::app {
namespace {

constexpr std::size_t widest_label = 34;

std::string figure(double x) { return x == 0 ? "0" : fmt::format("{:.3e}", x); }
std::string counts(const CountStatistics& c) { return fmt::format("{:.4g}/{}", c.mean(), c.max); }

/// The label in its column, or on a line of its own above where it is too long.
std::string labelled(const std::string& label, std::size_t width, const std::string& cells) {
  const std::string lead = label.size() > width ? label + "\n" : "";
  return fmt::format("{}{:<{}}  {}\n", lead, lead.empty() ? label : "", width, cells);
}

std::string iterations_of(const ComparisonRow& row) {
  const Certificate c = row.certificate.value_or(Certificate{});
  const bool there = row.certificate.has_value();
  const auto cell = [&](const std::string& text) { return there ? text : std::string("-"); };
  return fmt::format(
      "{:<9.6g} {:<10} {:<11} {:<11} {:<11} {:<7} {:<7} {}", row.step,
      cell(figure(c.max_penetration)), cell(counts(c.newton)), cell(counts(c.projection)),
      cell(counts(c.activation)), cell(fmt::format("{:.4g}", c.solver_iterations.mean())),
      cell(fmt::format("{:.3g}", row.microseconds_per_step())), to_string(row.status));
}

std::string laws_of(const ComparisonRow& row) {
  const Certificate c = row.certificate.value_or(Certificate{});
  const bool there = row.certificate.has_value();
  const auto cell = [&](const std::string& text) { return there ? text : std::string("-"); };
  return fmt::format("{:<9.6g} {:<9} {:<8} {:<11} {:<12} {:<10} {}", row.step,
                     cell(fmt::format("{}", c.steps)), cell(fmt::format("{}", c.impacts)),
                     cell(figure(c.max_joint_error)), cell(figure(c.max_velocity_law_residual)),
                     cell(figure(c.max_energy_increase)), cell(figure(c.energy_balance_error)));
}

std::string work_cells(const ComparisonRow& row) {
  const WorkCounts work = row.certificate.value_or(Certificate{}).work;
  const auto cell = [&](std::int64_t n) { return row.certificate ? fmt::format("{}", n) : "-"; };
  return fmt::format("{:<9.6g} {:<10} {:<10} {:<10} {:<10} {:<10} {}", row.step, cell(work.masses),
                     cell(work.forces), cell(work.tangents), cell(work.solves), cell(work.rows),
                     row.certificate ? fmt::format("{:.6g}", work.cost()) : "-");
}

/// What happened in a run that its figures do not show.
std::string notices(const ComparisonRow& row) {
  std::string text;
  if (!row.certificate) return text;
  const Certificate& c = *row.certificate;
  const auto note = [&](const std::string& what) {
    text += fmt::format("\n{}, time-step {:.6g} s: {}\n", row.label, row.step, what);
  };
  if (c.fallback.count > 0)
    note(fmt::format("{} fallbacks, too many impacts to follow", c.fallback.count));
  if (c.coarse.count > 0)
    note(fmt::format("{} steps of the shortest length, less accurate than the tolerance",
                     c.coarse.count));
  if (c.stiff_at) note(fmt::format("the implicit base took over at t = {:.6g} s", *c.stiff_at));
  return text;
}

}  // namespace

std::string comparison_table(const std::string& title, double end,
                             std::span<const ComparisonRow> rows) {
  std::size_t width = 6;
  for (const ComparisonRow& row : rows) width = std::max(width, row.label.size());
  width = std::min(width, widest_label);

  std::string text = fmt::format("{}, to t = {:.6g} s\n\n", title, end);
  text +=
      labelled("", width,
               fmt::format("{:<9} {:<10} {:<11} {:<11} {:<11} {:<7} {}", "time-step", "violation",
                           "Newton", "projection", "index sets", "solver", "us per"));
  text +=
      labelled("scheme", width,
               fmt::format("{:<9} {:<10} {:<11} {:<11} {:<11} {:<7} {:<7} {}", "[s]", "[m] (max)",
                           "(avg/max)", "(avg/max)", "(avg/max)", "(avg)", "step", "status"));
  for (const ComparisonRow& row : rows) text += labelled(row.label, width, iterations_of(row));
  text += "\n";
  text += labelled("", width,
                   fmt::format("{:<9} {:<9} {:<8} {:<11} {:<12} {:<10} {}", "time-step", "", "",
                               "joint error", "law residual", "energy", "balance"));
  text += labelled("scheme", width,
                   fmt::format("{:<9} {:<9} {:<8} {:<11} {:<12} {:<10} {}", "[s]", "steps",
                               "impacts", "(max)", "[m/s] (max)", "rise [J]", "error [J]"));
  for (const ComparisonRow& row : rows) text += labelled(row.label, width, laws_of(row));
  text += "\n";
  text += labelled("", width,
                   fmt::format("{:<9} {:<10} {:<10} {:<10} {:<10} {:<10} {}", "time-step", "M", "f",
                               "", "contact", "H", "cost"));
  text += labelled("scheme", width,
                   fmt::format("{:<9} {:<10} {:<10} {:<10} {:<10} {:<10} {}", "[s]", "factorised",
                               "evaluated", "tangents", "solves", "evaluated", "[units]"));
  for (const ComparisonRow& row : rows) text += labelled(row.label, width, work_cells(row));
  for (const ComparisonRow& row : rows) text += notices(row);
  for (const ComparisonRow& row : rows) {
    if (row.reason.empty()) continue;
    text += fmt::format("\n{}, time-step {:.6g} s, {}: {}\n", row.label, row.step,
                        to_string(row.status), row.reason);
  }
  return text;
}

}  // namespace saltus::app
