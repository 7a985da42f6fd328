// SPDX-License-Identifier: Apache-2.0
// `saltus solve`: one friction-contact problem of an FCLib file.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

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
  if (output.empty()) throw ModelError({"-o"}, "needs the name of a file");
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
  const bool all = options.solver == "auto";
  std::string advice = all ? "" : "--solver auto, ";
  if (report.lacked_time)
    advice += fmt::format("more time (--seconds, now {:g}) or ", options.seconds);
  advice += "a larger --tol";
  if (all && !report.lacked_time)
    advice += "; all was tried, so there may be no solution: contacts that are squeezed, say";
  return fmt::format(
      "{}: not solved to {} <= {:.3g}: err_q = {:.3g}, nat_scaled = {:.3g} reached by {} in {:.3g} "
      "s\n  try: {}",
      solved.file, to_string(report.measure), solved.tolerance, report.residual.err_q,
      report.residual.nat_scaled, report.solver.empty() ? "no solver" : report.solver,
      report.seconds, advice);
}

/// With more contacts than this, or more blocks of W to a contact, `auto` begins with the
/// velocities of the bodies where it can.
constexpr std::size_t many_contacts = 20000;
constexpr double many_blocks = 200;

/// Of W, to a contact: how many contacts there are on each body, squared, and summed.
double blocks_per_contact(const BodyProblem& bodies) {
  std::vector<double> on_body(bodies.body.size(), 0.0);
  for (std::size_t a = 0; a < bodies.contacts(); ++a) {
    std::int32_t last = -1;
    for (auto k = static_cast<std::size_t>(bodies.start[a]);
         k < static_cast<std::size_t>(bodies.start[a + 1]); ++k) {
      const std::int32_t body = bodies.body[static_cast<std::size_t>(bodies.dof[k])];
      if (body != std::exchange(last, body)) on_body[static_cast<std::size_t>(body)] += 1;
    }
  }
  double blocks = 0;
  for (const double n : on_body) blocks += n * n;
  return blocks / static_cast<double>(std::max<std::size_t>(1, bodies.contacts()));
}

std::optional<BodyProblem> bodies_of(const FclibProblem& problem) {
  const auto* global = std::get_if<FclibGlobal>(&problem);
  return global == nullptr ? std::nullopt : body_form(*global);
}

/// The body form, where it is asked for.
std::optional<BodyProblem> asked_bodies(const FclibProblem& problem, const SolveOptions& options) {
  if (options.solver != BodySweeps::name) return {};
  std::optional<BodyProblem> bodies = bodies_of(problem);
  if (!bodies)
    throw ModelError({"--solver"},
                     fmt::format("'{}' needs a global problem, and none where hundreds of degrees "
                                 "of freedom hang together; take another solver, or auto",
                                 BodySweeps::name));
  return bodies;
}

/// The body form, where `auto` begins with it.
std::optional<BodyProblem> preferred_bodies(const FclibProblem& problem,
                                            const SolveOptions& options) {
  constexpr std::size_t few_contacts = 200;
  if (options.solver != "auto" || contacts(problem) <= few_contacts) return {};
  std::optional<BodyProblem> bodies = bodies_of(problem);
  if (bodies && contacts(problem) <= many_contacts && blocks_per_contact(*bodies) <= many_blocks)
    bodies.reset();
  return bodies;
}

/// What came before, and the next report about the same problem.
void take(FrictionReport next, Solved& solved) {
  FrictionReport& report = solved.report;
  next.seconds += report.seconds;
  if (!report.solver.empty() && next.solver == "none") {  // the guess is the best there is
    next.solver = report.solver;
    next.iterations = report.iterations;
  }
  std::swap(next.tried, report.tried);
  for (const Attempt& attempt : report.tried) note_attempt(attempt, next.tried);
  report = std::move(next);
}

/// From s.r, where the goal says that it is a guess.
void solve_bodies(const BodyProblem& bodies, const FrictionGoal& goal, FclibSolution& s,
                  Solved& solved) {
  s.r.resize(bodies.w.size(), 0.0);
  take(saltus::solve(BodySweeps{}, bodies, goal, s.r), solved);
  s.v.resize(bodies.v_free.size());
  s.u.resize(bodies.w.size());
  body_velocity(bodies, s.r, s.v);
  contact_velocity(bodies, s.v, s.u);
  solved.status = contact_states(block_diagonal(bodies), s.r, s.u);
}

void solve_contacts(const FclibProblem& problem, std::string_view solver, const FrictionGoal& goal,
                    FclibSolution& s, Solved& solved) {
  const FrictionProblem reduced = reduce(problem);
  s.r.resize(reduced.b.size(), 0.0);
  s.u.resize(s.r.size());
  take(solve_friction(reduced, solver, goal, s.r), solved);
  velocity(reduced, s.r, s.u);
  solved.status = contact_states(reduced, s.r, s.u);
  s.v.clear();
}

/// What is written; v and λ only where they are wanted.
FclibSolution solve(const FclibProblem& problem, const SolveOptions& options, Solved& solved) {
  FrictionGoal goal{.tolerance = options.tolerance, .seconds = options.seconds};
  FclibSolution s;
  if (const auto bodies = asked_bodies(problem, options)) {
    solve_bodies(*bodies, goal, s, solved);
    return s;
  }
  std::optional<BodyProblem> bodies = preferred_bodies(problem, options);
  if (bodies) {
    goal.seconds /= 2;
    solve_bodies(*bodies, goal, s, solved);
    if (solved.report.solved) return s;
    goal.warm = true;
  }
  try {
    solve_contacts(problem, options.solver, goal, s, solved);
  } catch (const WTooLarge&) {
    if (options.solver == "auto" && !bodies) bodies = bodies_of(problem);
    if (!bodies) throw;
    solve_bodies(*bodies, goal, s, solved);
  }
  return s;
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
