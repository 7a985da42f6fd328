// SPDX-License-Identifier: Apache-2.0
// Look-up of functions, constants and reserved names.
#include "saltus/formula/functions.h"

#include <algorithm>

#include "saltus/formula/parse.h"

namespace saltus::formula {

const Function* find_function(std::string_view name) {
  for (const Function& f : functions) {
    if (f.name == name) return &f;
  }
  return nullptr;
}

Scope constants(Graph& graph) {
  Scope scope;
  for (const NamedConstant& c : named_constants) {
    scope.emplace(std::string(c.name), graph.constant(c.value));
  }
  return scope;
}

bool is_reserved(std::string_view name) {
  return name == "t" || find_function(name) != nullptr ||
         std::any_of(named_constants.begin(), named_constants.end(),
                     [&](const NamedConstant& c) { return c.name == name; });
}

}  // namespace saltus::formula
