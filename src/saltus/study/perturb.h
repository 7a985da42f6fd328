// SPDX-License-Identifier: Apache-2.0
// Other starts close to a model's own, for averages over initial data.
#pragma once

#include <cstdint>

#include "saltus/model/model.h"

namespace saltus {

/// What counts as 1 in a relative change of q_i and of v_i.
struct StartScale {
  Vec q;
  Vec v;
};

/// The model with another start: number `datum` of a fixed sequence, the same on every machine;
/// `datum` 0 is the model's own start.
///
/// q_i and v_i are moved by at most amount · scale. Then q is brought back to the joints, and to
/// the contacts that the own start closes, by Newton's method in the metric of M:
///   q ← q − M⁻¹ Hᵀ (H M⁻¹ Hᵀ)⁺ g
/// and v to their tangent, v ← v − M⁻¹ Hᵀ (H M⁻¹ Hᵀ)⁺ (H v + ∂g/∂t); of the closed contacts those
/// that the own start does not approach or leave. Where a gap is negative then, the opposite move
/// is tried, then half of both moves of q, and so on. Throws ModelError where no such start is
/// found.
[[nodiscard]] Model perturbed(const Model& model, const StartScale& scale, double amount,
                              std::int32_t datum);

}  // namespace saltus
