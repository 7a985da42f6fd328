// SPDX-License-Identifier: Apache-2.0
// The orders that theory expects of every scheme, with and without impacts, averaged over data.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "papers/every_scheme.h"
#include "papers/oscillator_errors.h"
#include "papers/smooth_systems.h"

namespace saltus::test {
namespace {

class Order : public EveryScheme {};
INSTANTIATE_TEST_SUITE_P(Schemes, Order, testing::ValuesIn(all_schemes()), identifier);

/// Damped, with impacts, twenty initial data: one order in q, one in v in l1, one half in l2; in
/// the largest error of v none, because a jump is found a step early or late.
TEST_P(Order, WithImpactsIsOneInQAndInVInL1AndOneHalfInL2AndZeroInMax) {
  const ErrorTable table =
      oscillator_errors({"simulation.scheme=" + GetParam()}, halved(6.1e-3, 5));
  EXPECT_NEAR(table.order(table.q_max), 1, 0.12);
  EXPECT_NEAR(table.order(table.q_l1), 1, 0.12);
  EXPECT_NEAR(table.order(table.q_l2), 1, 0.12);
  EXPECT_NEAR(table.order(table.v_l1), 1, 0.12);
  EXPECT_NEAR(table.order(table.v_l2), 0.5, 0.12);
  EXPECT_NEAR(table.order(table.v_max), 0, 0.12);
}

/// Without contact: 2 for the trapezoidal and midpoint families at their defaults.
double smooth_order(const std::string& scheme) { return scheme == "moreau-jean-explicit" ? 1 : 2; }

TEST_P(Order, WithoutContactIsThatOfTheSmoothScheme) {
  const std::vector<std::string> options{"simulation.scheme=" + GetParam()};
  const double order = smooth_order(GetParam());
  const double slack = order == 2 ? 0.1 : 0.15;
  const auto observed = [&](const auto& system) {
    return reference::observed_order(smooth::steps, smooth::mean_errors(system, options));
  };
  EXPECT_NEAR(observed(smooth::duffing), order, slack);
  EXPECT_NEAR(observed(smooth::pendulum), order, slack);
  EXPECT_NEAR(observed(smooth::central_field), order, slack);
  EXPECT_NEAR(observed(smooth::driven), order, slack);
}

}  // namespace
}  // namespace saltus::test
