// SPDX-License-Identifier: Apache-2.0
// Checks of names, with both places where two are in conflict.
#include "saltus/io/names.h"

#include <algorithm>

#include "saltus/base/fields.h"
#include "saltus/formula/parse.h"

namespace saltus {

void NameRegister::add(const std::string& name, const Location& where) {
  const auto [place, is_new] = places_.emplace(name, where);
  if (is_new) return;
  throw ModelError(
      where, "there is already a " + kind_ + " '" + name + "', at " + to_string(place->second));
}

void NameRegister::demand(const std::string& name, const Location& where,
                          std::string_view what) const {
  if (places_.contains(name)) return;
  std::vector<std::string> names;
  std::string list;
  for (const auto& [known, place] : places_) {
    names.push_back(known);
    list += (list.empty() ? "" : ", ") + known;
  }
  throw ModelError(where, std::string(what) + ": there is no " + kind_ + " '" + name + "'" +
                              did_you_mean(name, names) + "\n  there are: " + list);
}

void demand_symbol(const std::string& name, const Location& where, std::string_view what) {
  if (!formula::is_identifier(name)) {
    throw ModelError(where, std::string(what) + " '" + name +
                                "' must be a letter or _ followed by letters, digits and _, so "
                                "that formulas can use it");
  }
  if (formula::is_reserved(name)) {
    throw ModelError(where, std::string(what) + " '" + name +
                                "' is a name that formulas already know: choose another");
  }
}

void demand_label(const std::string& name, const Location& where, std::string_view what) {
  const auto separates = [](char c) {
    return static_cast<unsigned char>(c) < ' ' ||
           std::string_view(".,=|#\"\x7f").find(c) != std::string_view::npos;
  };
  if (!name.empty() && name.front() != ' ' && name.back() != ' ' &&
      std::none_of(name.begin(), name.end(), separates)) {
    return;
  }
  throw ModelError(where,
                   "the name of a " + std::string(what) +
                       " must not be empty nor hold any of . , = | # \" or blanks at its ends");
}

void demand_coordinates(const Array& names, const formula::Parameters& parameters,
                        std::string_view body) {
  NameRegister known("symbol");
  for (const Value& value : names) {
    const std::string& name = read_string(value, "a coordinate of " + std::string(body));
    demand_symbol(name, value.where, "coordinate");
    for (const std::string& symbol : {name, name + "_dot"}) {
      if (parameters.contains(symbol)) {
        throw ModelError(value.where,
                         "'" + symbol + "' is a parameter already: choose another name " +
                             "for the coordinate '" + name + "' of " + std::string(body));
      }
      known.add(symbol, value.where);
    }
  }
}

void demand_keys(const Value* table, const std::vector<std::string>& names, std::string_view what) {
  if (table == nullptr) return;
  for (const Entry& entry : read_table(*table, what)) {
    if (std::find(names.begin(), names.end(), entry.key) == names.end()) {
      throw_unknown_key(entry, what, names);
    }
  }
}

}  // namespace saltus
