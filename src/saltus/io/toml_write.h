// SPDX-License-Identifier: Apache-2.0
// The neutral value tree as TOML text.
#pragma once

#include <string>

#include "saltus/base/value.h"

namespace saltus {

/// Of a whole model: its tables with their headings, in the order of the tree. Reading it gives the
/// same values.
[[nodiscard]] std::string write_toml(const Value& tree);

}  // namespace saltus
