// SPDX-License-Identifier: Apache-2.0
// The folder that a command writes into.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>

namespace saltus::app {

/// `given`, or results/<model>. Made and tried now, not after an hour of computing. The command's
/// own files of an earlier time are removed, so that they cannot be taken for this one's.
/// Throws FileError.
[[nodiscard]] std::filesystem::path prepare_folder(const std::optional<std::string>& given,
                                                   const std::string& model,
                                                   std::initializer_list<const char*> files);

}  // namespace saltus::app
