// SPDX-License-Identifier: Apache-2.0
// Pieces of JSON text for files that are written by hand: numbers with all digits.
#pragma once

#include <string>
#include <string_view>

namespace saltus {

/// In quotes, escaped; bytes that are no UTF-8 are replaced.
[[nodiscard]] std::string json_text(std::string_view text);

/// 17 significant digits; null where the number is not finite.
[[nodiscard]] std::string json_number(double x);

}  // namespace saltus
