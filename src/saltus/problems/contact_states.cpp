// SPDX-License-Identifier: Apache-2.0
// One cone at a time.
#include "saltus/problems/contact_states.h"

#include <cmath>
#include <vector>

namespace saltus {
namespace {

ContactStatus state(double rho, double mu, std::span<const double> p, std::span<const double> u) {
  double slip = 0;
  double z_T = 0;
  for (std::size_t d = 1; d < p.size(); ++d) {
    slip = std::hypot(slip, u[d]);
    z_T = std::hypot(z_T, p[d] - rho * u[d]);
  }
  const double z_N = p[0] - rho * (u[0] + mu * slip);
  if (mu * z_T <= -z_N) return ContactStatus::open;
  if (mu == 0) return ContactStatus::closed;
  return z_T <= mu * z_N ? ContactStatus::sticking : ContactStatus::sliding;
}

}  // namespace

std::array<std::size_t, contact_status_names.size()> contact_states(const FrictionProblem& problem,
                                                                    std::span<const double> p,
                                                                    std::span<const double> u) {
  const auto dim = static_cast<std::size_t>(problem.dim());
  const std::vector<double> rho = contact_rho(problem);
  std::array<std::size_t, contact_status_names.size()> counts{};
  for (std::size_t a = 0; a < problem.contacts(); ++a) {
    const ContactStatus status =
        state(rho[a], problem.mu[a], p.subspan(a * dim, dim), u.subspan(a * dim, dim));
    ++counts[static_cast<std::size_t>(status)];
  }
  return counts;
}

}  // namespace saltus
