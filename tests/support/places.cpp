// SPDX-License-Identifier: Apache-2.0
// The definitions come from CMake, for this file alone.
#include "support/places.h"

namespace saltus::test {

std::string source_dir() { return SALTUS_SOURCE_DIR; }
std::string program() { return SALTUS_BINARY; }

}  // namespace saltus::test
