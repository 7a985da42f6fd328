// SPDX-License-Identifier: Apache-2.0
// What happens at one instant, found by the schemes that locate it.
#pragma once

#include <cstdint>
#include <string_view>

namespace saltus {

enum class EventKind : std::uint8_t {
  impact,     // a contact hits and bounces
  closing,    // a contact hits and stays closed
  opening,    // a closed contact lets go
  slip,       // a sticking contact begins to slide
  stick,      // sliding comes to an end
  reversal,   // sliding turns round
  fallback,   // impacts were too many to be followed: one step that captures them
  stiff,      // hand-over to the implicit base
  not_stiff,  // and back
};

[[nodiscard]] constexpr std::string_view to_string(EventKind kind) {
  switch (kind) {
    case EventKind::impact:
      return "impact";
    case EventKind::closing:
      return "closing";
    case EventKind::opening:
      return "opening";
    case EventKind::slip:
      return "slip";
    case EventKind::stick:
      return "stick";
    case EventKind::reversal:
      return "reversal";
    case EventKind::fallback:
      return "fallback";
    case EventKind::stiff:
      return "stiff";
    case EventKind::not_stiff:
      return "not-stiff";
  }
  return "";
}

/// Velocities before and after, and the impulse between them; zero where they do not apply.
struct Event {
  double t = 0;
  EventKind kind = EventKind::impact;
  std::int32_t contact = -1;  // −1: of the whole mechanism
  double un_before = 0;
  double un_after = 0;
  double ut_before = 0;
  double ut_after = 0;
  double pn = 0;
  double pt = 0;
};

}  // namespace saltus
