// SPDX-License-Identifier: Apache-2.0
// The loop that runs a tape: in the step loop's budget, hence as short as it can be.
#include "saltus/formula/program.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "saltus/formula/operations.h"

namespace saltus::formula {

namespace {

struct SinCos {
  double sin, cos;
};

/// The same bits as std::sin and std::cos, at the cost of little more than one of them.
SinCos sin_and_cos(double x) {
#ifdef __GLIBC__
  SinCos result{};
  ::sincos(x, &result.sin, &result.cos);
  return result;
#else
  return {std::sin(x), std::cos(x)};
#endif
}

}  // namespace

// Labels as values (GNU C++, also in clang): three machine instructions from one operation to the
// next instead of the six of a switch in a loop.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
// clang-format off
// NOLINTBEGIN(bugprone-macro-parentheses): a statement
#define SALTUS_GO goto* labels[static_cast<std::uint32_t>(p->code)]
#define SALTUS_NEXT goto* labels[static_cast<std::uint32_t>((++p)->code)]

void run(const Instruction* code, double* slots) noexcept {
  const Instruction* p = code;
  double* const s = slots;
  static constexpr std::size_t count = static_cast<std::size_t>(Code::halt) + 1;
  static constexpr std::array<const void*, count> labels{  // in the order of Code
      &&add, &&sub, &&mul, &&div, &&neg, &&other,
      &&other, &&other, &&other, &&other, &&other, &&other, &&other, &&other, &&other, &&other,
      &&other, &&other, &&sqrt, &&other, &&other, &&other, &&other,
      &&other, &&other, &&other, &&other, &&select,
      &&add_add, &&add_sub, &&add_mul, &&add_from,
      &&sub_add, &&sub_sub, &&sub_mul, &&sub_from,
      &&mul_add, &&mul_sub, &&mul_mul, &&mul_from,
      &&sincos, &&halt};
  // Each reads its arguments, then writes: a slot may be both.
  SALTUS_GO;
  add: s[p->dst] = s[p->a] + s[p->b]; SALTUS_NEXT;
  sub: s[p->dst] = s[p->a] - s[p->b]; SALTUS_NEXT;
  mul: s[p->dst] = s[p->a] * s[p->b]; SALTUS_NEXT;
  div: s[p->dst] = s[p->a] / s[p->b]; SALTUS_NEXT;
  neg: s[p->dst] = -s[p->a]; SALTUS_NEXT;
  sqrt: s[p->dst] = std::sqrt(s[p->a]); SALTUS_NEXT;
  select: s[p->dst] = s[p->a] != 0 ? s[p->b] : s[p->c]; SALTUS_NEXT;
  add_add: s[p->dst] = (s[p->a] + s[p->b]) + s[p->c]; SALTUS_NEXT;
  add_sub: s[p->dst] = (s[p->a] + s[p->b]) - s[p->c]; SALTUS_NEXT;
  add_mul: s[p->dst] = (s[p->a] + s[p->b]) * s[p->c]; SALTUS_NEXT;
  add_from: s[p->dst] = s[p->c] - (s[p->a] + s[p->b]); SALTUS_NEXT;
  sub_add: s[p->dst] = (s[p->a] - s[p->b]) + s[p->c]; SALTUS_NEXT;
  sub_sub: s[p->dst] = (s[p->a] - s[p->b]) - s[p->c]; SALTUS_NEXT;
  sub_mul: s[p->dst] = (s[p->a] - s[p->b]) * s[p->c]; SALTUS_NEXT;
  sub_from: s[p->dst] = s[p->c] - (s[p->a] - s[p->b]); SALTUS_NEXT;
  mul_add: s[p->dst] = (s[p->a] * s[p->b]) + s[p->c]; SALTUS_NEXT;
  mul_sub: s[p->dst] = (s[p->a] * s[p->b]) - s[p->c]; SALTUS_NEXT;
  mul_mul: s[p->dst] = (s[p->a] * s[p->b]) * s[p->c]; SALTUS_NEXT;
  mul_from: s[p->dst] = s[p->c] - (s[p->a] * s[p->b]); SALTUS_NEXT;
  sincos: {
    const SinCos both = sin_and_cos(s[p->a]);
    s[p->dst] = both.sin;
    s[p->b] = both.cos;
  } SALTUS_NEXT;
  other: s[p->dst] = apply(operation(p->code), s[p->a], s[p->b], s[p->c]); SALTUS_NEXT;
  halt: return;
}
#undef SALTUS_NEXT
#undef SALTUS_GO
// NOLINTEND(bugprone-macro-parentheses)
// clang-format on
#pragma GCC diagnostic pop

Program::Program(const Graph& graph, std::span<const Node> inputs, std::span<const Node> outputs)
    : inputs_(inputs.size()), tape_(compile(graph, inputs, outputs)) {}

bool Program::is_alike(const Program& other) const {
  const auto same_code = [](const Instruction& x, const Instruction& y) {
    return x.code == y.code && x.dst == y.dst && x.a == y.a && x.b == y.b && x.c == y.c;
  };
  const auto same_output = [](const Output& x, const Output& y) {
    return x.index == y.index && x.slot == y.slot;
  };
  const Tape& o = other.tape_;
  return inputs_ == other.inputs_ && scratch() == other.scratch() && outputs() == other.outputs() &&
         std::equal(tape_.code.begin(), tape_.code.end(), o.code.begin(), o.code.end(),
                    same_code) &&
         std::equal(tape_.outputs.begin(), tape_.outputs.end(), o.outputs.begin(), o.outputs.end(),
                    same_output);
}

void Program::prepare(std::span<double> scratch) const {
  assert(scratch.size() >= this->scratch());
  std::copy(tape_.constants.begin(), tape_.constants.end(),
            scratch.begin() + static_cast<std::ptrdiff_t>(inputs_));
}

void Program::write_constants(std::span<double> out) const {
  assert(out.size() >= outputs());
  for (const auto& [index, value] : tape_.constant_outputs) out[index] = value;
}

}  // namespace saltus::formula
