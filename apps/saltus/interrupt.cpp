// SPDX-License-Identifier: Apache-2.0
// A signal's handler has nothing but a global to write to.
#include "interrupt.h"

namespace saltus::app {
namespace {

volatile std::sig_atomic_t asked = 0;  // NOLINT: see above

void ask(int signal) {
  asked = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

Interrupt::Interrupt() {
  asked = 0;
  std::signal(SIGINT, ask);
  std::signal(SIGTERM, ask);
}

Interrupt::~Interrupt() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

const volatile std::sig_atomic_t* Interrupt::flag() const { return &asked; }  // NOLINT

}  // namespace saltus::app
