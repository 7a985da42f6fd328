// SPDX-License-Identifier: Apache-2.0
#include "saltus/base/base64.h"

#include <cstdint>

namespace saltus {

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U;
  };
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::uint32_t three = (byte(i) << 16U) | (byte(i + 1) << 8U) | byte(i + 2);
    for (const unsigned shift : {18U, 12U, 6U, 0U}) out += digits[(three >> shift) & 63U];
  }
  for (std::size_t i = 0; i < (3 - bytes.size() % 3) % 3; ++i) out[out.size() - 1 - i] = '=';
  return out;
}

}  // namespace saltus
