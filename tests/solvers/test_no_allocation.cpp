// SPDX-License-Identifier: Apache-2.0
// Counts operator new in this program: a work that has seen a size never allocates for it again.
#include <atomic>
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include "saltus/problems/residual.h"
#include "saltus/solvers/list.h"
#include "solvers/random_problems.h"

namespace {
std::atomic<std::size_t> news = 0;
}

void* operator new(std::size_t size) {
  ++news;
  if (void* block = std::malloc(size == 0 ? 1 : size)) return block;
  throw std::bad_alloc();
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }

namespace saltus {
namespace {

TEST(NoAllocation, InTheSmallSolversAfterTheFirstUse) {
  std::mt19937_64 engine(41);
  std::vector<OneStepProblem> problems;
  for (int k = 0; k < 30; ++k) {
    std::vector<Block> blocks = test::contacts(1 + k % 4, 0.4);
    const int n = 2 * (1 + k % 4);
    blocks.push_back({LawKind::unilateral, n, 0});
    blocks.push_back({LawKind::bilateral, n + 1, 0});
    problems.push_back(test::random_problem(std::move(blocks), n + 2, 3 + k % 9, engine));
  }
  for (const Solver& solver : {Solver(Auto{}), Solver(Exact{}), Solver(Nsgs{})}) {
    SolverWork work;
    std::vector<double> p(20);
    const auto round = [&] {
      for (const OneStepProblem& problem : problems) {
        std::fill(p.begin(), p.end(), 0.0);
        const SolveReport report =
            solve(solver, problem, work, std::span(p).first(static_cast<std::size_t>(problem.n)));
        static_cast<void>(report);
      }
    };
    round();
    round();  // two vectors trade places, so a second round may still grow one
    const std::size_t before = news;
    round();
    EXPECT_EQ(news - before, 0U) << name_of(solver);
  }
}

TEST(NoAllocation, TheCounterCounts) {
  const std::size_t before = news;
  const std::vector<double> x(3);
  EXPECT_EQ(x.size(), 3U);
  EXPECT_GT(news - before, 0U);
}

}  // namespace
}  // namespace saltus
