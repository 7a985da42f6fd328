// SPDX-License-Identifier: Apache-2.0
// Formulas of [draw], and the geometry of joints with stops or play.
#include "saltus/record/contact_places.h"

#include <algorithm>

#include <Eigen/Core>

#include "saltus/base/index.h"

namespace saltus {
namespace {

using Vector = Eigen::Vector3d;

Vector vector(std::span<const double> x, std::size_t first) {
  return {x[first], x[first + 1], x[first + 2]};
}

/// What has no length has no direction: it shows no force.
Vector direction(const Vector& x) {
  const double size = x.norm();
  return size > 0 ? Vector(x / size) : Vector::Zero();
}

void place(const Vector& point, const Vector& impulse, ContactSample& c) {
  c.point = {point[0], point[1], point[2]};
  c.impulse = {impulse[0], impulse[1], impulse[2]};
}

}  // namespace

ContactPlaces::ContactPlaces(const Description& description, const Drawing& drawing)
    : drawing_(drawing),
      pen_(drawing),
      joints_(joint_touches(description)),
      scratch_(joints_.program.scratch()),
      out_(joints_.program.outputs()) {
  joints_.program.prepare(scratch_);
  joints_.program.write_constants(out_);
}

void ContactPlaces::fill(const State& x, std::vector<ContactSample>& contacts) {
  if (!joints_.contacts.empty()) {
    scratch_[0] = x.t;
    std::copy(x.q.begin(), x.q.end(), scratch_.begin() + 1);
    std::copy(x.v.begin(), x.v.end(), scratch_.begin() + 1 + x.q.size());
    joints_.program.evaluate(scratch_, out_);
  }
  for (std::size_t k = 0; k < joints_.contacts.size(); ++k) {
    if (joints_.contacts[k] >= contacts.size()) continue;
    ContactSample& c = contacts[joints_.contacts[k]];
    place(vector(out_, 12 * k),
          c.pn * vector(out_, 12 * k + 3) + c.pt * vector(out_, 12 * k + 6) +
              c.pt_2 * vector(out_, 12 * k + 9),
          c);
  }
  if (drawing_.touches.empty()) return;
  const std::span<const double> drawn = pen_.draw(x);
  const std::size_t first = 3 * drawing_.points.size() + 2 * drawing_.portraits.size();
  for (std::size_t k = 0; k < drawing_.touches.size(); ++k) {
    const Drawing::Touch& touch = drawing_.touches[k];
    if (touch.contact >= contacts.size()) continue;
    ContactSample& c = contacts[touch.contact];
    place(vector(drawn, 3 * at(touch.point)),
          c.pn * direction(vector(drawn, first + 6 * k)) +
              c.pt * direction(vector(drawn, first + 6 * k + 3)),
          c);
  }
}

}  // namespace saltus
