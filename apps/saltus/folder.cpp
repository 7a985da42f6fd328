// SPDX-License-Identifier: Apache-2.0
// Makes the folder, tries to write in it, removes what would be stale.
#include "folder.h"

#include <fstream>

#include "saltus/base/error.h"

namespace saltus::app {

namespace fs = std::filesystem;

fs::path prepare_folder(const std::optional<std::string>& given, const std::string& model,
                        std::initializer_list<const char*> files) {
  fs::path folder = given ? fs::path(*given) : fs::path("results") / model;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw FileError(folder.string() + ": cannot be made: " + error.message());
  const fs::path first = folder / *files.begin();
  if (!std::ofstream(first)) throw FileError(folder.string() + ": cannot be written to");
  for (const char* name : files) fs::remove(folder / name, error);
  return folder;
}

}  // namespace saltus::app
