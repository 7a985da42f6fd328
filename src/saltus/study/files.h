// SPDX-License-Identifier: Apache-2.0
// What the files of the studies share.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "saltus/schemes/list.h"

namespace saltus {

/// 17 digits; empty where there is none or it is not finite.
[[nodiscard]] std::string csv_number(std::optional<double> x);
/// In quotes where it holds a comma, a quote or a line end.
[[nodiscard]] std::string csv_text(std::string_view text);
/// 17 digits; null where there is none.
[[nodiscard]] std::string json_optional(std::optional<double> x);

/// {"theta":0.5,"forecast":"explicit",…}
[[nodiscard]] std::string json_options(const Scheme& scheme);

}  // namespace saltus
