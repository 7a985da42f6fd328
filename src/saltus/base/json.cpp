// SPDX-License-Identifier: Apache-2.0
// Numbers with 17 significant digits, as everywhere; the one file that knows JSON.
#include "saltus/base/json.h"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace saltus {

// JSON text by hand where numbers stand: the library would print the shortest form.
std::string json_text(std::string_view text) {
  return nlohmann::json(std::string(text))
      .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_number(double x) { return std::isfinite(x) ? fmt::format("{:.17g}", x) : "null"; }

}  // namespace saltus
