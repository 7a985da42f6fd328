// SPDX-License-Identifier: Apache-2.0
// Number by number.
#include "support/sample_bits.h"

#include <bit>
#include <functional>
#include <string>

namespace saltus::test {
namespace {

void add(std::vector<std::uint64_t>& bits, double x) {
  bits.push_back(std::bit_cast<std::uint64_t>(x));
}

}  // namespace

std::vector<std::uint64_t> bits_of(const Sample& s) {
  std::vector<std::uint64_t> bits{static_cast<std::uint64_t>(s.step)};
  const State& x = s.state;
  for (const double number : {x.t, x.h}) add(bits, number);
  for (const Vec* v : {&x.q, &x.v, &x.p_joint, &x.lambda_joint, &x.tau_joint, &x.tau_normal})
    for (const double number : *v) add(bits, number);
  for (const ContactSample& c : s.contacts) {
    for (const double number : {c.gap, c.un, c.ut, c.ut_2, c.pn, c.pt, c.pt_2, c.point[0],
                                c.point[1], c.point[2], c.impulse[0], c.impulse[1], c.impulse[2]})
      add(bits, number);
    bits.push_back(static_cast<std::uint64_t>(c.status));
    bits.push_back(std::hash<std::string>{}(c.name));
  }
  for (const JointSample& j : s.joints)
    for (const double number : {j.position_error, j.velocity_error, j.impulse}) add(bits, number);
  const EnergySample& e = s.energy;
  for (const double number : {e.kinetic, e.potential, e.total, e.work_external, e.work_damping,
                              e.work_contact, e.balance})
    add(bits, number);
  const StepSums& n = s.solver;
  for (const std::int32_t count : {n.steps, n.newton, n.projection, n.activation, n.solves,
                                   n.iterations, n.rejected, n.active})
    bits.push_back(static_cast<std::uint64_t>(count));
  for (const double number : {n.residual, n.shortest, n.longest}) add(bits, number);
  return bits;
}

std::vector<std::uint64_t> bits_of(const Event& e) {
  std::vector<std::uint64_t> bits{static_cast<std::uint64_t>(e.kind),
                                  static_cast<std::uint64_t>(e.contact)};
  for (const double number : {e.t, e.un_before, e.un_after, e.ut_before, e.ut_after, e.pn, e.pt})
    add(bits, number);
  return bits;
}

}  // namespace saltus::test
