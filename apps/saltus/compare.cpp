// SPDX-License-Identifier: Apache-2.0
// `saltus compare`: schemes × steps, one table.
#include <fmt/format.h>

#include "commands.h"
#include "comparison_errors.h"
#include "folder.h"
#include "load.h"
#include "report.h"
#include "saltus/base/error.h"
#include "saltus/io/read_model.h"
#include "saltus/model/compile.h"
#include "study_options.h"
#include "study_report.h"
#include "study_tables.h"

namespace saltus::app {
namespace {

constexpr const char* schemes_option = "--schemes";

/// One entry with all steps. What is left to go wrong is the scheme's refusal of the model.
void add_rows(const Value& tree, const std::string& file, const std::string& label,
              const std::vector<double>& steps, const CompareOptions& options,
              std::vector<ComparisonRow>& rows, OverlaidCurves& curves) {
  for (const double step : steps) {
    if (!options.quiet) tell_progress(fmt::format("{}, step {:.6g} s", label, step));
    try {
      Loaded loaded = assemble(tree, file);
      loaded.simulation.step = step;
      rows.push_back(compared(label, loaded.model, loaded.simulation));
      const ComparisonRow& row = rows.back();
      if (!options.no_report && row.certificate && row.certificate->steps > 0)
        curves.add(fmt::format("{}, {:.6g} s", label, step), loaded, row.certificate->steps,
                   row.seconds);
    } catch (const ModelError& error) {
      ComparisonRow row;
      row.label = label;
      row.scheme = make_simulation(read_model(tree, model_name(file))).scheme;
      row.step = step;
      row.status = ComparisonStatus::refused;
      row.reason = error.what();
      rows.push_back(std::move(row));
    }
  }
}

void print_failures(const std::vector<ComparisonRow>& rows) {
  for (const ComparisonRow& row : rows) {
    if (row.status != ComparisonStatus::failed) continue;
    fmt::print(stderr, "error: {}, step {:.6g} s: {}\n", row.label, row.step, row.reason);
  }
}

}  // namespace

int compare(const CompareOptions& options) {
  const Source source = read_source(options.model);
  const std::vector<SchemeEntry> entries = read_entries(options.schemes, schemes_option);
  // All input is looked at before the first run: the model, then the options of every scheme.
  const Description description = read_model(source.other, model_name(source.file));
  std::vector<Value> trees;
  for (const SchemeEntry& entry : entries) {
    trees.push_back(
        tree_of(without_foreign_options(source, entries, entry), entry, schemes_option));
    (void)make_simulation(read_model(trees.back(), description.name));
  }
  Loaded first{source.other, description, compile(description), {}, {}, {}, {}};
  first.simulation.end = description.simulation.end;
  Model& model = first.model;
  settle_start(description, model);
  check_reference(options, first);
  const std::vector<double> steps = options.steps
                                        ? read_steps(*options.steps, description, "--steps")
                                        : std::vector<double>{description.simulation.step};
  const auto folder = prepare_folder(options.folder, model.name + "/compare",
                                     {"comparison.csv", "comparison.json", "report.html"});

  std::vector<ComparisonRow> rows;
  OverlaidCurves curves;
  bool failed = false;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    add_rows(trees[i], source.file, entries[i].label, steps, options, rows, curves);
  }
  for (const ComparisonRow& row : rows) failed = failed || row.status == ComparisonStatus::failed;
  if (!options.quiet) {
    tell_progress("");
    fmt::print("{}\nresults in {}\n",
               comparison_table(model.title, description.simulation.end, rows), folder.string());
  }
  print_failures(rows);
  write_comparison(folder, model.name, description.simulation.end, rows);
  if (!options.no_report) {
    std::string command =
        command_of("compare", options.model) + " --schemes " + quoted(options.schemes);
    if (options.steps) command += " --steps " + quoted(*options.steps);
    if (options.reference) command += " --reference " + quoted(*options.reference);
    const ComparisonErrors errors =
        comparison_errors({options, source, entries, trees, steps}, first, rows);
    if (!options.quiet) tell_progress("");
    write_report(folder, first, command, rows, errors, curves);
  }
  return failed ? 1 : 0;
}

}  // namespace saltus::app
