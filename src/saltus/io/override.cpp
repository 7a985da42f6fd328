// SPDX-License-Identifier: Apache-2.0
// Finds the place of an override in the value tree, making tables where there are none.
#include "saltus/io/override.h"

#include <algorithm>
#include <array>
#include <vector>

#include "saltus/io/read_model.h"
#include "saltus/io/text_file.h"
#include "saltus/io/toml.h"

namespace saltus {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

void set_place(Value& value, const Location& where) {
  value.where = where;
  if (auto* array = std::get_if<Array>(&value.data)) {
    for (Value& v : *array) set_place(v, where);
  } else if (auto* table = std::get_if<Table>(&value.data)) {
    for (Entry& e : *table) {
      e.where = where;
      set_place(e.value, where);
    }
  }
}

Value parse_value(std::string_view text, const Location& where) {
  demand_text(text, where.file);
  Value value{std::string(trimmed(text)), where};
  try {
    Value parsed = parse_toml("value = " + std::string(text), where.file);
    const auto& table = std::get<Table>(parsed.data);
    if (table.size() == 1) value = table.front().value;  // more: the text held a line end
  } catch (const ModelError&) {
    // not a TOML value: the user left the quotes out, which the shell would have eaten anyway
  }
  set_place(value, where);
  return value;
}

std::vector<std::string> split_path(std::string_view path, const Location& where) {
  std::vector<std::string> names(1);
  for (const char c : path) {
    if (c == '.')
      names.emplace_back();
    else
      names.back() += c;
  }
  if (std::find(names.begin(), names.end(), "") != names.end()) {
    throw ModelError(where,
                     "the path must be names with dots between, such as "
                     "simulation.step or contact.floor.friction");
  }
  return names;
}

const std::string* text_of(const Value* value) {
  return value == nullptr ? nullptr : std::get_if<std::string>(&value->data);
}

/// The name that it has, or is called by: a contact between shapes "first|second".
std::string called(const Value& element, const std::string& kind, std::size_t index) {
  if (const std::string* name = text_of(find(element, "name"))) return *name;
  const Value* between = kind == "contact" ? find(element, "between") : nullptr;
  const auto* members = between == nullptr ? nullptr : std::get_if<Array>(&between->data);
  if (members != nullptr && members->size() == 2) {
    const std::string* first = text_of(members->data());
    const std::string* second = text_of(members->data() + 1);
    if (first != nullptr && second != nullptr) return *first + "|" + *second;
  }
  return default_name(kind, index);
}

/// The element of that name of [[body]], [[joint]], [[force]] or [[contact]].
Value& find_element(Value& root, const std::string& kind, const std::string& name,
                    const Location& where) {
  std::vector<std::string> names;
  Value* elements = find(root, kind);
  auto* array = elements == nullptr ? nullptr : std::get_if<Array>(&elements->data);
  if (array != nullptr) {
    for (Value& element : *array) {
      names.push_back(called(element, kind, names.size()));
      if (names.back() == name) return element;
    }
  }
  std::string list;
  for (const std::string& n : names) list += (list.empty() ? "\n  there are: " : ", ") + n;
  throw ModelError(where,
                   "there is no " + kind + " '" + name + "'" + did_you_mean(name, names) + list);
}

Value& entry_of(Value& table, const std::string& key, const Location& where,
                std::string_view path) {
  if (Value* there = find(table, key)) return *there;
  if (auto* array = std::get_if<Array>(&table.data)) {
    const bool digits = key.find_first_not_of("0123456789") == std::string::npos && key.size() < 6;
    const std::size_t index = digits ? std::stoul(key) : array->size();
    if (index < array->size()) return (*array)[index];
    throw ModelError(where, "'" + key + "' in " + std::string(path) +
                                " must be the position of one of " + std::to_string(array->size()) +
                                " elements, counted from 0");
  }
  auto* entries = std::get_if<Table>(&table.data);
  if (entries == nullptr) {
    throw ModelError(where, "'" + key + "' cannot be set in " + std::string(path) +
                                ": what stands before it is " + std::string(kind_of(table)) +
                                ", not a table");
  }
  return entries->emplace_back(Entry{key, where, Value{Table{}, where}}).value;
}

}  // namespace

void apply_override(Value& root, std::string_view path, std::string_view value,
                    const std::string& origin) {
  const Location where{origin, 0, 0};
  const std::vector<std::string> names = split_path(path, where);
  Value* place = &root;
  std::size_t i = 0;
  constexpr std::array<std::string_view, 4> element_kinds{"body", "joint", "force", "contact"};
  if (std::find(element_kinds.begin(), element_kinds.end(), names[0]) != element_kinds.end()) {
    if (names.size() < 3) {
      throw ModelError(where, "the path needs a name and a key: " + names[0] + ".NAME.KEY");
    }
    place = &find_element(root, names[0], names[1], where);
    i = 2;
  }
  for (; i < names.size(); ++i) place = &entry_of(*place, names[i], where, path);
  *place = parse_value(value, where);
}

void apply_override(Value& root, std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) {
    throw ModelError({"--set " + std::string(text)},
                     "must be PATH=VALUE, such as simulation.step=1e-3");
  }
  const std::string_view path = trimmed(text.substr(0, equals));
  apply_override(root, path, text.substr(equals + 1), "--set " + std::string(path));
}

}  // namespace saltus
