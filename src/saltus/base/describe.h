// SPDX-License-Identifier: Apache-2.0
// A struct as words, by its field list: for `saltus check` and the reference page.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "saltus/base/fields.h"

namespace saltus {

/// One field in words.
struct FieldText {
  std::string name;
  std::string type;
  std::string value;  // the member's value in the given object; "" where there is none
  std::string range;
  std::string summary;
  bool is_required;
};

template <class T>
inline constexpr std::string_view type_name = "table";
template <>
inline constexpr std::string_view type_name<double> = "number";
template <>
inline constexpr std::string_view type_name<int> = "whole number";
template <>
inline constexpr std::string_view type_name<bool> = "true or false";
template <>
inline constexpr std::string_view type_name<std::string> = "string";
template <>
inline constexpr std::string_view type_name<FormulaText> = "formula";
template <>
inline constexpr std::string_view type_name<FormulaTable> = "table of formulas";

template <class T>
[[nodiscard]] std::string type_text() {
  if constexpr (IsOptional<T>::value) {
    return type_text<typename T::value_type>();
  } else if constexpr (IsVector<T>::value && !std::is_same_v<T, FormulaTable>) {
    return "array of " + type_text<typename T::value_type>();
  } else if constexpr (HasEnumNames<T>) {
    std::string text;
    for (const std::string& name : enum_names<T>()) text += (text.empty() ? "" : " | ") + name;
    return text;
  } else {
    return std::string(type_name<T>);
  }
}

[[nodiscard]] inline std::string member_text(double x) { return to_text(x); }
[[nodiscard]] inline std::string member_text(int x) { return std::to_string(x); }
[[nodiscard]] inline std::string member_text(bool x) { return x ? "true" : "false"; }
[[nodiscard]] inline std::string member_text(const std::string& x) { return x; }
[[nodiscard]] inline std::string member_text(const FormulaText& x) { return x.text; }
[[nodiscard]] inline std::string member_text(const Value& x) { return to_text(x); }
template <HasEnumNames E>
[[nodiscard]] std::string member_text(E x) {
  return std::string(enum_name(x));
}
template <class T>
[[nodiscard]] std::string member_text(const std::optional<T>& x) {
  return x ? member_text(*x) : std::string();
}
template <class T>
[[nodiscard]] std::string member_text(const std::vector<T>& x) {
  return std::to_string(x.size()) + (x.size() == 1 ? " entry" : " entries");
}
template <HasFields T>
[[nodiscard]] std::string member_text(const T& /*nested*/) {
  return {};
}

/// The fields of an object with their values. Of `T{}`: the defaults.
template <HasFields T>
[[nodiscard]] std::vector<FieldText> describe(const T& object) {
  const auto line = [&](const auto& f) {
    using Member = std::decay_t<decltype(object.*(f.member))>;
    FieldText text{std::string(f.name), type_text<Member>(), {}, f.range.text(), {}, f.is_required};
    text.value = member_text(object.*(f.member));
    text.summary = f.summary;
    return text;
  };
  return std::apply([&](const auto&... f) { return std::vector<FieldText>{line(f)...}; },
                    Fields<T>::list);
}

}  // namespace saltus
