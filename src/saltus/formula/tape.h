// SPDX-License-Identifier: Apache-2.0
// The instructions that a program runs, and how expressions become them.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "saltus/formula/graph.h"

namespace saltus::formula {

/// The operations of Op without the leaves, pairs of them that need one instruction instead of
/// two (both results are rounded: a pair gives the same bits as its two halves), and the end.
// clang-format off
enum class Code : std::uint32_t {
  add, sub, mul, div, neg, pow,
  sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, exp, log, sqrt, abs, sign, min, max,
  less, less_equal, equal, not_equal, select,
  add_add, add_sub, add_mul, add_from,     // (a+b)+c  (a+b)-c  (a+b)*c  c-(a+b)
  sub_add, sub_sub, sub_mul, sub_from,     // (a-b)+c  (a-b)-c  (a-b)*c  c-(a-b)
  mul_add, mul_sub, mul_mul, mul_from,     // (a*b)+c  (a*b)-c  (a*b)*c  c-(a*b)
  sincos,                                  // dst = sin(a), slot b = cos(a)
  halt
};
// clang-format on

/// The code that does one operation, and back.
[[nodiscard]] constexpr Code plain(Op op) {
  return static_cast<Code>(static_cast<std::uint32_t>(op) - static_cast<std::uint32_t>(Op::add));
}
[[nodiscard]] constexpr Op operation(Code code) {
  return static_cast<Op>(static_cast<std::uint32_t>(code) + static_cast<std::uint32_t>(Op::add));
}
static_assert(plain(Op::sqrt) == Code::sqrt && plain(Op::select) == Code::select);

/// All indices are slots of the scratch memory.
struct Instruction {
  Code code;
  std::uint32_t dst, a, b, c;
};

struct Output {
  std::uint32_t index, slot;
};

struct Tape {
  std::vector<Instruction> code;  // ends with halt
  std::vector<double> constants;  // in the slots after the inputs
  std::vector<Output> outputs;    // that are not constants
  std::vector<std::pair<std::uint32_t, double>> constant_outputs;
  std::size_t slots = 0;  // inputs, constants and temporaries
  bool is_constant = true;
};

/// Runs the instructions up to halt on the slots.
void run(const Instruction* code, double* slots) noexcept;

[[nodiscard]] Tape compile(const Graph& graph, std::span<const Node> inputs,
                           std::span<const Node> outputs);

}  // namespace saltus::formula
