// SPDX-License-Identifier: Apache-2.0
// Values given on the command line take the place of the file's, by their path of names.
#pragma once

#include <string>
#include <string_view>

#include "saltus/base/value.h"

namespace saltus {

/// `text` is PATH=VALUE, such as parameters.c=5e-4 or contact.floor.restitution=0.5. VALUE is TOML;
/// what is no TOML value is taken as a string. Later errors name "--set PATH" as the place.
/// Throws ModelError.
void apply_override(Value& root, std::string_view text);

/// The same for an option with a name of its own: apply_override(root, "simulation.step", "1e-3",
/// "--step").
void apply_override(Value& root, std::string_view path, std::string_view value,
                    const std::string& origin);

}  // namespace saltus
