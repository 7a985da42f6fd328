// SPDX-License-Identifier: Apache-2.0
// The counter sees every way to allocate, and nothing else.
#include <cstdlib>
#include <memory>
#include <vector>

#include <Eigen/Core>
#include <gtest/gtest.h>

#include "support/allocation_counter.h"

namespace saltus::test::test_allocation_counter {
namespace {

/// Keeps the compiler from removing an allocation that nobody reads.
void keep(const volatile void* block) { asm volatile("" : : "g"(block) : "memory"); }

TEST(AllocationCounter, SeesOperatorNewOnce) {
  EXPECT_EQ(allocations_in([] { keep(std::make_unique<double>(1.0).get()); }), 1U);
}

TEST(AllocationCounter, SeesAnOveralignedNew) {
  struct alignas(64) Line {
    double x[8];
  };
  EXPECT_EQ(allocations_in([] { keep(std::make_unique<Line>().get()); }), 1U);
}

TEST(AllocationCounter, SeesTheGrowthOfAVector) {
  std::vector<int> values(4);
  EXPECT_EQ(allocations_in([&] { values.resize(values.capacity() + 1); }), 1U);
}

TEST(AllocationCounter, SeesMallocCallocAndRealloc) {
  EXPECT_EQ(allocations_in([] {
              void* first = std::malloc(8);
              keep(first);
              first = std::realloc(first, 4096);
              keep(first);
              void* const second = std::calloc(2, 8);
              keep(second);
              std::free(second);
              std::free(first);
            }),
            3U);
}

TEST(AllocationCounter, SeesAnEigenVectorWhichDoesNotUseOperatorNew) {
  EXPECT_EQ(allocations_in([] {
              const Eigen::VectorXd x = Eigen::VectorXd::Ones(100);
              keep(x.data());
            }),
            1U);
}

TEST(AllocationCounter, SeesNothingWhereStorageIsReused) {
  Eigen::VectorXd x = Eigen::VectorXd::Ones(100);
  const Eigen::VectorXd y = Eigen::VectorXd::Ones(100);
  std::vector<double> values;
  values.reserve(100);
  EXPECT_EQ(allocations_in([&] {
              for (int i = 0; i < 100; ++i) {
                x += 0.5 * y;
                values.push_back(x[i]);
              }
              keep(x.data());
            }),
            0U);
}

}  // namespace
}  // namespace saltus::test::test_allocation_counter
