// SPDX-License-Identifier: Apache-2.0
// What is being done now, on one line of a terminal that the next call replaces.
#pragma once

#include <string>

namespace saltus::bench {

void tell(const std::string& text);

}  // namespace saltus::bench
