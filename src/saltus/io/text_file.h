// SPDX-License-Identifier: Apache-2.0
// Text files in and out, with errors that say what is wrong with the file.
#pragma once

#include <string>
#include <string_view>

namespace saltus {

/// The whole file. Throws FileError: missing, a folder, unreadable, larger than 16 MB.
[[nodiscard]] std::string read_text_file(const std::string& path);

/// Throws FileError where the text holds NUL bytes or is not UTF-8: it is no text then.
void demand_text(std::string_view text, const std::string& file_name);

/// Writes a file that must not be there yet; throws FileError.
void write_new_file(const std::string& path, std::string_view text);

}  // namespace saltus
