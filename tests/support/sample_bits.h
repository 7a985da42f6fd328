// SPDX-License-Identifier: Apache-2.0
// All of a sample or an event as bits: equal means equal to the last one, NaN included.
#pragma once

#include <cstdint>
#include <vector>

#include "saltus/record/recorder.h"

namespace saltus::test {

[[nodiscard]] std::vector<std::uint64_t> bits_of(const Sample& sample);
[[nodiscard]] std::vector<std::uint64_t> bits_of(const Event& event);

}  // namespace saltus::test
