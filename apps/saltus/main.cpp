// SPDX-License-Identifier: Apache-2.0
// The command line: words to options, and every error to a message and an exit code.
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "commands.h"
#include "saltus/base/version.h"
#include "saltus/base/write_error.h"
#include "say.h"

namespace {

using namespace saltus;

constexpr int bad_usage = 2;

/// Everything that the command line may say.
struct Arguments {
  app::RunOptions run;
  app::ExportOptions out;
  app::ModelOptions check;
  app::CompareOptions compare;
  app::ConvergeOptions converge;
  app::SolveOptions solve;
  std::string what;
  std::string example;
  std::optional<std::string> file;
};

/// The model and what every command may change in it.
void add_model_file(CLI::App& command, app::ModelOptions& options) {
  command.add_option("MODEL.toml", options.file, "Model file")->required();
  command.add_option("--end", options.end, "End time in s");
  command
      .add_option("--set", options.set,
                  "Replace a value of the model, such as body.ball.initial.y=2; may be repeated")
      ->type_name("PATH=VALUE")
      ->expected(1)
      ->allow_extra_args(false)  // what follows the value may be the model file
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_model_options(CLI::App& command, app::ModelOptions& options) {
  add_model_file(command, options);
  command.add_option(
      "--scheme", options.scheme,
      "Use this scheme (saltus list schemes; default: the model's, else one that its "
      "stiffness asks for)");
  command.add_option("--step", options.step, "Time step in s");
}

template <class Options>
void add_output(CLI::App& command, Options& options, const std::string& below = "") {
  command.add_option("-o,--output", options.folder,
                     "Folder of the results (default: results/<model name>" + below + ")");
  command.add_flag("--quiet", options.quiet, "Print errors only");
}

void add_studies(CLI::App& parser, Arguments& arguments) {
  CLI::App* compare = parser.add_subcommand("compare", "Run several schemes and steps; one table");
  add_model_file(*compare, arguments.compare.model);
  compare
      ->add_option("--schemes", arguments.compare.schemes,
                   "A,B{option=value,...},... or all (saltus list schemes)")
      ->required();
  compare->add_option("--steps", arguments.compare.steps,
                      "Time steps H1,H2,... in s (default: the model's)");
  compare->add_option("--reference", arguments.compare.reference,
                      "Of the errors in the report: exact, adaptive:T (a run with this tolerance) "
                      "or a states.csv (default: exact where the model declares it, else "
                      "adaptive:1e-9 where there are no contacts between shapes)");
  compare->add_flag("--no-report", arguments.compare.no_report, "Write no report.html");
  add_output(*compare, arguments.compare, "/compare");

  CLI::App* converge = parser.add_subcommand(
      "converge", "Errors over several steps or tolerances, and the orders they show");
  app::ConvergeOptions& options = arguments.converge;
  add_model_file(*converge, options.model);
  converge->add_option("--scheme", options.model.scheme,
                       "A or A{option=value,...} (default: the model's)");
  CLI::Option* steps = converge->add_option("--steps", options.steps, "Time steps H1,H2,... in s");
  converge
      ->add_option("--tolerances", options.tolerances,
                   "In place of --steps: T1,T2,... of a scheme that chooses its steps")
      ->excludes(steps);
  converge->add_option("--step", options.model.step, "Largest step in s, with --tolerances")
      ->excludes(steps);
  converge->add_option(
      "--reference", options.reference,
      "exact, self:X (the same scheme with step or tolerance X) or a states.csv (default: exact "
      "where the model declares it, else self: a tenth of the smallest step, or a hundredth of "
      "the smallest tolerance)");
  converge->add_option("--norms", options.norms,
                       "Of l1,l2,max,hausdorff,matrix (default: the first four; with --tolerances "
                       "the first three)");
  converge->add_option("--average", options.average, "Average over so many starts")
      ->capture_default_str();
  converge->add_option("--perturb", options.perturb, "Relative change of the other starts")
      ->capture_default_str();
  converge->add_flag("--no-report", options.no_report, "Write no report.html");
  add_output(*converge, options, "/converge");
}

void add_solve(CLI::App& parser, app::SolveOptions& options) {
  CLI::App* solve =
      parser.add_subcommand("solve", "Solve one friction-contact problem of an FCLib file");
  solve->add_option("PROBLEM.hdf5", options.file, "Problem file, local or global")->required();
  solve->add_option("--solver", options.solver, "Use this solver")->capture_default_str();
  solve->add_option("--tol", options.tolerance, "Tolerance of the residual")->capture_default_str();
  solve
      ->add_option("--seconds", options.seconds,
                   "Nominal time (operations are counted) after which no further solver is tried")
      ->capture_default_str();
  solve->add_option("-o,--output", options.output,
                    "Write the problem with its /solution to this file");
  solve->add_flag("--json", options.json, "Print one JSON object in place of the table");
  solve->add_flag("--quiet", options.quiet, "Print no table");
}

void add_export(CLI::App& parser, app::ExportOptions& options) {
  CLI::App* out = parser.add_subcommand("export", "Turn a recording into other formats");
  out->add_option("DIR", options.folder, "Folder of a run's results")->required();
  out->add_flag("--csv", options.csv, "The files of run --csv");
  out->add_flag("--vtk", options.vtk, "For ParaView: vtk/bodies.pvd, vtk/contacts.pvd");
  out->add_option("--frames", options.frames,
                  "At most so many samples of --vtk, a file or two each; 0: all [2000]");
  out->add_flag("--gltf", options.gltf, "One animated file, motion.glb");
  out->add_flag("--quiet", options.quiet, "Print errors only");
}

void add_commands(CLI::App& parser, Arguments& arguments) {
  parser.set_version_flag("--version", "saltus " + std::string(version));
  parser.require_subcommand(1);

  CLI::App* run = parser.add_subcommand("run", "Simulate a model");
  add_model_options(*run, arguments.run.model);
  run->add_flag("--csv", arguments.run.csv,
                "Write states, contacts, constraints, energy, events as .csv");
  run->add_flag("--no-report", arguments.run.no_report, "Write no report.html");
  run->add_flag("--resume", arguments.run.resume,
                "Go on with the recording in the folder: after a kill, Ctrl-C, or a later --end");
  run->add_flag("--progress", arguments.run.progress,
                "Print a line every few seconds where standard error is no terminal");
  add_output(*run, arguments.run);

  CLI::App* check =
      parser.add_subcommand("check", "Read and check a model; print what was understood");
  add_model_options(*check, arguments.check);
  add_studies(parser, arguments);
  add_solve(parser, arguments.solve);
  add_export(parser, arguments.out);

  CLI::App* list = parser.add_subcommand("list", "Print what there is");
  list->add_option("WHAT", arguments.what, fmt::format("{}", fmt::join(app::list_topics(), "|")))
      ->required();

  CLI::App* make =
      parser.add_subcommand("new", "Write a bundled example's model file, to start from");
  make->add_option("EXAMPLE", arguments.example, "Its name (saltus list examples)")->required();
  make->add_option("-o,--output", arguments.file, "File (default: EXAMPLE.toml)");
}

std::vector<std::string> command_names(const CLI::App& parser) {
  std::vector<std::string> names;
  for (const CLI::App* command : parser.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// CLI11's message, with the closest command or option where a word is unknown.
std::string usage_message(const CLI::App& parser, const CLI::ParseError& error, int argc,
                          const char* const* argv) {
  const std::vector<std::string> commands = command_names(parser);
  const std::string first = argc > 1 ? argv[1] : "";
  if (first.empty()) return fmt::format("a command is needed: {}", fmt::join(commands, ", "));
  const bool is_command = std::find(commands.begin(), commands.end(), first) != commands.end();
  if (!is_command && first.front() != '-') {
    return fmt::format("there is no command '{}'{}\n  there are: {}", first,
                       did_you_mean(first, commands), fmt::join(commands, ", "));
  }
  std::string message = error.what();
  if (!is_command) return message;
  const CLI::App* command = parser.get_subcommand(first);
  const std::vector<std::string> options = option_names(*command);
  for (int i = 2; i < argc; ++i) {
    const std::string word = std::string(argv[i]).substr(0, std::string(argv[i]).find('='));
    const bool is_known = std::find(options.begin(), options.end(), word) != options.end();
    if (word.starts_with("--") && !is_known) message += did_you_mean(word, options);
  }
  return fmt::format("{}\n  options: {}", message, fmt::join(options, ", "));
}

int dispatch(const CLI::App& parser, const Arguments& arguments) {
  if (parser.got_subcommand("run")) return app::run(arguments.run);
  if (parser.got_subcommand("export")) return app::export_recording(arguments.out);
  if (parser.got_subcommand("check")) return app::check(arguments.check);
  if (parser.got_subcommand("compare")) return app::compare(arguments.compare);
  if (parser.got_subcommand("converge")) return app::converge(arguments.converge);
  if (parser.got_subcommand("solve")) return app::solve(arguments.solve);
  if (parser.got_subcommand("list")) return app::list(arguments.what);
  return app::new_model(arguments.example, arguments.file);
}

int run_program(int argc, const char* const* argv) {
  CLI::App parser{"Saltus simulates mechanisms with impacts and friction.", "saltus"};
  Arguments arguments;
  add_commands(parser, arguments);
  try {
    parser.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return parser.exit(error);  // --help, --version
    saltus::app::say("error: {}\n", usage_message(parser, error, argc, argv));
    return bad_usage;
  }
  return dispatch(parser, arguments);
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error that is told
  try {
    const int code = run_program(argc, argv);
    if (code == 0 && std::fflush(stdout) != 0)
      throw std::system_error(errno, std::generic_category(), "cannot write to standard output");
    return code;
  } catch (const ModelError& error) {
    saltus::app::say("error: {}\n", error.what());
  } catch (const WriteError& error) {  // the disk's fault, not the input's
    saltus::app::say("error: {}\n  to try: {}\n", error.what(), error.advice());
    return 1;
  } catch (const FileError& error) {
    saltus::app::say("error: {}\n", error.what());
  } catch (const std::bad_alloc&) {
    saltus::app::say("error: there is not enough memory for this model or study\n");
    return 1;
  } catch (const std::system_error& error) {  // of fmt::print: standard output is full or closed
    saltus::app::say("error: {}\n", error.what());
    return 1;
  } catch (const std::exception& error) {  // a fault of the program or of the machine
    saltus::app::say("error: {}\n", error.what());
  }
  return bad_usage;
}
