// SPDX-License-Identifier: Apache-2.0
// The words for what a contact does in a step, as they stand in the recordings.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace saltus {

enum class ContactStatus : std::uint8_t {
  open,      // no reaction
  sliding,   // reaction on the edge of the friction cone, u_T ≠ 0
  sticking,  // reaction with friction, u_T = 0
  closed,    // reaction, and the law has no friction
};

inline constexpr std::array<std::string_view, 4> contact_status_names = {"open", "sliding",
                                                                         "sticking", "closed"};

[[nodiscard]] constexpr std::string_view to_string(ContactStatus status) {
  return contact_status_names[static_cast<std::size_t>(status)];
}

}  // namespace saltus
