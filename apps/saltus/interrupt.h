// SPDX-License-Identifier: Apache-2.0
// Ctrl-C, and a disk that is full: what the system would end the program for.
#pragma once

#include <csignal>

namespace saltus::app {

/// As long as it lives SIGINT and SIGTERM ask for a stop, the second one ends the program; and
/// writing to a file that may not grow is an error like others.
class Interrupt {
 public:
  Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  Interrupt(Interrupt&&) = delete;
  Interrupt& operator=(Interrupt&&) = delete;
  ~Interrupt();

  [[nodiscard]] const volatile std::sig_atomic_t* flag() const;
};

}  // namespace saltus::app
