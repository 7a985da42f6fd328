// SPDX-License-Identifier: Apache-2.0
// Words to standard error.
#pragma once

#include <cstdio>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace saltus::app {

/// fmt::print would throw where standard error is a file on a full disk: no reason to end a run.
template <class... A>
void say(fmt::format_string<A...> text, A&&... values) {
  const std::string words = fmt::format(text, std::forward<A>(values)...);
  static_cast<void>(std::fputs(words.c_str(), stderr));
}

}  // namespace saltus::app
