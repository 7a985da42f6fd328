// SPDX-License-Identifier: Apache-2.0
// Rules for the names that a model file gives to its parts.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "saltus/base/value.h"
#include "saltus/formula/parameters.h"

namespace saltus {

/// Refuses the second use of a name and says where the first is.
class NameRegister {
 public:
  explicit NameRegister(std::string kind) : kind_(std::move(kind)) {}
  void add(const std::string& name, const Location& where);
  /// Throws ModelError where there is no such name; `what` says who asks for it.
  void demand(const std::string& name, const Location& where, std::string_view what) const;

 private:
  std::string kind_;
  std::map<std::string, Location, std::less<>> places_;
};

/// A name that formulas use: an identifier that is not reserved.
void demand_symbol(const std::string& name, const Location& where, std::string_view what);

/// A name that outputs and --set use: not empty, and without the characters that separate there.
void demand_label(const std::string& name, const Location& where, std::string_view what);

/// Coordinates and their rates: symbols, all different, none of them a parameter.
void demand_coordinates(const Array& names, const formula::Parameters& parameters,
                        std::string_view body);

/// Every key is one of the names.
void demand_keys(const Value* table, const std::vector<std::string>& names, std::string_view what);

}  // namespace saltus
