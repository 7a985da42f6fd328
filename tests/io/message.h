// SPDX-License-Identifier: Apache-2.0
// What a refused input says.
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "saltus/base/error.h"

namespace saltus {

/// The message of the ModelError or FileError that f throws; "" where it throws none.
template <class F>
std::string message(F&& f) {
  try {
    f();
  } catch (const ModelError& error) {
    return error.what();
  } catch (const FileError& error) {
    return error.what();
  }
  return {};
}

inline bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

inline bool starts_with(std::string_view text, std::string_view start) {
  return text.starts_with(start);
}

}  // namespace saltus
