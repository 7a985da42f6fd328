// SPDX-License-Identifier: Apache-2.0
// What must hold for any text whatsoever that is given as a model file.
#pragma once

#include <string_view>

namespace saltus {

/// Reads the text as a model, compiles it and checks its start. ModelError and FileError are
/// caught; anything else that is thrown, a crash or a sanitizer's report is a fault of the program.
/// True where the text is a model.
bool try_model(std::string_view text);

}  // namespace saltus
