// SPDX-License-Identifier: Apache-2.0
// Flat positions add, attitudes turn.
#include "saltus/model/space.h"

#include "saltus/base/rotation.h"

namespace saltus {

void advance_curved(const Space& space, const Vec& q, double h, const Vec& v, Vec& result) {
  for (const Space::Flat& part : space.flat) {
    for (std::int32_t i = 0; i < part.n; ++i)
      result[part.position + i] = q[part.position + i] + h * v[part.dof + i];
  }
  for (const Space::Attitude& a : space.attitudes)
    rotate(q.data() + a.position, h, v.data() + a.dof, result.data() + a.position);
}

void difference_curved(const Space& space, const Vec& a, const Vec& b, Vec& out) {
  for (const Space::Flat& part : space.flat) {
    for (std::int32_t i = 0; i < part.n; ++i)
      out[part.dof + i] = a[part.position + i] - b[part.position + i];
  }
  for (const Space::Attitude& s : space.attitudes)
    rotation_between(a.data() + s.position, b.data() + s.position, out.data() + s.dof);
}

void between(const Space& space, const Vec& b, double s, const Vec& a, Vec& scratch, Vec& out) {
  if (!space.curved) return combine(1 - s, b, s, a, out);
  difference_curved(space, a, b, scratch);
  advance_curved(space, b, s, scratch, out);
}

}  // namespace saltus
