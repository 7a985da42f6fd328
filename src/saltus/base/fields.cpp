// SPDX-License-Identifier: Apache-2.0
// Reading single values, and the words of the errors.
#include "saltus/base/fields.h"

#include <algorithm>
#include <cmath>

namespace saltus {
namespace {

constexpr std::size_t longest_quote = 60;

std::string quoted(std::string_view text) {
  if (text.size() <= longest_quote) return '"' + std::string(text) + '"';
  return '"' + std::string(text.substr(0, longest_quote)) + "…\"";
}

[[noreturn]] void throw_wrong_kind(const Value& value, std::string_view what,
                                   std::string_view expected) {
  throw ModelError(value.where, std::string(what) + " must be " + std::string(expected) + ", is " +
                                    std::string(kind_of(value)));
}

double finite_number(const Value& value, const Number& number, std::string_view what) {
  if (!std::isfinite(number.value)) {
    throw ModelError(value.where,
                     std::string(what) + " must be finite, is " + to_text(number.value));
  }
  return number.value;
}

void check_range(const Value& value, double x, std::string_view what, const Range& range) {
  if (range.contains(x)) return;
  throw ModelError(value.where,
                   std::string(what) + " must be " + range.text() + ", is " + to_text(x));
}

std::string joined(const std::vector<std::string>& words, bool quote) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : ", ") + (quote ? quoted(word) : word);
  }
  return text;
}

}  // namespace

bool Range::contains(double x) const {
  return (lower_open ? x > lower : x >= lower) && (upper_open ? x < upper : x <= upper);
}

std::string Range::text() const {
  if (std::isinf(lower) && std::isinf(upper)) return {};
  if (std::isinf(upper)) return (lower_open ? "> " : ">= ") + to_text(lower);
  if (std::isinf(lower)) return (upper_open ? "< " : "<= ") + to_text(upper);
  return std::string("in ") + (lower_open ? '(' : '[') + to_text(lower) + ", " + to_text(upper) +
         (upper_open ? ')' : ']');
}

double read_number(const Value& value, const ReadContext& context, std::string_view what,
                   Range range) {
  double x = 0;
  if (const auto* number = std::get_if<Number>(&value.data)) {
    x = finite_number(value, *number, what);
  } else if (const auto* text = std::get_if<std::string>(&value.data)) {
    x = finite_number(value, {context.number(*text, value.where, what)}, what);
  } else {
    throw_wrong_kind(value, what, "a number or a formula of the parameters");
  }
  check_range(value, x, what, range);
  return x;
}

int read_integer(const Value& value, const ReadContext& context, std::string_view what,
                 Range range) {
  const double x = read_number(value, context, what, {});
  constexpr double largest = std::numeric_limits<int>::max();
  if (x != std::floor(x) || std::abs(x) > largest) {
    throw ModelError(value.where, std::string(what) + " must be a whole number, is " + to_text(x));
  }
  check_range(value, x, what, range);
  return static_cast<int>(x);
}

bool read_bool(const Value& value, std::string_view what) {
  const auto* flag = std::get_if<bool>(&value.data);
  if (flag == nullptr) throw_wrong_kind(value, what, "true or false");
  return *flag;
}

const std::string& read_string(const Value& value, std::string_view what) {
  const auto* text = std::get_if<std::string>(&value.data);
  if (text == nullptr) throw_wrong_kind(value, what, "a string");
  return *text;
}

FormulaText read_formula(const Value& value, std::string_view what) {
  if (const auto* text = std::get_if<std::string>(&value.data)) return {*text, value.where};
  if (const auto* number = std::get_if<Number>(&value.data)) {
    return {to_text(finite_number(value, *number, what)), value.where};
  }
  throw_wrong_kind(value, what, "a formula (a string) or a number");
}

FormulaTable read_formula_table(const Value& value, std::string_view what) {
  const auto* table = std::get_if<Table>(&value.data);
  if (table == nullptr) throw_wrong_kind(value, what, "a table { name = formula, … }");
  FormulaTable formulas;
  for (const Entry& entry : *table) {
    FormulaText formula = read_formula(entry.value, "'" + entry.key + "' in " + std::string(what));
    formulas.emplace_back(entry.key, std::move(formula));
  }
  return formulas;
}

const Table& read_table(const Value& value, std::string_view what) {
  const auto* table = std::get_if<Table>(&value.data);
  if (table == nullptr) throw_wrong_kind(value, what, "a table");
  return *table;
}

const Array& read_array(const Value& value, std::string_view what) {
  const auto* array = std::get_if<Array>(&value.data);
  if (array == nullptr) throw_wrong_kind(value, what, "an array");
  return *array;
}

std::size_t read_choice(const Value& value, std::string_view what,
                        const std::vector<std::string>& names) {
  const auto* text = std::get_if<std::string>(&value.data);
  if (text == nullptr) throw_wrong_kind(value, what, "one of " + joined(names, true));
  const auto found = std::find(names.begin(), names.end(), *text);
  if (found == names.end()) {
    throw ModelError(value.where, std::string(what) + " must be one of " + joined(names, true) +
                                      ", is " + quoted(*text) + did_you_mean(*text, names));
  }
  return static_cast<std::size_t>(found - names.begin());
}

void throw_unknown_key(const Entry& entry, std::string_view what,
                       const std::vector<std::string>& accepted) {
  throw ModelError(entry.where, "unknown key " + quoted(entry.key) + " in " + std::string(what) +
                                    did_you_mean(entry.key, accepted) +
                                    "\n  accepted keys: " + joined(accepted, false));
}

void throw_missing_key(const Location& where, std::string_view what, std::string_view key) {
  throw ModelError(where, std::string(what) + " needs '" + std::string(key) + "'");
}

}  // namespace saltus
