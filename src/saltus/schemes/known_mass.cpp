// SPDX-License-Identifier: Apache-2.0
// One factor, and where it belongs to.
#include "saltus/schemes/known_mass.h"

namespace saltus {

bool factor_mass_of(const SplitStep& s, const Dynamics& at) {
  SplitWork& w = s.w;
  if (w.mass_known && s.model.linear) return true;
  const bool ok = w.mass.factor_mass(s.model, at);
  w.mass_known = ok && s.model.linear;
  return ok;
}

bool factor_mass_at(const SplitStep& s, double t, const Vec& q, const Vec& v) {
  SplitWork& w = s.w;
  motion(s.model, t, q, v, w.bodies, w.mass_point);
  if (!factor_mass_of(s, w.mass_point)) return false;
  w.mass_known = true;
  w.mass_t = t;
  copy(q, w.mass_q);
  return true;
}

bool knows_start_mass(const SplitStep& s) {
  return s.w.mass_known && !s.model.linear && s.w.mass_t == s.time(0) && s.w.mass_q == s.x.q;
}

}  // namespace saltus
