// SPDX-License-Identifier: Apache-2.0
// What is thrown for bad input: by reading, compiling and recording only, never by the step loop.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace saltus {

/// A place in an input: file:line:column, or an override such as "--set parameters.c" (line 0).
struct Location {
  std::string file;
  int line = 0;
  int column = 0;
};

/// "file:line:column", or "file" where there is no line.
[[nodiscard]] std::string to_string(const Location& where);

/// Bad model: says where, what and what to do. what() is the whole text, location in front.
class ModelError : public std::runtime_error {
 public:
  ModelError(const Location& where, const std::string& message)
      : std::runtime_error(to_string(where) + ": " + message) {}
};

/// A file that cannot be read or written.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// "; did you mean 'x'?" for the closest candidate, or "" where none is close.
[[nodiscard]] std::string did_you_mean(std::string_view word,
                                       std::span<const std::string> candidates);

}  // namespace saltus
