// SPDX-License-Identifier: Apache-2.0
// `saltus solve`: one friction-contact problem of an FCLib file.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "commands.h"
#include "saltus/base/error.h"
#include "saltus/problems/body_problem.h"
#include "saltus/problems/contact_states.h"
#include "saltus/problems/fclib.h"
#include "saltus/problems/reduce.h"
#include "saltus/solvers/body_sweeps.h"
#include "saltus/solvers/exact.h"
#include "saltus/solvers/friction_solver.h"
#include "say.h"
#include "solve_report.h"

namespace saltus::app {
namespace {

namespace fs = std::filesystem;

void check_positive(const char* option, double value) {
  if (!(value > 0) || !std::isfinite(value))
    throw ModelError({option}, fmt::format("must be a positive number, is {}", value));
}

void check_solver(const std::string& name) {
  std::vector<std::string> names;
  for (const std::string_view known : friction_solver_names()) names.emplace_back(known);
  names.emplace_back(BodySweeps::name);
  if (std::find(names.begin(), names.end(), name) != names.end()) return;
  if (name == Exact::name)
    throw ModelError({"--solver"},
                     fmt::format("'{}' is for the small problems of simulations; auto uses it here "
                                 "where islands are small\n  there are: {}",
                                 name, fmt::join(names, ", ")));
  throw ModelError({"--solver"}, fmt::format("there is no solver '{}'{}\n  there are: {}", name,
                                             did_you_mean(name, names), fmt::join(names, ", ")));
}

/// Before the solve, so that its minutes are not lost.
void check_output(const std::string& problem, const std::string& output) {
  std::error_code error;
  if (fs::equivalent(problem, output, error)) {
    throw FileError(output + ": is the problem file itself (expected: another name for -o)");
  }
  // What is written is moved there, which would replace a folder or a device as well.
  if (fs::exists(output, error) && !fs::is_regular_file(output, error))
    throw FileError(output + ": is there and is no file that could be replaced");
  const fs::path folder = fs::path(output).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, error))
    throw FileError(fmt::format("{}: there is no folder {}", output, folder.string()));
}

/// The words that local and global problems differ in.
Solved describe(const FclibProblem& problem, const SolveOptions& options) {
  Solved solved{};
  solved.file = options.file;
  solved.tolerance = options.tolerance;
  solved.contacts = contacts(problem);
  if (const auto* global = std::get_if<FclibGlobal>(&problem)) {
    solved.format = "global";
    solved.dim = global->dim;
    solved.dofs = global->f.size();
  } else {
    solved.format = "local";
    solved.dim = std::get<FclibLocal>(problem).dim;
  }
  return solved;
}

std::string failure(const Solved& solved, const SolveOptions& options) {
  const FrictionReport& report = solved.report;
  const std::string advice =
      options.solver == "auto"
          ? fmt::format("more time (--seconds, now {:g}) or a larger --tol", options.seconds)
          : fmt::format("--solver auto, more time (--seconds, now {:g}) or a larger --tol",
                        options.seconds);
  return fmt::format(
      "{}: not solved to {} <= {:.3g}: err_q = {:.3g}, nat_scaled = {:.3g} reached by {} in {:.3g} "
      "s\n  try: {}",
      solved.file, to_string(report.measure), solved.tolerance, report.residual.err_q,
      report.residual.nat_scaled, report.solver.empty() ? "no solver" : report.solver,
      report.seconds, advice);
}

/// With more contacts than this, `auto` keeps to the velocities of the bodies where it can.
constexpr std::size_t many_contacts = 20000;

std::optional<BodyProblem> bodies_of(const FclibProblem& problem) {
  const auto* global = std::get_if<FclibGlobal>(&problem);
  return global == nullptr ? std::nullopt : body_form(*global);
}

/// The body form, where it is asked for or the better way.
std::optional<BodyProblem> preferred_bodies(const FclibProblem& problem,
                                            const SolveOptions& options) {
  const bool asked = options.solver == BodySweeps::name;
  if (!asked && (options.solver != "auto" || contacts(problem) <= many_contacts)) return {};
  std::optional<BodyProblem> bodies = bodies_of(problem);
  if (asked && !bodies)
    throw ModelError({"--solver"},
                     fmt::format("'{}' needs a global problem, and none where hundreds of degrees "
                                 "of freedom hang together; take another solver, or auto",
                                 BodySweeps::name));
  return bodies;
}

FclibSolution solve_bodies(const BodyProblem& bodies, const FrictionGoal& goal, Solved& solved) {
  FclibSolution s;
  s.r.assign(bodies.w.size(), 0.0);
  solved.report = saltus::solve(BodySweeps{}, bodies, goal, s.r);
  s.v.resize(bodies.v_free.size());
  s.u.resize(bodies.w.size());
  body_velocity(bodies, s.r, s.v);
  contact_velocity(bodies, s.v, s.u);
  solved.status = contact_states(block_diagonal(bodies), s.r, s.u);
  return s;
}

FclibSolution solve_contacts(const FclibProblem& problem, const SolveOptions& options,
                             const FrictionGoal& goal, Solved& solved) {
  const FrictionProblem reduced = reduce(problem);
  FclibSolution s;
  s.r.assign(reduced.b.size(), 0.0);
  s.u.resize(s.r.size());
  solved.report = solve_friction(reduced, options.solver, goal, s.r);
  velocity(reduced, s.r, s.u);
  solved.status = contact_states(reduced, s.r, s.u);
  return s;
}

/// What is written; v and λ only where they are wanted.
FclibSolution solve(const FclibProblem& problem, const SolveOptions& options, Solved& solved) {
  const FrictionGoal goal{.tolerance = options.tolerance, .seconds = options.seconds};
  std::optional<BodyProblem> bodies = preferred_bodies(problem, options);
  if (bodies) return solve_bodies(*bodies, goal, solved);
  try {
    return solve_contacts(problem, options, goal, solved);
  } catch (const WTooLarge&) {
    if (options.solver == "auto") bodies = bodies_of(problem);
    if (!bodies) throw;
    return solve_bodies(*bodies, goal, solved);
  }
}

}  // namespace

int solve(const SolveOptions& options) {
  check_positive("--tol", options.tolerance);
  check_positive("--seconds", options.seconds);
  check_solver(options.solver);
  const FclibProblem problem = read_fclib(options.file);
  if (options.output) check_output(options.file, *options.output);

  Solved solved = describe(problem, options);
  FclibSolution solution = solve(problem, options, solved);
  if (options.output) {
    complete(problem, solution);
    write_solution(options.file, *options.output, solution);
    solved.solution = *options.output;
  }
  if (options.json) {
    fmt::print("{}", solve_json(solved));
  } else if (!options.quiet) {
    fmt::print("{}", solve_table(solved));
  }
  if (solved.report.solved) return 0;
  std::fflush(stdout);
  say("error: {}\n", failure(solved, options));
  return 1;
}

}  // namespace saltus::app
