// SPDX-License-Identifier: Apache-2.0
// The path that all commands with a model share.
#include "load.h"

#include <algorithm>

#include <fmt/format.h>

#include "saltus/io/override.h"
#include "saltus/io/read_model.h"
#include "saltus/io/toml.h"
#include "saltus/model/compile.h"
#include "saltus/model/drawing.h"

namespace saltus::app {
namespace {

/// simulation.scheme of a tree; "" where there is none.
std::string scheme_of(const Value& tree) {
  const Value* simulation = find(tree, "simulation");
  const Value* scheme = simulation == nullptr ? nullptr : find(*simulation, "scheme");
  const auto* name = scheme == nullptr ? nullptr : std::get_if<std::string>(&scheme->data);
  return name == nullptr ? std::string() : *name;  // no string: reading will say so
}

void remove_scheme_options(Value& tree) {
  Value* simulation = find(tree, "simulation");
  auto* entries = simulation == nullptr ? nullptr : std::get_if<Table>(&simulation->data);
  if (entries == nullptr) return;
  std::erase_if(*entries, [](const Entry& entry) { return entry.key == "scheme_options"; });
}

void change(Value& tree, const ModelOptions& options) {
  for (const std::string& text : options.set) apply_override(tree, text);
  if (options.scheme) apply_override(tree, "simulation.scheme", *options.scheme, "--scheme");
  if (options.step) apply_override(tree, "simulation.step", *options.step, "--step");
  if (options.end) apply_override(tree, "simulation.end", *options.end, "--end");
}

std::string options_text(const Value& tree) {
  const Value* options = scheme_options(tree);
  return options == nullptr ? to_text(Value{Table{}, {}}) : to_text(*options);
}

}  // namespace

const Value* scheme_options(const Value& tree) {
  const Value* simulation = find(tree, "simulation");
  return simulation == nullptr ? nullptr : find(*simulation, "scheme_options");
}

Source read_source(const ModelOptions& options) {
  Value tree = read_toml(options.file);
  Source source{options.file, scheme_of(tree), tree, std::move(tree)};
  remove_scheme_options(source.other);
  change(source.own, options);
  change(source.other, options);
  return source;
}

const Value& tree_of(const Source& source, const std::string& scheme) {
  return scheme == source.file_scheme ? source.own : source.other;
}

Loaded assemble(const Value& tree, const std::string& file) {
  Loaded loaded;
  loaded.tree = tree;
  loaded.description = read_model(tree, model_name(file));
  loaded.model = compile(loaded.description);
  loaded.moved = settle_start(loaded.description, loaded.model);
  loaded.choice = choose_scheme(loaded.description, loaded.model);
  loaded.simulation = make_simulation(loaded.description);
  loaded.simulation.scheme_chosen = loaded.choice.has_value();
  check_scheme(loaded.description, loaded.model, loaded.simulation);
  static_cast<void>(compile_drawing(loaded.description, loaded.model));  // says what is wrong in it
  return loaded;
}

Loaded load(const ModelOptions& options) {
  const Source source = read_source(options);
  const Value& tree = tree_of(source, scheme_of(source.own));
  Loaded loaded = assemble(tree, source.file);
  if (options_text(tree) != options_text(source.own)) {
    loaded.left_out = "the file's scheme_options: they are of " +
                      (source.file_scheme.empty() ? "no named scheme" : source.file_scheme);
  }
  return loaded;
}

std::vector<std::string> moved_text(const Loaded& loaded) {
  std::vector<std::string> lines;
  for (const Moved& m : loaded.moved) {
    lines.push_back(fmt::format("{} by {:.3g} m", m.body, m.distance));
    if (m.angle > 0) lines.back() += fmt::format(" and {:.3g} rad", m.angle);
  }
  if (loaded.description.simulation.assemble && lines.empty()) lines.emplace_back("nothing");
  return lines;
}

std::string scheme_text(const Loaded& loaded) {
  std::string text(scheme_name(loaded.simulation.scheme));
  if (loaded.choice) text += " (chosen: " + reason(*loaded.choice) + ")";
  return text;
}

}  // namespace saltus::app
