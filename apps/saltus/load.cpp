// SPDX-License-Identifier: Apache-2.0
// The path that `run` and `check` share.
#include "load.h"

#include "saltus/io/override.h"
#include "saltus/io/read_model.h"
#include "saltus/io/toml.h"
#include "saltus/model/compile.h"

namespace saltus::app {

Loaded load(const ModelOptions& options) {
  Value root = read_toml(options.file);
  for (const std::string& text : options.set) apply_override(root, text);
  if (options.scheme) apply_override(root, "simulation.scheme", *options.scheme, "--scheme");
  if (options.step) apply_override(root, "simulation.step", *options.step, "--step");
  if (options.end) apply_override(root, "simulation.end", *options.end, "--end");

  Loaded loaded;
  loaded.description = read_model(root, model_name(options.file));
  loaded.simulation = make_simulation(loaded.description);
  loaded.model = compile(loaded.description);
  check_start(loaded.description, loaded.model, loaded.simulation);
  return loaded;
}

}  // namespace saltus::app
