// SPDX-License-Identifier: Apache-2.0
// Where the project and the built program are. Compiled once: a test that has no path in it is
// found in the compiler cache by every clone.
#pragma once

#include <string>

namespace saltus::test {

[[nodiscard]] std::string source_dir();
[[nodiscard]] std::string program();

}  // namespace saltus::test
