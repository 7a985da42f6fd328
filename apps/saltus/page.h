// SPDX-License-Identifier: Apache-2.0
// The page that reports are made of: the built viewer/.
#pragma once

#include <string_view>

namespace saltus::app {

[[nodiscard]] std::string_view report_page();

}  // namespace saltus::app
