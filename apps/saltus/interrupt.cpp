// SPDX-License-Identifier: Apache-2.0
// A signal's handler has nothing but a global to write to.
#include "interrupt.h"

namespace saltus::app {
namespace {

volatile std::sig_atomic_t was_interrupted = 0;  // NOLINT: see above

void ask(int signal) {
  was_interrupted = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

Interrupt::Interrupt() {
  was_interrupted = 0;
  std::signal(SIGINT, ask);
  std::signal(SIGTERM, ask);
}

Interrupt::~Interrupt() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

const volatile std::sig_atomic_t* Interrupt::flag() const { return &was_interrupted; }  // NOLINT

}  // namespace saltus::app
