// SPDX-License-Identifier: Apache-2.0
// From the value tree of a model file to its Description.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "saltus/base/value.h"
#include "saltus/model/description.h"

namespace saltus {

/// A type of body or joint that a model file may name. `saltus list` prints the same entries.
struct Kind {
  std::string_view type;
  std::string_view summary;
  void (*read)(Description& model, const Value& table, const ReadContext& context,
               const std::string& name);
};

[[nodiscard]] std::vector<Kind> body_kinds();
[[nodiscard]] std::vector<Kind> joint_kinds();

/// `name` is the model's name in outputs. Throws ModelError.
[[nodiscard]] Description read_model(const Value& root, const std::string& name);

/// "contact2": how the second [[contact]] is called when it has no name of its own.
[[nodiscard]] std::string default_name(std::string_view kind, std::size_t index);

/// The file's name without folder and ending.
[[nodiscard]] std::string model_name(const std::string& path);

}  // namespace saltus
