// SPDX-License-Identifier: Apache-2.0
// Copies of the shapes.
#include "saltus/model/collision.h"

namespace saltus {

Shapes::Shapes() = default;
Shapes::Shapes(AnyCollision collision)
    : collision_(std::make_unique<AnyCollision>(std::move(collision))) {}
Shapes::Shapes(const Shapes& other)
    : collision_(other.collision_ == nullptr ? nullptr
                                             : std::make_unique<AnyCollision>(*other.collision_)) {}
Shapes& Shapes::operator=(const Shapes& other) {
  if (this != &other) *this = Shapes(other);
  return *this;
}
Shapes::Shapes(Shapes&&) noexcept = default;
Shapes& Shapes::operator=(Shapes&&) noexcept = default;
Shapes::~Shapes() = default;

}  // namespace saltus
