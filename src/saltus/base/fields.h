// SPDX-License-Identifier: Apache-2.0
// One field list per struct: it reads the struct and words the errors here, and prints and
// documents it in describe.h.
//
//   template <> struct Fields<MoreauJean> {
//     static constexpr auto list = std::tuple{
//         field("theta", &MoreauJean::theta, "weight of the end of the step", in_range(0, 1)),
//         required("step", &MoreauJean::step, "time step in s", positive())};
//   };
//   template <> struct EnumNames<Forces> {
//     static constexpr std::array list{
//         EnumName{"midpoint", Forces::midpoint, "at the point theta of the step"},
//         EnumName{"trapezoid", Forces::trapezoid, "mean of both ends"}};
//   };
//   auto scheme = read<MoreauJean>(value, context, "scheme_options");
//
// What no single field can tell is told by a function beside the struct, found by its arguments:
//   void check_fields(const MoreauJean&, const Value& table, std::string_view what);
//
// Members may be double, int, bool, std::string, FormulaText, FormulaTable, Value, an enum with
// EnumNames, a struct with Fields, and std::optional or std::vector of these. A member named
// `where` of type Location is set to the place of the table.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "saltus/base/error.h"
#include "saltus/base/value.h"

namespace saltus {

/// What reading needs from outside: how a formula of the parameters becomes a number (may throw
/// ModelError).
struct ReadContext {
  std::function<double(std::string_view text, const Location& where, std::string_view what)> number;
};

/// The numbers a field accepts; of a vector: each of them.
struct Range {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  bool lower_open = false;
  bool upper_open = false;

  [[nodiscard]] bool contains(double x) const;
  [[nodiscard]] std::string text() const;  // "> 0", "in [0, 1)"; "" where everything is accepted
};

constexpr Range in_range(double lower, double upper) { return {lower, upper}; }
constexpr Range at_least(double lower) { return {.lower = lower}; }
constexpr Range below(double upper) { return {.upper = upper, .upper_open = true}; }
constexpr Range positive() { return {.lower = 0, .lower_open = true}; }
constexpr Range non_negative() { return at_least(0); }

template <class Struct, class Member>
struct Field {
  std::string_view name;
  Member Struct::*member;
  std::string_view summary;
  Range range;
  bool is_required;
};

/// A field that may be left out: the struct's own initial value then stands.
template <class Struct, class Member>
constexpr Field<Struct, Member> field(std::string_view name, Member Struct::*member,
                                      std::string_view summary, Range range = {}) {
  return {name, member, summary, range, false};
}

template <class Struct, class Member>
constexpr Field<Struct, Member> required(std::string_view name, Member Struct::*member,
                                         std::string_view summary, Range range = {}) {
  return {name, member, summary, range, true};
}

template <class Enum>
struct EnumName {
  std::string_view name;
  Enum value;
  std::string_view summary;
};
template <class Enum>
EnumName(std::string_view, Enum, std::string_view) -> EnumName<Enum>;  // clang 14 needs it

template <class Struct>
struct Fields;
template <class Enum>
struct EnumNames;

template <class T>
concept HasFields = requires {
  Fields<T>::list;
};
template <class T>
concept HasEnumNames = requires {
  EnumNames<T>::list;
};
template <class T>
concept HasPlace = std::is_same_v<decltype(T::where), Location>;

// Reading single values; `what` names the value in messages.

[[nodiscard]] double read_number(const Value&, const ReadContext&, std::string_view what, Range);
[[nodiscard]] int read_integer(const Value&, const ReadContext&, std::string_view what, Range);
[[nodiscard]] bool read_bool(const Value&, std::string_view what);
[[nodiscard]] const std::string& read_string(const Value&, std::string_view what);
[[nodiscard]] FormulaText read_formula(const Value&, std::string_view what);
[[nodiscard]] FormulaTable read_formula_table(const Value&, std::string_view what);
[[nodiscard]] const Table& read_table(const Value&, std::string_view what);
[[nodiscard]] const Array& read_array(const Value&, std::string_view what);
/// Position of the string in `names`; else an error that lists them.
[[nodiscard]] std::size_t read_choice(const Value&, std::string_view what,
                                      const std::vector<std::string>& names);
[[noreturn]] void throw_unknown_key(const Entry&, std::string_view what,
                                    const std::vector<std::string>& accepted);
[[noreturn]] void throw_missing_key(const Location&, std::string_view what, std::string_view key);

template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};
template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

template <HasEnumNames E>
[[nodiscard]] std::vector<std::string> enum_names() {
  std::vector<std::string> names;
  for (const auto& e : EnumNames<E>::list) names.emplace_back(e.name);
  return names;
}

template <HasEnumNames E>
[[nodiscard]] std::string_view enum_name(E value) {
  for (const auto& e : EnumNames<E>::list) {
    if (e.value == value) return e.name;
  }
  return "?";
}

template <HasFields T>
[[nodiscard]] std::vector<std::string> field_names() {
  return std::apply(
      [](const auto&... f) { return std::vector<std::string>{std::string(f.name)...}; },
      Fields<T>::list);
}

template <HasFields T>
void read_fields(T& object, const Value& value, const ReadContext& context, std::string_view what,
                 const std::vector<std::string>& other_keys = {});

template <class T>
void read_member(T& member, const Value& value, const ReadContext& context, std::string_view what,
                 const Range& range) {
  if constexpr (std::is_same_v<T, double>) {
    member = read_number(value, context, what, range);
  } else if constexpr (std::is_same_v<T, int>) {
    member = read_integer(value, context, what, range);
  } else if constexpr (std::is_same_v<T, bool>) {
    member = read_bool(value, what);
  } else if constexpr (std::is_same_v<T, std::string>) {
    member = read_string(value, what);
  } else if constexpr (std::is_same_v<T, FormulaText>) {
    member = read_formula(value, what);
  } else if constexpr (std::is_same_v<T, FormulaTable>) {
    member = read_formula_table(value, what);
  } else if constexpr (std::is_same_v<T, Value>) {
    member = value;
  } else if constexpr (HasEnumNames<T>) {
    member = EnumNames<T>::list.at(read_choice(value, what, enum_names<T>())).value;
  } else if constexpr (IsOptional<T>::value) {
    read_member(member.emplace(), value, context, what, range);
  } else if constexpr (IsVector<T>::value) {
    member.clear();
    for (const Value& element : read_array(value, what)) {
      typename T::value_type x{};
      read_member(x, element, context, "an element of " + std::string(what), range);
      member.push_back(std::move(x));
    }
  } else {
    read_fields(member, value, context, what);
  }
}

/// Reads a table into the struct. `what` names it in messages: "contact 'floor'". `other_keys` are
/// accepted and left to the caller.
template <HasFields T>
void read_fields(T& object, const Value& value, const ReadContext& context, std::string_view what,
                 const std::vector<std::string>& other_keys) {
  const Table& table = read_table(value, what);
  if constexpr (HasPlace<T>) object.where = value.where;
  const auto read_entry = [&](const Entry& entry, const auto& f) {
    if (entry.key != f.name) return false;
    read_member(object.*(f.member), entry.value, context,
                "'" + entry.key + "' of " + std::string(what), f.range);
    return true;
  };
  for (const Entry& entry : table) {
    const bool known = std::apply([&](const auto&... f) { return (read_entry(entry, f) || ...); },
                                  Fields<T>::list);
    bool elsewhere = false;
    for (const std::string& key : other_keys) elsewhere = elsewhere || key == entry.key;
    if (known || elsewhere) continue;
    std::vector<std::string> accepted = field_names<T>();
    accepted.insert(accepted.begin(), other_keys.begin(), other_keys.end());
    throw_unknown_key(entry, what, accepted);
  }
  const auto demand = [&](const auto& f) {
    const bool is_missing = f.is_required && find(value, f.name) == nullptr;
    if (is_missing) throw_missing_key(value.where, what, f.name);
  };
  std::apply([&](const auto&... f) { (demand(f), ...); }, Fields<T>::list);
  if constexpr (requires { check_fields(object, value, what); }) check_fields(object, value, what);
}

template <HasFields T>
[[nodiscard]] T read(const Value& value, const ReadContext& context, std::string_view what) {
  T object{};
  read_fields(object, value, context, what);
  return object;
}

}  // namespace saltus
