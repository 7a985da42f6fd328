// SPDX-License-Identifier: Apache-2.0
// The table rounds; the JSON has all digits, and null where a number is not finite.
#include "solve_report.h"

#include <fmt/format.h>

#include "saltus/base/json.h"

namespace saltus::app {
namespace {

std::string plural(std::size_t count, const char* word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

std::string states(const Solved& solved) {
  std::string text;
  for (std::size_t k = 0; k < solved.status.size(); ++k) {
    const auto status = static_cast<ContactStatus>(k);
    if (status == ContactStatus::closed && solved.status[k] == 0) continue;  // all have friction
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", solved.status[k], to_string(status));
  }
  return text;
}

std::string attempt(const Attempt& a) {
  return fmt::format("{:<18}{:>8} iterations {:>10.3g} s   err_q {:<10.2g} nat_scaled {:<10.2g} {}",
                     a.solver, a.iterations, a.seconds, a.residual.err_q, a.residual.nat_scaled,
                     a.solved ? "solved" : "not solved");
}

std::string json_attempt(const Attempt& a) {
  return fmt::format(
      R"({{"solver":{},"iterations":{},"seconds":{},"err_q":{},"nat_scaled":{},"solved":{}}})",
      json_text(a.solver), a.iterations, json_number(a.seconds), json_number(a.residual.err_q),
      json_number(a.residual.nat_scaled), a.solved);
}

}  // namespace

std::string_view to_string(Measure measure) {
  return measure == Measure::err_q ? "err_q" : "nat_scaled";
}

std::string solve_table(const Solved& solved) {
  const FrictionReport& report = solved.report;
  std::string text = fmt::format("{}\n", solved.file);
  const auto line = [&](std::string_view label, const std::string& value) {
    text += fmt::format("  {:<12}{}\n", label, value);
  };
  line("problem",
       fmt::format("{}, {}-D, {}{}", plural(solved.contacts, "contact"), solved.dim, solved.format,
                   solved.dofs > 0 ? fmt::format(", {} degrees of freedom", solved.dofs) : ""));
  line("solver", fmt::format("{}, {} iterations, {:.3g} s", report.solver, report.iterations,
                             report.seconds));
  line("solved",
       fmt::format("{}: {} {} {:.3g}", report.solved ? "yes" : "NO", to_string(report.measure),
                   report.solved ? "<=" : ">", solved.tolerance));
  line("err_q", fmt::format("{:.3g}", report.residual.err_q));
  line("nat_scaled", fmt::format("{:.3g}", report.residual.nat_scaled));
  line("contacts", states(solved));
  for (std::size_t k = 0; k < report.tried.size(); ++k)
    line(k == 0 ? "tried" : "", attempt(report.tried[k]));
  if (!solved.solution.empty()) line("solution", solved.solution);
  return text;
}

std::string solve_json(const Solved& solved) {
  const FrictionReport& report = solved.report;
  std::string status;
  for (std::size_t k = 0; k < solved.status.size(); ++k) {
    status +=
        fmt::format(R"({}"{}":{})", k == 0 ? "" : ",", contact_status_names[k], solved.status[k]);
  }
  std::string tried;
  for (const Attempt& a : report.tried) tried += (tried.empty() ? "" : ",") + json_attempt(a);
  return fmt::format(
      R"({{"file":{},"format":"{}","dim":{},"contacts":{},"solver":{},"solved":{},"iterations":{},)"
      R"("err_q":{},"nat_scaled":{},"measure":"{}","tolerance":{},"seconds":{},)"
      R"("status":{{{}}},"tried":[{}]}})"
      "\n",
      json_text(solved.file), solved.format, solved.dim, solved.contacts, json_text(report.solver),
      report.solved, report.iterations, json_number(report.residual.err_q),
      json_number(report.residual.nat_scaled), to_string(report.measure),
      json_number(solved.tolerance), json_number(report.seconds), status, tried);
}

}  // namespace saltus::app
