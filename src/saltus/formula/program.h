// SPDX-License-Identifier: Apache-2.0
// A set of expressions compiled once to a flat tape, evaluated without allocation.
#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "saltus/formula/graph.h"
#include "saltus/formula/tape.h"

namespace saltus::formula {

/// Scratch memory is [inputs | constants | temporaries]: the caller writes the inputs to
/// scratch[0 … inputs()) before each evaluate().
class Program {
 public:
  Program() : Program(Graph{}, {}, {}) {}
  /// `inputs` are symbols; every symbol the outputs depend on must be among them (assert).
  Program(const Graph& graph, std::span<const Node> inputs, std::span<const Node> outputs);

  [[nodiscard]] std::size_t inputs() const { return inputs_; }
  [[nodiscard]] std::size_t outputs() const {
    return tape_.outputs.size() + tape_.constant_outputs.size();
  }
  /// How many doubles of scratch memory evaluate() needs.
  [[nodiscard]] std::size_t scratch() const { return tape_.slots; }
  /// How many instructions evaluate() runs through.
  [[nodiscard]] std::size_t length() const { return tape_.code.size() - 1; }
  /// Runs the same instructions, on other constants perhaps: each may evaluate for the other.
  [[nodiscard]] bool is_alike(const Program& other) const;
  /// True where no output depends on an input.
  [[nodiscard]] bool is_constant() const { return tape_.is_constant; }

  /// Writes the constants; once per scratch memory.
  void prepare(std::span<double> scratch) const;
  /// Writes the outputs that are constants; once per out[outputs()]. evaluate() leaves them alone.
  void write_constants(std::span<double> out) const;
  /// scratch[0 … inputs()) -> those of out[outputs()] that are not constants.
  void evaluate(std::span<double> scratch, std::span<double> out) const noexcept {
    assert(scratch.size() >= this->scratch() && out.size() >= outputs());
    run(tape_.code.data(), scratch.data());
    for (const Output& o : tape_.outputs) out[o.index] = scratch[o.slot];
  }

 private:
  std::size_t inputs_;
  Tape tape_;
};

}  // namespace saltus::formula
