// SPDX-License-Identifier: Apache-2.0
// `saltus run`: simulate, write the results, print the closing table.
#include <chrono>
#include <filesystem>

#include <fmt/format.h>

#include "closing_table.h"
#include "commands.h"
#include "folder.h"
#include "load.h"
#include "progress.h"
#include "saltus/problems/fclib.h"
#include "saltus/record/csv.h"
#include "saltus/run/summary.h"
#include "saltus/solvers/portfolio.h"

namespace saltus::app {
namespace {

namespace fs = std::filesystem;

void print_failure(const Failure& failure, const fs::path& folder) {
  fmt::print(stderr,
             "error: the simulation failed at t = {:.9g} s: {}: {}\n  to try: {}\n"
             "  what was computed before is in {}\n",
             failure.t, failure.where, failure.what, failure.advice, folder.string());
}

/// The problem that no solver finished: a bug report and a future test.
void write_unsolved(const OneStepProblem& problem, const fs::path& folder) {
  const std::string file = (folder / unsolved_file).string();
  write_fclib(file, to_friction(problem));
  fmt::print(stderr, "note: a contact problem that no solver finished is in {} (saltus solve)\n",
             file);
}

}  // namespace

int run(const RunOptions& options) {
  const Loaded loaded = load(options.model);
  check_output(loaded.description, loaded.simulation);
  const fs::path folder =
      prepare_folder(options.folder, loaded.model.name,
                     {"summary.json", "states.csv", "contacts.csv", "constraints.csv", "energy.csv",
                      "events.csv", unsolved_file.data()});

  std::optional<CsvRecorder> csv;
  std::optional<ProgressLine> progress;
  std::vector<Recorder*> recorders;
  if (options.csv) {
    const Scheme& scheme = loaded.simulation.scheme;
    csv.emplace(folder, loaded.model, multipliers_of(scheme), locates_events_of(scheme));
    recorders.push_back(&*csv);
  }
  if (!options.quiet && ProgressLine::is_wanted()) {
    recorders.push_back(&progress.emplace(loaded.simulation.end));
  }

  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = simulate(loaded.model, loaded.simulation, recorders);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  bool written = true;
  try {
    if (!outcome.unsolved.blocks.empty()) write_unsolved(outcome.unsolved, folder);
    write_summary(folder, loaded.model, loaded.simulation, outcome, seconds);
  } catch (const FileError& error) {  // the table and the failure are still to be told
    fmt::print(stderr, "error: {}\n", error.what());
    written = false;
  }
  if (!options.quiet) {
    fmt::print("{}", closing_table(loaded, outcome, seconds, folder.string()));
  }
  if (outcome.failure) print_failure(*outcome.failure, folder);
  return outcome.failure || !written ? 1 : 0;
}

}  // namespace saltus::app
