// SPDX-License-Identifier: Apache-2.0
// Looks through TOML text for what toml++ 3.3 does not survive, before it is parsed.
#pragma once

#include <string>
#include <string_view>

namespace saltus {

/// Refuses keys of more than 16 parts (a.a.a… of a million parts would be a tree of that depth, and
/// overflow the stack), headers without a name ("[[[", "[&": toml++ asserts that there is one) and
/// non-ASCII characters outside strings and comments (its test for odd blanks has undefined
/// behaviour for é). Throws ModelError.
void demand_sound_keys(std::string_view text, const std::string& file_name);

}  // namespace saltus
