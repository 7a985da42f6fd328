// SPDX-License-Identifier: Apache-2.0
// Reading a folder, and the clock around a solver.
#include "solvers/runs.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "saltus/base/error.h"
#include "saltus/problems/fclib.h"
#include "saltus/problems/reduce.h"
#include "saltus/problems/residual.h"
#include "saltus/solvers/body_sweeps.h"

namespace saltus::bench {
namespace {

// A run is repeated until there are so many of them and so much time has passed.
constexpr std::size_t fewest = 3, most = 30;
constexpr double long_run = 1, long_enough = 0.05;  // s

Run run_once(const Subject& subject, std::string_view solver, const FrictionGoal& goal) {
  std::vector<double> p(subject.problem.b.size(), 0.0);
  if (solver == BodySweeps::name && !subject.bodies) return {};
  const FrictionReport report = solver == BodySweeps::name
                                    ? solve(BodySweeps{}, *subject.bodies, goal, p)
                                    : solve_friction(subject.problem, solver, goal, p);
  const Residual judged = residual(subject.problem, p);
  const double error = report.measure == Measure::err_q ? judged.err_q : judged.nat_scaled;
  return {report.solver,  report.seconds, report.iterations,
          report.measure, judged,         report.solved && error <= goal.tolerance};
}

double median(std::vector<double>& times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

Subject subject(const std::filesystem::path& file) {
  const FclibProblem stored = read_fclib(file.string());
  Subject made{file.stem().string(), {}, {}};
  if (const auto* global = std::get_if<FclibGlobal>(&stored)) made.bodies = body_form(*global);
  std::vector<double> times;
  for (std::size_t i = 0; i < fewest; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    made.problem = reduce(stored);
    times.push_back(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  if (std::holds_alternative<FclibGlobal>(stored)) made.reduction = median(times);
  return made;
}

}  // namespace

std::vector<Subject> subjects(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".hdf5") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<Subject> read;
  for (const std::filesystem::path& file : files) {
    try {
      read.push_back(subject(file));
    } catch (const FileError& error) {
      fmt::print(stderr, "left out: {}\n", error.what());
    }
  }
  if (read.empty()) throw FileError(folder.string() + ": no FCLib problem (*.hdf5) in this folder");
  return read;
}

Run run(const Subject& subject, std::string_view solver, const FrictionGoal& goal) {
  std::vector<double> times;
  double sum = 0;
  Run last;
  do {
    last = run_once(subject, solver, goal);
    times.push_back(last.seconds);
    sum += last.seconds;
  } while (last.solved && last.seconds < long_run && times.size() < most &&
           (times.size() < fewest || sum < long_enough));
  last.seconds = median(times);
  return last;
}

}  // namespace saltus::bench
