// SPDX-License-Identifier: Apache-2.0
// Errors and orders, norm by norm, and the work.
#include <cmath>

#include <fmt/format.h>

#include "study_tables.h"

namespace saltus::app {
namespace {

std::string error_text(std::optional<double> x) { return x ? fmt::format("{:.4e}", *x) : "-"; }
std::string order_text(std::optional<double> x) { return x ? fmt::format("{:.2f}", *x) : "-"; }

std::string line(const std::string& first, const Figures& errors, const Figures& orders) {
  std::string text = fmt::format("{:<14}", first);
  for (std::size_t j = 0; j < orders.size(); ++j) {
    text += fmt::format("{:<11}{:<8}", errors.empty() ? "" : error_text(errors[j]),
                        order_text(orders[j]));
  }
  return text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
}

std::string_view heading(Varied varied) { return varied == Varied::step ? "h [s]" : "tolerance"; }

/// A count that is no whole number is a mean over starts.
std::string count_text(double x) {
  return x == std::floor(x) ? fmt::format("{:.0f}", x) : fmt::format("{:.1f}", x);
}

std::string work_table(const ConvergenceRequest& request, const Convergence& result) {
  const auto line = [](const auto&... cells) {
    return fmt::format("{:<14}{:<11}{:<11}{:<11}{:<11}{:<11}{:<11}{}\n", cells...);
  };
  std::string text = fmt::format("\nwork of a run{}\n", request.average > 1 ? ", mean" : "");
  text += line(heading(request.varied), "steps", "M", "f", "tangents", "solves", "H", "cost");
  for (const ConvergenceRow& row : result.rows) {
    const auto cell = [&](double MeanWork::*count) {
      return row.work ? count_text(*row.work.*count) : std::string("-");
    };
    text += line(fmt::format("{:.6g}", row.value), cell(&MeanWork::steps), cell(&MeanWork::masses),
                 cell(&MeanWork::forces), cell(&MeanWork::tangents), cell(&MeanWork::solves),
                 cell(&MeanWork::rows), cell(&MeanWork::cost));
  }
  return text;
}

/// What happened in the runs that an error control or an order does not show.
std::string notices(const ConvergenceRequest& request, const Convergence& result) {
  std::string text;
  for (const ConvergenceRow& row : result.rows) {
    const auto note = [&](std::int64_t count, const char* what) {
      if (count > 0)
        text +=
            fmt::format("\n{} {:.6g}: {} {}\n", to_string(request.varied), row.value, count, what);
    };
    note(row.fallbacks, "fallbacks, too many impacts to follow");
    note(row.coarse_steps, "steps of the shortest length, less accurate than the tolerance");
    note(row.stiff_runs, "runs with the implicit base of order two");
  }
  return text;
}

std::string table(const char* title, const ConvergenceRequest& request, const Convergence& result,
                  Figures ConvergenceRow::*error, Figures ConvergenceRow::*order,
                  const Figures& all) {
  std::string text = fmt::format("\n{}\n{:<14}", title, heading(request.varied));
  for (const Norm norm : request.norms)
    text += fmt::format("{:<11}{:<8}", enum_name(norm), "order");
  text = text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
  for (const ConvergenceRow& row : result.rows) {
    text += line(fmt::format("{:.6g}", row.value), row.*error, row.*order);
  }
  return text + line("least squares", {}, all);
}

}  // namespace

std::string convergence_table(const std::string& title, const std::string& scheme,
                              const ConvergenceRequest& request, const Convergence& result) {
  std::string text = fmt::format("{}: {}, reference {}", title, scheme, to_text(request.reference));
  if (request.average > 1) {
    text += fmt::format(", mean over {} starts within {:.3g}", request.average, request.perturb);
  }
  text += "\n";
  text += table("errors of positions", request, result, &ConvergenceRow::q,
                &ConvergenceRow::q_order, result.q_order);
  text += table("errors of velocities", request, result, &ConvergenceRow::v,
                &ConvergenceRow::v_order, result.v_order);
  text += work_table(request, result);
  text += notices(request, result);
  return text;
}

}  // namespace saltus::app
