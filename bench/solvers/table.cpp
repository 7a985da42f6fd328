// SPDX-License-Identifier: Apache-2.0
// Columns as wide as their names ask.
#include "solvers/table.h"

#include <algorithm>

#include <fmt/format.h>

#include "saltus/study/files.h"

namespace saltus::bench {
namespace {

constexpr std::size_t narrowest = 9;

std::size_t column(const std::string& solver) { return std::max(narrowest, solver.size()); }

std::size_t widest_name(const Results& results) {
  std::size_t width = 8;
  for (const Subject& subject : results.subjects) width = std::max(width, subject.name.size());
  return width;
}

std::string times(const Results& results, std::size_t tolerance) {
  const std::size_t width = widest_name(results);
  std::string text =
      fmt::format("seconds to {:g}\n{:<{}} contacts", results.tolerances[tolerance], "", width);
  for (const std::string& solver : results.solvers)
    text += fmt::format("  {:>{}}", solver, column(solver));
  text += "\n";
  for (std::size_t i = 0; i < results.subjects.size(); ++i) {
    const Subject& subject = results.subjects[i];
    text += fmt::format("{:<{}} {:>8}", subject.name, width, subject.problem.contacts());
    for (std::size_t s = 0; s < results.solvers.size(); ++s) {
      const Run& run = results.of(tolerance, i, s);
      const std::string cell = run.solved ? fmt::format("{:.3g}", run.seconds) : "-";
      text += fmt::format("  {:>{}}", cell, column(results.solvers[s]));
    }
    text += "\n";
  }
  return text + "\n";
}

std::size_t solved(const Results& results, std::size_t tolerance, std::size_t solver) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < results.subjects.size(); ++i)
    count += results.of(tolerance, i, solver).solved ? 1 : 0;
  return count;
}

std::string solved_parts(const Results& results) {
  std::string text = fmt::format("solved of {}\n{:<9}", results.subjects.size(), "");
  for (const std::string& solver : results.solvers)
    text += fmt::format("  {:>{}}", solver, column(solver));
  text += "\n";
  for (std::size_t t = 0; t < results.tolerances.size(); ++t) {
    text += fmt::format("to {:<6g}", results.tolerances[t]);
    for (std::size_t s = 0; s < results.solvers.size(); ++s) {
      const std::size_t count = solved(results, t, s);
      const double part =
          100 * static_cast<double>(count) / static_cast<double>(results.subjects.size());
      text += fmt::format("  {:>{}}", fmt::format("{} {:3.0f}%", count, part),
                          column(results.solvers[s]));
    }
    text += "\n";
  }
  return text;
}

}  // namespace

std::string table(const Results& results) {
  std::string text;
  for (std::size_t t = 0; t < results.tolerances.size(); ++t) text += times(results, t);
  return text + solved_parts(results);
}

std::string runs_csv(const Results& results) {
  std::string text =
      "file,dim,contacts,solver,tolerance,reduction,seconds,solved,used,iterations,measure,err_q,"
      "nat_scaled\n";
  for (std::size_t t = 0; t < results.tolerances.size(); ++t)
    for (std::size_t i = 0; i < results.subjects.size(); ++i)
      for (std::size_t s = 0; s < results.solvers.size(); ++s) {
        const Subject& subject = results.subjects[i];
        const Run& run = results.of(t, i, s);
        text += fmt::format("{},{},{},{},{:g},{},{},{},{},{},{},{},{}\n", csv_text(subject.name),
                            subject.problem.dim(), subject.problem.contacts(),
                            csv_text(results.solvers[s]), results.tolerances[t],
                            csv_number(subject.reduction), csv_number(run.seconds), run.solved,
                            csv_text(run.used), run.iterations,
                            run.measure == Measure::err_q ? "err_q" : "nat_scaled",
                            csv_number(run.residual.err_q), csv_number(run.residual.nat_scaled));
      }
  return text;
}

}  // namespace saltus::bench
