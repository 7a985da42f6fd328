// SPDX-License-Identifier: Apache-2.0
#include "saltus/base/write_error.h"

#include <cerrno>
#include <cstring>

namespace saltus {

void throw_not_written(const std::string& path, int cause) {
  const std::string message =
      "cannot write " + path + ": " + (cause == 0 ? "is the disk full?" : std::strerror(cause));
  switch (cause) {
    case EACCES:
    case EPERM:
    case EROFS:
    case ENOTDIR:
    case EISDIR:
      throw FileError(message);
    case ENOENT:
      throw WriteError(message, "leave the folder where it is until the program has ended");
    case EFBIG:
      throw WriteError(message,
                       "let files grow larger (ulimit -f), or record less: 'every' and 'record' "
                       "of [output]");
    default:
      throw WriteError(message,
                       "free some space, or choose a folder on another disk with -o; or record "
                       "less: 'every' and 'record' of [output]");
  }
}

}  // namespace saltus
