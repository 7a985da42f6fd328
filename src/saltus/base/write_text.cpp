// SPDX-License-Identifier: Apache-2.0
#include "saltus/base/write_text.h"

#include <cerrno>
#include <fstream>

#include "saltus/base/write_error.h"

namespace saltus {

void write_text(const std::filesystem::path& path, std::string_view text) {
  const std::filesystem::path part = path.string() + ".part";
  errno = 0;
  std::ofstream file(part, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  int cause = errno;
  std::error_code error;
  if (file) {
    std::filesystem::rename(part, path, error);
    if (!error) return;
    cause = error.value();
  }
  std::filesystem::remove(part, error);
  throw_not_written(path.string(), cause);
}

}  // namespace saltus
