// SPDX-License-Identifier: Apache-2.0
// One island and what is known of it: the solvers' tries share its order, best iterate and start.
#pragma once

#include <cstdint>
#include <string_view>

#include "saltus/solvers/block_lu.h"
#include "saltus/solvers/island.h"

namespace saltus {

/// How `auto` uses a solver in one round; which islands it is for is said in island_solve.cpp.
enum class Round : std::uint8_t {
  sweeps,          // a few sweeps of nsgs: easy islands, and a guess of every contact's status
  newton,          // from there; its first factorisation tells whether the island is hyperstatic
  short_admm,      // large hyperstatic islands: one factorisation is most of a solution there
  short_proximal,  // small hyperstatic islands
  interior_point,  // with its polish, a short one in large islands
  convex,          // a few convex problems: packings near rest
  polish,          // the long one, from the end of the path
  pivoting,        // Lemke's method: islands in the plane that a dense tableau can hold
  long_proximal,   // from the best so far
  long_sweeps,     //
  long_admm,       //
  plain_sweeps,    // without acceleration
  long_convex,     // from where the few ended
  wandering,       // the interior point once more, each time otherwise
};

template <int D>
class IslandSolve {
 public:
  explicit IslandSolve(Island<D> island);

  [[nodiscard]] const Island<D>& island() const { return island_; }
  [[nodiscard]] const Best<D>& best() const { return best_; }
  [[nodiscard]] bool solved() const { return best_.met(); }

  IslandGoal goal;

  /// p in the units of the whole problem; where it is empty, p = 0.
  void set_start(std::span<const double> p);
  void write(std::span<double> p) const;

  /// Iterations done; 0 where the round is not for this island.
  std::int32_t play(Round round);

  /// One solver alone, by its options, from the start (or a few sweeps where there is none).
  template <class Options>
  std::int32_t play(const Options& options);

 private:
  std::int32_t guess();
  std::int32_t polish_guess();
  void stretch();
  [[nodiscard]] BlockLu<D>& lu();
  [[nodiscard]] double factor_cost();  // in sweeps
  [[nodiscard]] bool can_factorise();  // a few times before the deadline
  std::int32_t first_sweeps();
  std::int32_t first_newton();
  std::int32_t first_path();
  std::int32_t long_polish();
  std::int32_t few_convex_steps();
  std::int32_t pivot();
  std::int32_t wander();

  Island<D> island_;
  Best<D> best_;
  RowsOf<D> x_;                // the iterate at hand
  RowsOf<D> swept_;            // after the first sweeps
  RowsOf<D> path_end_;         // of the interior point, where its polish is left for later
  std::vector<double> shift_;  // of the convex problems
  BlockLu<D> lu_;
  bool ordered_ = false;
  bool warm_ = false;
  bool hyperstatic_ = false;
  std::int32_t wanderings_ = 0;
};

}  // namespace saltus
