// SPDX-License-Identifier: Apache-2.0
// TOML text to the neutral value tree. Nobody else knows the format.
#pragma once

#include <string>
#include <string_view>

#include "saltus/base/value.h"

namespace saltus {

/// Throws FileError where the file cannot be read as text, ModelError where it is no TOML.
[[nodiscard]] Value read_toml(const std::string& path);

/// `file_name` stands in the locations of values and errors.
[[nodiscard]] Value parse_toml(std::string_view text, const std::string& file_name);

}  // namespace saltus
