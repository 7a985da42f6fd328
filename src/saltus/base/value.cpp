// SPDX-License-Identifier: Apache-2.0
// Look-up in the value tree and its text form.
#include "saltus/base/value.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace saltus {

std::string_view kind_of(const Value& value) {
  static constexpr std::array<std::string_view, 5> names{"a table", "an array", "a string",
                                                         "a number", "true or false"};
  return names.at(value.data.index());
}

const Value* find(const Value& table, std::string_view key) {
  const auto* entries = std::get_if<Table>(&table.data);
  if (entries == nullptr) return nullptr;
  const auto found =
      std::find_if(entries->begin(), entries->end(), [&](const Entry& e) { return e.key == key; });
  return found == entries->end() ? nullptr : &found->value;
}

Value* find(Value& table, std::string_view key) {
  return const_cast<Value*>(find(std::as_const(table), key));  // NOLINT: the tree is not const here
}

std::string to_text(double number) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  return {buffer.data(), end.ptr};
}

namespace {

struct TextOf {
  std::string operator()(const Table& table) const {
    std::string text = "{";
    for (const Entry& e : table) {
      text += (text.size() > 1 ? ", " : " ") + e.key + " = " + to_text(e.value);
    }
    return text + " }";
  }
  std::string operator()(const Array& array) const {
    std::string text = "[";
    for (const Value& v : array) text += (text.size() > 1 ? ", " : "") + to_text(v);
    return text + "]";
  }
  std::string operator()(const std::string& s) const { return '"' + s + '"'; }
  std::string operator()(const Number& n) const { return to_text(n.value); }
  std::string operator()(bool b) const { return b ? "true" : "false"; }
};

}  // namespace

std::string to_text(const Value& value) { return std::visit(TextOf{}, value.data); }

}  // namespace saltus
