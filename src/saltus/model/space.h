// SPDX-License-Identifier: Apache-2.0
// The space of positions q, which is no vector space where bodies turn in space: q ⊕ δ moves a
// position by δ, which has an entry per degree of freedom like a velocity; ⊖ is its inverse.
#pragma once

#include <cstdint>
#include <vector>

#include "saltus/base/combine.h"
#include "saltus/base/rotation.h"

namespace saltus {

struct Space {
  /// Positions that are moved by adding.
  struct Flat {
    std::int32_t position = 0;
    std::int32_t dof = 0;
    std::int32_t n = 0;
  };
  /// A unit quaternion, turned by three degrees of freedom in body axes.
  struct Attitude {
    std::int32_t position = 0;
    std::int32_t dof = 0;
  };

  std::int32_t positions = 0;  // length of q
  std::int32_t dofs = 0;       // length of v
  std::vector<Flat> flat;      // where there are attitudes; else q and v agree entry by entry
  std::vector<Attitude> attitudes;
};

/// result = q ⊕ h v; it may be q.
inline void advance(const Space& space, const Vec& q, double h, const Vec& v, Vec& result) {
  if (space.attitudes.empty()) return combine(1, q, h, v, result);
  for (const Space::Flat& part : space.flat) {
    for (std::int32_t i = 0; i < part.n; ++i)
      result[part.position + i] = q[part.position + i] + h * v[part.dof + i];
  }
  for (const Space::Attitude& a : space.attitudes)
    rotate(q.data() + a.position, h, v.data() + a.dof, result.data() + a.position);
}

/// out = a ⊖ b: b ⊕ out = a.
inline void difference(const Space& space, const Vec& a, const Vec& b, Vec& out) {
  if (space.attitudes.empty()) return combine(1, a, -1, b, out);
  for (const Space::Flat& part : space.flat) {
    for (std::int32_t i = 0; i < part.n; ++i)
      out[part.dof + i] = a[part.position + i] - b[part.position + i];
  }
  for (const Space::Attitude& s : space.attitudes)
    rotation_between(a.data() + s.position, b.data() + s.position, out.data() + s.dof);
}

}  // namespace saltus
