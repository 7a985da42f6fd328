// SPDX-License-Identifier: Apache-2.0
// What is thrown where a file cannot be written to its end.
#pragma once

#include <string>
#include <utility>

#include "saltus/base/error.h"

namespace saltus {

/// The place was good and the writing failed: the disk is full, the folder gone. The run failed
/// then, not its input.
class WriteError : public FileError {
 public:
  WriteError(const std::string& message, std::string advice)
      : FileError(message), advice_(std::move(advice)) {}
  [[nodiscard]] const std::string& advice() const { return advice_; }

 private:
  std::string advice_;  // what to try
};

/// By errno: a WriteError, or a FileError where the place cannot be written to at all.
[[noreturn]] void throw_not_written(const std::string& path, int cause);

}  // namespace saltus
