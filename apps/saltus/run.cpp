// SPDX-License-Identifier: Apache-2.0
// `saltus run`: simulate, write the results, print the closing table.
#include <array>
#include <chrono>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "closing_table.h"
#include "commands.h"
#include "folder.h"
#include "interrupt.h"
#include "load.h"
#include "progress.h"
#include "recording.h"
#include "report.h"
#include "saltus/problems/fclib.h"
#include "saltus/record/csv.h"
#include "saltus/run/summary.h"
#include "saltus/solvers/portfolio.h"
#include "say.h"

namespace saltus::app {
namespace {

namespace fs = std::filesystem;

/// All but the recording; the first ones are about a whole run, also in a part of one.
constexpr std::array result_files{"summary.json",    "report.html", "unsolved.hdf5",
                                  "motion.glb",      "states.csv",  "contacts.csv",
                                  "constraints.csv", "energy.csv",  "events.csv"};
constexpr std::size_t about_whole = 4;
static_assert(unsolved_file == result_files[2]);

bool is_gone(const fs::path& path) {
  std::error_code error;
  return !fs::exists(path, error);
}

void print_failure(const Failure& failure, const fs::path& folder, const RunOptions& options,
                   const FileRecorder* recorder) {
  say("error: the simulation failed at t = {:.9g} s: {}: {}\n  to try: {}\n", failure.t,
      failure.where, failure.what, failure.advice);
  const bool is_recorded = recorder != nullptr && !is_gone(folder / recording_name);
  const bool has_tables = options.csv && !is_gone(folder / "states.csv");
  if (!is_recorded && !has_tables) return;
  const bool lost_some = failure.where == recording_part;  // what was not committed
  const char* kept = !lost_some    ? "computed"
                     : is_recorded ? "committed to the recording"
                                   : "written to the CSV files";
  say("  what was {} before is in {}\n", kept, folder.string());
}

/// The problem that no solver finished: a bug report and a future test.
void write_unsolved(const OneStepProblem& problem, const fs::path& folder) {
  const std::string file = (folder / unsolved_file).string();
  write_fclib(file, to_friction(problem));
  say("note: a contact problem that no solver finished is in {} (saltus solve)\n", file);
}

/// Files about an earlier part of a run that is resumed, as soon as there is more than that part.
/// CSV files are true of it, and may be all that there is of what was not recorded.
class RemoveStale final : public Recorder {
 public:
  RemoveStale(fs::path folder, const FileRecorder& recorder)
      : folder_(std::move(folder)), recorder_(&recorder) {}
  void record(const Sample& /*sample*/) override {
    if (done_ || !recorder_->is_visible()) return;
    done_ = true;
    std::error_code error;
    for (std::size_t i = 0; i < about_whole; ++i) fs::remove(folder_ / result_files.at(i), error);
  }

 private:
  fs::path folder_;
  const FileRecorder* recorder_;
  bool done_ = false;
};

void print_interrupted(const Outcome& outcome, const FileRecorder* recorder) {
  say("interrupted at t = {:.9g} s; {}\n", outcome.last.t,
      recorder != nullptr ? "--resume goes on"
                          : "nothing is recorded that --resume could go on from");
}

/// Summary, recording and CSV files. What could not be written; the table and the failure, which
/// may be the cause, are still to be told, before that.
std::vector<std::string> write_results(const Loaded& loaded, const Outcome& outcome, double seconds,
                                       const fs::path& folder, FileRecorder* recorder,
                                       const RunOptions& options) {
  if (is_gone(folder))
    return {"the folder " + folder.string() +
            " is no longer there; where it was moved, what was written is in its new place"};
  std::vector<std::string> errors;
  const auto attempt = [&](const auto& action) {
    try {
      action();
    } catch (const FileError& error) {
      errors.emplace_back(error.what());
    }
  };
  attempt([&] {  // first: on a full disk this makes room for the next
    if (recorder != nullptr)
      recorder->conclude(std::string(status_of(outcome)),
                         summary_text(loaded.model, loaded.simulation, outcome));
  });
  if (recorder != nullptr && !recorder->is_visible()) {
    say("note: the results in {} go further than this run did, and stay as they were\n",
        folder.string());
    return errors;
  }
  attempt([&] { write_summary(folder, loaded.model, loaded.simulation, outcome, seconds); });
  attempt([&] {
    if (!outcome.unsolved.blocks.empty()) write_unsolved(outcome.unsolved, folder);
  });
  if (recorder == nullptr) return errors;
  if (outcome.failure && is_gone(folder / recording_name)) return errors;  // that is the failure
  if (options.csv && options.resume) {
    attempt([&] {
      export_csv(Recording(folder / recording_name), loaded.model, loaded.simulation.scheme,
                 folder);
    });
  }
  if (!options.no_report) {
    attempt([&] {
      write_report(folder, loaded, outcome, summary_text(loaded.model, loaded.simulation, outcome),
                   command_of("run", options.model));
    });
  }
  return errors;
}

}  // namespace

int run(const RunOptions& options) {
  const Loaded loaded = load(options.model);
  check_output(loaded.description, loaded.simulation);
  const Interrupt interrupt;
  const bool resumes = options.resume;
  const fs::path folder = resumes ? folder_of(options.folder, loaded.model.name)
                                  : make_folder(options.folder, loaded.model.name);
  // Refused where another run writes there: before anything of that one is removed.
  OpenRecording recording =
      resumes ? resume_recording(loaded, folder, options.csv) : begin_recording(loaded, folder);
  if (!resumes) {
    std::error_code ignored;
    remove_files(folder, {result_files.begin(), result_files.end()});
    fs::remove_all(folder / "vtk", ignored);
  }

  std::optional<RemoveStale> stale;
  std::optional<CsvRecorder> csv;
  std::optional<Progress> progress;
  std::vector<Recorder*> recorders;
  if (recording.recorder) recorders.push_back(recording.recorder.get());
  if (resumes) recorders.push_back(&stale.emplace(folder, *recording.recorder));
  if (options.csv && !resumes) {
    const Scheme& scheme = loaded.simulation.scheme;
    csv.emplace(folder, loaded.model, multipliers_of(scheme), locates_events_of(scheme));
    recorders.push_back(&*csv);
  }
  if (!options.quiet && (options.progress || Progress::is_terminal()))
    recorders.push_back(&progress.emplace(loaded.simulation.end));

  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = simulate(loaded.model, loaded.simulation, recorders,
                                   {interrupt.flag(), recording.checkpoint, 0});
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  const std::vector<std::string> errors =
      write_results(loaded, outcome, seconds, folder, recording.recorder.get(), options);
  if (!options.quiet) {
    fmt::print("{}",
               closing_table(loaded, outcome, seconds, is_gone(folder) ? "none" : folder.string()));
  }
  if (outcome.failure) print_failure(*outcome.failure, folder, options, recording.recorder.get());
  for (const std::string& error : errors) say("error: {}\n", error);
  if (outcome.failure || !errors.empty()) return 1;
  if (!outcome.interrupted) return 0;
  if (!options.quiet) print_interrupted(outcome, recording.recorder.get());
  constexpr int interrupted = 130;
  return interrupted;
}

}  // namespace saltus::app
