// SPDX-License-Identifier: Apache-2.0
// The commands of the program. Each returns the exit code: 0 done, 1 the simulation
// or the solve failed, 130 a run was interrupted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace saltus::app {

/// A model file and what the command line changes in it.
struct ModelOptions {
  std::string file;
  std::optional<std::string> scheme;
  std::optional<std::string> step;
  std::optional<std::string> end;
  std::vector<std::string> set;  // PATH=VALUE
};

struct RunOptions {
  ModelOptions model;
  std::optional<std::string> folder;
  bool csv = false;
  bool no_report = false;
  bool resume = false;
  bool progress = false;
  bool quiet = false;
};

struct ExportOptions {
  std::string folder;
  bool csv = false;
  bool vtk = false;
  bool gltf = false;
  bool quiet = false;
  std::optional<std::int64_t> frames;  // of --vtk, at most; 0: all
};

struct CompareOptions {
  ModelOptions model;   // without scheme and step
  std::string schemes;  // A,B{option=value,…},… or all
  std::optional<std::string> steps;
  std::optional<std::string> folder;
  bool no_report = false;
  bool quiet = false;
  std::optional<std::string> reference;  // of the report's errors
};

struct ConvergeOptions {
  ModelOptions model;
  std::optional<std::string> steps;
  std::optional<std::string> tolerances;  // in place of steps
  std::optional<std::string> reference;   // exact, self:H (or a tolerance) or a file
  std::optional<std::string> norms;
  int average = 1;
  double perturb = 1e-2;
  std::optional<std::string> folder;
  bool no_report = false;
  bool quiet = false;
};

struct SolveOptions {
  std::string file;
  std::string solver = "auto";
  double tolerance = 1e-8;
  double seconds = 60;
  std::optional<std::string> output;
  bool json = false;
  bool quiet = false;
};

int run(const RunOptions& options);
int export_recording(const ExportOptions& options);
int compare(const CompareOptions& options);
int converge(const ConvergeOptions& options);
int check(const ModelOptions& options);
int solve(const SolveOptions& options);
int list(const std::string& what);
int new_model(const std::string& example, const std::optional<std::string>& file);

/// What `saltus list` knows.
[[nodiscard]] std::vector<std::string> list_topics();

}  // namespace saltus::app
