// SPDX-License-Identifier: Apache-2.0
// Silent where standard error is no terminal.
#include "common/tell.h"

#include <unistd.h>

#include <cstdio>

#include <fmt/format.h>

namespace saltus::bench {

void tell(const std::string& text) {
  if (isatty(STDERR_FILENO) == 0) return;
  fmt::print(stderr, "\r\x1b[K{}", text);
  std::fflush(stderr);
}

}  // namespace saltus::bench
