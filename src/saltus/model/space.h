// SPDX-License-Identifier: Apache-2.0
// The space of positions q, which is no vector space where bodies turn in space: q ⊕ δ moves a
// position by δ, which has an entry per degree of freedom like a velocity; ⊖ is its inverse.
#pragma once

#include <cstdint>
#include <vector>

#include "saltus/base/combine.h"

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

  /// The angle of an attitude about an axis, relative to another one: held as a position of its
  /// own, because attitudes do not know how often they have turned.
  struct Turn {
    struct Side {
      std::int32_t position = -1;  // of its attitude; −1: it stands
      std::int32_t dof = -1;
      Eigen::Matrix3d axes;  // columns, in its axes: two across the axis, and the axis
    };
    std::int32_t position = 0;
    Side first, second;
  };

  std::int32_t positions = 0;             // length of q
  std::int32_t dofs = 0;                  // length of v
  bool curved = false;                    // there are attitudes; else q and v agree entry by entry
  std::vector<std::int32_t> position_of;  // by degree of freedom; −1 of an attitude's
  std::vector<Flat> flat;
  std::vector<Attitude> attitudes;
  std::vector<Turn> turns;
};

/// The same as below, where there are attitudes.
void advance_curved(const Space& space, const Vec& q, double h, const Vec& v, Vec& result);
void difference_curved(const Space& space, const Vec& a, const Vec& b, Vec& out);

/// result = q ⊕ h v; it may be q.
[[gnu::always_inline]] inline void advance(const Space& space, const Vec& q, double h, const Vec& v,
                                           Vec& result) {
  if (space.curved) return advance_curved(space, q, h, v, result);
  combine(1, q, h, v, result);
}

/// out = a ⊖ b: b ⊕ out = a.
inline void difference(const Space& space, const Vec& a, const Vec& b, Vec& out) {
  if (space.curved) return difference_curved(space, a, b, out);
  combine(1, a, -1, b, out);
}

/// out = b ⊕ s (a ⊖ b): b for s = 0, a for s = 1. May be neither a nor b.
void between(const Space& space, const Vec& b, double s, const Vec& a, Vec& scratch, Vec& out);

/// δ̇ where q ⊕ δ moves with the velocity v: v itself but for attitudes.
void rate_in_chart(const Space& space, const Vec& delta, const Vec& v, Vec& out);
/// The other way: the velocity of q ⊕ δ.
void velocity_of_chart(const Space& space, const Vec& delta, const Vec& rate, Vec& out);

}  // namespace saltus
