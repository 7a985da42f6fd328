// SPDX-License-Identifier: Apache-2.0
// Bodies with mass, joints between frames, forces: from their tables to the Description.
#pragma once

#include <span>

#include "saltus/io/read_model.h"

namespace saltus {

[[nodiscard]] std::span<const Kind> solid_kinds();
[[nodiscard]] std::span<const Kind> frame_joint_kinds();
[[nodiscard]] std::span<const Kind> force_kinds();

/// One body per value of the indices in `repeat = { i = [0, "n-1"] }`, called name_0, name_1 …;
/// numbers in the table may use the indices.
void repeat_body(Description& model, const Value& table, const Kind& kind, const std::string& name);

/// A body without type, which must be fixed.
void read_fixed(Description& model, const Value& table, const ReadContext& context,
                const std::string& name);

}  // namespace saltus
