// SPDX-License-Identifier: Apache-2.0
// The program's own path from text to trajectory, without files.
#include "support/run_model.h"

#include <cstdio>

#include "saltus/io/override.h"
#include "saltus/io/read_model.h"
#include "saltus/io/toml.h"
#include "saltus/model/compile.h"
#include "saltus/run/choose_scheme.h"
#include "support/places.h"

namespace saltus::test {
namespace {

/// A model that names no scheme means moreau-jean here.
Description describe_model(Value root, const std::vector<std::string>& overrides) {
  for (const std::string& text : overrides) apply_override(root, text);
  const Value* simulation = find(root, "simulation");
  if (simulation != nullptr && find(*simulation, "scheme") == nullptr) {
    apply_override(root, "simulation.scheme=moreau-jean");
  }
  return read_model(root, "test");
}

Run run_description(Description description) {
  Model model = compile(description);
  settle_start(description, model);
  static_cast<void>(choose_scheme(description, model));
  Run run{std::move(model), make_simulation(description), {}, {}, {}};
  check_scheme(description, run.model, run.simulation);
  check_output(description, run.simulation);
  MemoryRecorder memory;
  std::vector<Recorder*> recorders{&memory};
  run.outcome = simulate(run.model, run.simulation, recorders);
  run.samples = std::move(memory.samples);
  run.events = std::move(memory.events);
  return run;
}

Run run_value(Value root, const std::vector<std::string>& overrides) {
  return run_description(describe_model(std::move(root), overrides));
}

Value example(const std::string& name) {
  return read_toml(source_dir() + "/examples/" + name + ".toml");
}

}  // namespace

Run run_text(const std::string& toml, const std::vector<std::string>& overrides) {
  return run_value(parse_toml(toml, "test.toml"), overrides);
}

Run run_example(const std::string& name, const std::vector<std::string>& overrides) {
  return run_value(example(name), overrides);
}

Run run_as_given(const std::string& name, const std::vector<std::string>& overrides) {
  Value root = example(name);
  for (const std::string& text : overrides) apply_override(root, text);
  return run_description(read_model(root, "test"));
}

Outcome outcome_of_example(const std::string& name, const std::vector<std::string>& overrides,
                           Recorder* recorder) {
  const Description description = describe_model(example(name), overrides);
  Model model = compile(description);
  const Simulation simulation = make_simulation(description);
  settle_start(description, model);
  check_scheme(description, model, simulation);
  std::vector<Recorder*> recorders;
  if (recorder != nullptr) recorders.push_back(recorder);
  return simulate(model, simulation, recorders);
}

std::string set(const std::string& key, double value) {
  std::array<char, 32> digits{};
  std::snprintf(digits.data(), digits.size(), "%.17g", value);
  return key + "=" + digits.data();
}

}  // namespace saltus::test
