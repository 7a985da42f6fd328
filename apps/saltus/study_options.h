// SPDX-License-Identifier: Apache-2.0
// What `compare` and `converge` share in reading their options, and their progress.
#pragma once

#include <string>
#include <vector>

#include "saltus/model/description.h"

namespace saltus::app {

/// A number > 0, or a formula of the model's parameters. Throws ModelError that names `option`.
[[nodiscard]] double read_positive(const std::string& text, const Description& description,
                                   const std::string& option);

/// X1,X2,…: as above, none of them twice.
[[nodiscard]] std::vector<double> read_positives(const std::string& text,
                                                 const Description& description,
                                                 const std::string& option);

/// The same for steps H1,H2,….
[[nodiscard]] std::vector<double> read_steps(const std::string& text,
                                             const Description& description,
                                             const std::string& option);

/// A line on standard error that the next one replaces; only on a terminal.
void tell_progress(const std::string& text);

}  // namespace saltus::app
