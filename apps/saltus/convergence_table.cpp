// SPDX-License-Identifier: Apache-2.0
// Errors and orders, norm by norm.
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

std::string table(const char* title, const ConvergenceRequest& request, const Convergence& result,
                  Figures ConvergenceRow::*error, Figures ConvergenceRow::*order,
                  const Figures& all) {
  std::string text = fmt::format("\n{}\n{:<14}", title, "h [s]");
  for (const Norm norm : request.norms)
    text += fmt::format("{:<11}{:<8}", enum_name(norm), "order");
  text = text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
  for (const ConvergenceRow& row : result.rows) {
    text += line(fmt::format("{:.6g}", row.step), row.*error, row.*order);
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
  return text;
}

}  // namespace saltus::app
