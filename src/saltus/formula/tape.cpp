// SPDX-License-Identifier: Apache-2.0
// From expressions to instructions: what is needed, what is fused, which slot each value gets.
#include "saltus/formula/tape.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <unordered_map>

#include "saltus/formula/visit.h"

namespace saltus::formula {

namespace {

constexpr std::uint32_t no_slot = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t forever = std::numeric_limits<std::uint32_t>::max();

/// A value to be computed; its arguments are positions in the list of values.
struct Value {
  Code code = Code::halt;
  std::uint32_t a = 0, b = 0, c = 0;
  std::size_t arguments = 0;
  std::uint32_t uses = 0;
  std::uint32_t slot = no_slot;
  std::uint32_t last_use = 0;  // position of the last value that reads this one
  bool is_leaf = false;
  bool is_absorbed = false;  // computed inside the instruction of its only user, or by a sincos
  std::uint32_t cosine = no_slot;  // of a sine: the position of the cosine of the same argument
};

/// The fused code of an inner add, sub or mul and an outer one; `from` is c − inner.
Code fused(Code inner, Code outer, bool from) {
  const auto base =
      static_cast<std::uint32_t>(Code::add_add) + 4 * static_cast<std::uint32_t>(inner);
  return static_cast<Code>(base + (from ? 3 : outer == Code::add ? 0 : outer == Code::sub ? 1 : 2));
}

bool is_simple(Code code) { return code == Code::add || code == Code::sub || code == Code::mul; }

class Compiler {
 public:
  Compiler(const Graph& graph, std::span<const Node> inputs, std::span<const Node> outputs)
      : graph_(graph), inputs_(inputs), outputs_(outputs) {}

  Tape run() {
    collect();
    fuse();
    pair_sines();
    find_last_uses();
    emit();
    return std::move(tape_);
  }

 private:
  /// Values in rising order of their nodes: arguments first.
  void collect() {
    std::vector<Node> nodes;
    visit_down(graph_, outputs_, [&](Node n) {
      nodes.push_back(n);
      return true;
    });
    std::reverse(nodes.begin(), nodes.end());
    std::unordered_map<Node, std::uint32_t> slot_of_input;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      assert(graph_.entry(inputs_[i]).op == Op::symbol);
      slot_of_input.emplace(inputs_[i], static_cast<std::uint32_t>(i));
    }
    tape_.slots = inputs_.size();
    values_.reserve(nodes.size());
    for (const Node n : nodes) {
      position_.emplace(n, static_cast<std::uint32_t>(values_.size()));
      const Graph::Entry& e = graph_.entry(n);
      Value v;
      if (e.op == Op::symbol) {
        const auto found = slot_of_input.find(n);
        assert(found != slot_of_input.end() && "an output depends on a symbol that is no input");
        v.slot = found->second;
        v.is_leaf = true;
        tape_.is_constant = false;
      } else if (e.op == Op::constant) {
        v.slot = static_cast<std::uint32_t>(tape_.slots++);
        v.is_leaf = true;
        tape_.constants.push_back(e.value);
      } else {
        v.code = plain(e.op);
        v.arguments = static_cast<std::size_t>(arity(e.op));
        v.a = argument(e.a);
        if (v.arguments > 1) v.b = argument(e.b);
        if (v.arguments > 2) v.c = argument(e.c);
      }
      values_.push_back(v);
    }
    for (const Node n : outputs_) ++values_[position_.at(n)].uses;
    for (const Node n : outputs_) values_[position_.at(n)].last_use = forever;
  }

  std::uint32_t argument(Node n) {
    const std::uint32_t position = position_.at(n);
    ++values_[position].uses;
    return position;
  }

  [[nodiscard]] bool can_absorb(std::uint32_t i) const {
    const Value& v = values_[i];
    return !v.is_leaf && is_simple(v.code) && v.uses == 1 && v.last_use != forever;
  }

  /// Sums, differences and products with an argument of the same kinds that nobody else needs
  /// become one instruction. Users first, so that an absorbed value absorbs nothing.
  void fuse() {
    for (std::size_t i = values_.size(); i-- > 0;) {
      Value& v = values_[i];
      if (v.is_leaf || v.is_absorbed || !is_simple(v.code)) continue;
      const bool left = can_absorb(v.a);
      if (!left && !can_absorb(v.b)) continue;
      Value& inner = values_[left ? v.a : v.b];
      const std::uint32_t other = left ? v.b : v.a;
      v.code = fused(inner.code, v.code, v.code == Code::sub && !left);
      v.a = inner.a;
      v.b = inner.b;
      v.c = other;
      v.arguments = 3;
      inner.is_absorbed = true;
    }
  }

  /// The later of a sine and a cosine of the same argument comes with the earlier.
  void pair_sines() {
    std::unordered_map<std::uint32_t, std::uint32_t> other;  // argument -> first of the two
    for (std::uint32_t i = 0; i < values_.size(); ++i) {
      const Value& v = values_[i];
      if (v.is_leaf || (v.code != Code::sin && v.code != Code::cos)) continue;
      const auto [found, is_first] = other.emplace(v.a, i);
      if (is_first) continue;
      Value& first = values_[found->second];
      first.code = Code::sincos;
      first.cosine = v.code == Code::cos ? i : found->second;
      partner_.emplace(found->second, i);
      values_[i].is_absorbed = true;
    }
  }

  void find_last_uses() {
    for (std::uint32_t i = 0; i < values_.size(); ++i) {
      const Value& v = values_[i];
      if (v.is_absorbed) continue;
      const std::array arguments{v.a, v.b, v.c};
      for (std::size_t k = 0; k < v.arguments; ++k) {
        std::uint32_t& last = values_[arguments[k]].last_use;
        if (last != forever) last = i;
      }
    }
  }

  std::uint32_t new_slot() {
    if (free_.empty()) return static_cast<std::uint32_t>(tape_.slots++);
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    return slot;
  }

  /// A slot is free again after the last instruction that reads it; that instruction may write
  /// there, since it reads first.
  void release_arguments(std::uint32_t i) {
    const Value& v = values_[i];
    const std::array arguments{v.a, v.b, v.c};
    for (std::size_t k = 0; k < v.arguments; ++k) {
      Value& used = values_[arguments[k]];
      if (used.is_leaf || used.last_use != i) continue;
      used.last_use = 0;  // an argument may occur twice
      free_.push_back(used.slot);
    }
  }

  void emit() {
    for (std::uint32_t i = 0; i < values_.size(); ++i) {
      Value& v = values_[i];
      if (v.is_leaf || v.is_absorbed) continue;
      const auto slot = [&](std::size_t k, std::uint32_t argument) {
        return k < v.arguments ? values_[argument].slot : 0;
      };
      Instruction instruction{v.code, 0, slot(0, v.a), slot(1, v.b), slot(2, v.c)};
      release_arguments(i);
      v.slot = new_slot();
      instruction.dst = v.slot;
      if (v.code == Code::sincos) {
        Value& second = values_[partner_.at(i)];
        second.slot = new_slot();
        instruction.dst = v.cosine == i ? second.slot : v.slot;
        instruction.b = v.cosine == i ? v.slot : second.slot;
      }
      tape_.code.push_back(instruction);
    }
    tape_.code.push_back({Code::halt, 0, 0, 0, 0});
    for (std::uint32_t i = 0; i < outputs_.size(); ++i) {
      const Node n = outputs_[i];
      if (const auto value = graph_.value(n)) {
        tape_.constant_outputs.emplace_back(i, *value);
      } else {
        tape_.outputs.push_back({i, values_[position_.at(n)].slot});
      }
    }
  }

  const Graph& graph_;
  std::span<const Node> inputs_, outputs_;
  std::vector<Value> values_;
  std::unordered_map<Node, std::uint32_t> position_;
  std::unordered_map<std::uint32_t, std::uint32_t> partner_;  // of a sincos: the second value
  std::vector<std::uint32_t> free_;
  Tape tape_;
};

}  // namespace

Tape compile(const Graph& graph, std::span<const Node> inputs, std::span<const Node> outputs) {
  return Compiler(graph, inputs, outputs).run();
}

}  // namespace saltus::formula
