// SPDX-License-Identifier: Apache-2.0
// Indices are stored in 32 bits, containers want std::size_t.
#pragma once

#include <cstddef>
#include <cstdint>

namespace saltus {

[[nodiscard]] constexpr std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

}  // namespace saltus
