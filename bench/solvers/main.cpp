// SPDX-License-Identifier: Apache-2.0
// The command line of bench/fclib.
#include <algorithm>
#include <exception>
#include <filesystem>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "common/tell.h"
#include "saltus/base/error.h"
#include "saltus/base/write_text.h"
#include "saltus/solvers/body_sweeps.h"
#include "solvers/profile.h"
#include "solvers/table.h"

namespace {

using namespace saltus;
using namespace saltus::bench;

struct Arguments {
  std::string folder;
  std::string output = "results/fclib";
  std::vector<std::string> solvers;
  std::vector<double> tolerances{1e-4, 1e-8, 1e-12};
  double seconds = 10;
};

void check_solvers(std::vector<std::string>& solvers) {
  const auto names = friction_solver_names();
  std::vector<std::string> known(names.begin(), names.end());
  if (solvers.empty()) solvers = known;
  known.emplace_back(BodySweeps::name);  // of global problems only, so it must be asked for
  for (const std::string& solver : solvers)
    if (std::find(known.begin(), known.end(), solver) == known.end())
      throw ModelError({"--solvers"},
                       fmt::format("no solver '{}' among {}{}", solver, fmt::join(known, ", "),
                                   did_you_mean(solver, known)));
}

void measure(Results& results, double seconds) {
  for (const double tolerance : results.tolerances)
    for (const Subject& subject : results.subjects)
      for (const std::string& solver : results.solvers) {
        tell(fmt::format("{} to {:g}: {}", subject.name, tolerance, solver));
        results.runs.push_back(run(subject, solver, {.tolerance = tolerance, .seconds = seconds}));
      }
  tell("");
}

void compare(Arguments& arguments) {
  check_solvers(arguments.solvers);
  Results results{subjects(arguments.folder), arguments.solvers, arguments.tolerances, {}};
  measure(results, arguments.seconds);
  const std::filesystem::path folder = arguments.output;
  std::filesystem::create_directories(folder);
  write_text(folder / "runs.csv", runs_csv(results));
  write_text(folder / "profile.csv", profile_csv(results));
  write_text(folder / "profile.svg", profile_svg(results));
  fmt::print("{}\nwritten: {}/runs.csv, profile.csv, profile.svg\n", table(results),
             folder.string());
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App parser("Runs solvers over a folder of FCLib problems", "bench/fclib");
  Arguments arguments;
  parser.add_option("FOLDER", arguments.folder, "Folder with *.hdf5")
      ->required()
      ->check(CLI::ExistingDirectory);
  parser.add_option("--solvers", arguments.solvers, "A,B,… (default: all)")->delimiter(',');
  parser.add_option("--tolerances", arguments.tolerances, "Default: 1e-4,1e-8,1e-12")
      ->delimiter(',');
  parser.add_option("--seconds", arguments.seconds, "For one solve (default: 10)");
  parser.add_option("-o,--output", arguments.output, "Folder (default: results/fclib)");
  try {
    parser.parse(argc, argv);
    compare(arguments);
    return 0;
  } catch (const CLI::ParseError& error) {
    return parser.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return dynamic_cast<const ModelError*>(&error) != nullptr ? 2 : 1;
  }
}
