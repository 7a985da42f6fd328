// SPDX-License-Identifier: Apache-2.0
// A neutral tree of values with the place of each: what a file format is turned into before
// reading.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "saltus/base/error.h"

namespace saltus {

struct Value;
struct Entry;

struct Number {
  double value = 0;
  bool is_integer = false;
};

using Array = std::vector<Value>;
using Table = std::vector<Entry>;  // in the order of the file

struct Value {
  std::variant<Table, Array, std::string, Number, bool> data;
  Location where;
};

struct Entry {
  std::string key;
  Location where;  // of the key
  Value value;
};

/// A formula and where it stands.
struct FormulaText {
  std::string text;
  Location where;
};

/// name -> formula or number, in the order of the file.
using FormulaTable = std::vector<std::pair<std::string, FormulaText>>;

/// "a number", "a string" …, for messages.
[[nodiscard]] std::string_view kind_of(const Value& value);

/// The entry of that name, or nullptr; also nullptr where the value is no table.
[[nodiscard]] const Value* find(const Value& table, std::string_view key);
[[nodiscard]] Value* find(Value& table, std::string_view key);

/// The shortest decimal text that gives the same double back.
[[nodiscard]] std::string to_text(double number);

/// The value as it would stand in a model file.
[[nodiscard]] std::string to_text(const Value& value);

}  // namespace saltus
