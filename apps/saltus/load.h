// SPDX-License-Identifier: Apache-2.0
// Model file and command line to what can be simulated.
#pragma once

#include "commands.h"
#include "saltus/base/value.h"
#include "saltus/model/description.h"
#include "saltus/model/model.h"
#include "saltus/run/choose_scheme.h"
#include "saltus/run/simulate.h"

namespace saltus::app {

/// The model file with the command line's changes. The file's scheme_options belong to the file's
/// scheme, so there are two trees: with them, and without them for all other schemes.
struct Source {
  std::string file;
  std::string file_scheme;  // "" where it names none
  Value own;
  Value other;
};

/// Throws ModelError, FileError.
[[nodiscard]] Source read_source(const ModelOptions& options);

/// The tree that a scheme of this name starts from.
[[nodiscard]] const Value& tree_of(const Source& source, const std::string& scheme);

/// simulation.scheme_options of a tree; nullptr where there are none.
[[nodiscard]] const Value* scheme_options(const Value& tree);

struct Loaded {
  Value tree;  // what the model was read from
  Description description;
  Model model;
  Simulation simulation;
  std::optional<SchemeChoice> choice;  // where nobody named a scheme
  std::vector<Moved> moved;            // at the start, to assemble it
  std::string left_out;                // says that the file's scheme options were, and why
};

/// Reads, compiles and checks the start. Throws ModelError.
[[nodiscard]] Loaded assemble(const Value& tree, const std::string& file);

/// All of it. Throws ModelError, FileError.
[[nodiscard]] Loaded load(const ModelOptions& options);

/// What was moved at the start, a line each: "rod by 1e-4 m and 2e-5 rad".
[[nodiscard]] std::vector<std::string> moved_text(const Loaded& loaded);

/// The scheme's name; where it was chosen with the reason.
[[nodiscard]] std::string scheme_text(const Loaded& loaded);

}  // namespace saltus::app
