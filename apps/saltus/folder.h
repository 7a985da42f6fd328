// SPDX-License-Identifier: Apache-2.0
// The folder that a command writes into.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace saltus::app {

/// `given`, or results/<model>.
[[nodiscard]] std::filesystem::path folder_of(const std::optional<std::string>& given,
                                              const std::string& model);

/// The same. Made and tried now, not after an hour of computing. Throws FileError.
[[nodiscard]] std::filesystem::path make_folder(const std::optional<std::string>& given,
                                                const std::string& model);

/// A command's own files of an earlier time, so that they cannot be taken for this one's.
void remove_files(const std::filesystem::path& folder, const std::vector<const char*>& files);

/// Both.
[[nodiscard]] std::filesystem::path prepare_folder(const std::optional<std::string>& given,
                                                   const std::string& model,
                                                   const std::vector<const char*>& files);

}  // namespace saltus::app
