// SPDX-License-Identifier: Apache-2.0
// Top-level tables and lists of tables get headings; everything inside them stands in one line.
#include "saltus/io/toml_write.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace saltus {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte == 0x7F) {
      out += fmt::format("\\u{:04X}", byte);
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string key_text(const std::string& key) {
  const bool is_bare = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
  return is_bare ? key : quoted(key);
}

std::string number_text(const Number& n) {
  constexpr double exact = 9e15;
  if (n.is_integer && std::abs(n.value) < exact)
    return std::to_string(static_cast<std::int64_t>(n.value));
  std::string text = to_text(n.value);
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}

struct Inline {
  std::string operator()(const Table& table) const {
    std::string text;
    for (const Entry& e : table) {
      text += text.empty() ? " " : ", ";
      text += key_text(e.key) + " = " + std::visit(*this, e.value.data);
    }
    return text.empty() ? "{}" : "{" + text + " }";
  }
  std::string operator()(const Array& array) const {
    std::string text;
    for (const Value& v : array) text += (text.empty() ? "" : ", ") + std::visit(*this, v.data);
    return "[" + text + "]";
  }
  std::string operator()(const std::string& text) const { return quoted(text); }
  std::string operator()(const Number& n) const { return number_text(n); }
  std::string operator()(bool b) const { return b ? "true" : "false"; }
};

bool is_table_list(const Value& value) {
  const auto* array = std::get_if<Array>(&value.data);
  return array != nullptr && !array->empty() &&
         std::all_of(array->begin(), array->end(),
                     [](const Value& v) { return std::holds_alternative<Table>(v.data); });
}

void add_lines(const Table& table, std::string& out) {
  for (const Entry& e : table)
    out += key_text(e.key) + " = " + std::visit(Inline{}, e.value.data) + "\n";
}

}  // namespace

std::string write_toml(const Value& tree) {
  const auto* top = std::get_if<Table>(&tree.data);
  if (top == nullptr) return {};
  std::string out;
  std::string tables;
  for (const Entry& e : *top) {
    if (const auto* table = std::get_if<Table>(&e.value.data)) {
      tables += "\n[" + key_text(e.key) + "]\n";
      add_lines(*table, tables);
    } else if (is_table_list(e.value)) {
      for (const Value& v : std::get<Array>(e.value.data)) {
        tables += "\n[[" + key_text(e.key) + "]]\n";
        add_lines(std::get<Table>(v.data), tables);
      }
    } else {
      add_lines({e}, out);
    }
  }
  return out + tables;
}

}  // namespace saltus
