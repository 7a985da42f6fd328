// SPDX-License-Identifier: Apache-2.0
// Parameters that use parameters: evaluated in the order of their dependence.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "saltus/base/error.h"

namespace saltus::formula {

/// One entry of [parameters]: a formula of other parameters and constants.
struct Parameter {
  std::string name;
  std::string text;
  Location where;
};

using Parameters = std::map<std::string, double, std::less<>>;

/// Throws ModelError (with the parameter's location): syntax, unknown name, cycle (names the chain
/// "a -> b -> a"), reserved or duplicate name, value not finite.
[[nodiscard]] Parameters evaluate(std::span<const Parameter> parameters);

/// A number written as a formula of the parameters ("rho*L*S"). Throws FormulaError.
[[nodiscard]] double evaluate(std::string_view text, const Parameters& parameters);

}  // namespace saltus::formula
