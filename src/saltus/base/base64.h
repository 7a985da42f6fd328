// SPDX-License-Identifier: Apache-2.0
// Bytes as text.
#pragma once

#include <string>
#include <string_view>

namespace saltus {

[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace saltus
