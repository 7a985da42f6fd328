// SPDX-License-Identifier: Apache-2.0
// Makes the folder, tries to write in it, removes what would be stale.
#include "folder.h"

#include <cerrno>
#include <fstream>

#include "saltus/base/write_error.h"

namespace saltus::app {

namespace fs = std::filesystem;

namespace {

bool is_full(int cause) { return cause == ENOSPC || cause == EDQUOT; }

}  // namespace

fs::path folder_of(const std::optional<std::string>& given, const std::string& model) {
  return given ? fs::path(*given) : fs::path("results") / model;
}

fs::path make_folder(const std::optional<std::string>& given, const std::string& model) {
  fs::path folder = folder_of(given, model);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error && is_full(error.value())) throw_not_written(folder.string(), error.value());
  if (error) throw FileError(folder.string() + ": cannot be made: " + error.message());
  const fs::path trial = folder / ".saltus";
  errno = 0;
  if (!std::ofstream(trial)) {
    if (is_full(errno)) throw_not_written(trial.string(), errno);
    throw FileError(folder.string() + ": cannot be written to");
  }
  fs::remove(trial, error);
  return folder;
}

void remove_files(const fs::path& folder, const std::vector<const char*>& files) {
  std::error_code ignored;
  for (const char* name : files) fs::remove(folder / name, ignored);
}

fs::path prepare_folder(const std::optional<std::string>& given, const std::string& model,
                        const std::vector<const char*>& files) {
  fs::path folder = make_folder(given, model);
  remove_files(folder, files);
  return folder;
}

}  // namespace saltus::app
