// SPDX-License-Identifier: Apache-2.0
// A file written at once.
#pragma once

#include <filesystem>
#include <string_view>

namespace saltus {

/// Afterwards the file is there whole, or what was there before. Throws FileError.
void write_text(const std::filesystem::path& path, std::string_view text);

}  // namespace saltus
