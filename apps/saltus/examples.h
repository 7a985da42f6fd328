// SPDX-License-Identifier: Apache-2.0
// The model files of examples/, built into the program (cmake/embed_examples.cmake writes the
// .cpp).
#pragma once

#include <span>
#include <string_view>

namespace saltus::app {

struct Example {
  std::string_view name;
  std::string_view text;
};

[[nodiscard]] std::span<const Example> examples();

}  // namespace saltus::app
