// SPDX-License-Identifier: Apache-2.0
// Which round is for which island, and with what effort.
#include "saltus/solvers/island_solve.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "saltus/solvers/admm.h"
#include "saltus/solvers/convex_steps.h"
#include "saltus/solvers/exact.h"
#include "saltus/solvers/gauss_seidel.h"
#include "saltus/solvers/interior_point.h"
#include "saltus/solvers/proximal_newton.h"

namespace saltus {
namespace {

/// A pivot this small against its block: more contacts than degrees of freedom hold.
constexpr double hyperstatic_pivot = 1e-9;
/// Islands up to this many contacts are small: a factorisation costs no more than some sweeps.
constexpr std::size_t small_island = 100;
/// Fewer than these are swept before anything is ordered.
constexpr std::size_t few_contacts = 10;
/// Sweeps before Newton's first step, to guess the status of every contact; steps of a polish from
/// a guess.
constexpr std::int32_t guess_sweeps = 20;

}  // namespace

template <int D>
IslandSolve<D>::IslandSolve(Island<D> island)
    : island_(std::move(island)),
      best_(island_.size()),
      x_(island_.size(), Island<D>::Rows::Zero()) {}

template <int D>
BlockLu<D>& IslandSolve<D>::lu() {
  if (!ordered_) {
    lu_.analyse(island_.start, island_.column);
    goal.meter->charge(Rates<D>::ordering * static_cast<double>(lu_.order().entries));
  }
  ordered_ = true;
  return lu_;
}

template <int D>
double IslandSolve<D>::factor_cost() {
  const auto blocks = static_cast<double>(island_.column.size());
  return 1 + lu().order().operations / blocks;
}

template <int D>
bool IslandSolve<D>::can_factorise() {
  constexpr double times = 20;
  return goal.meter->has(times * 1e-9 * lu().factor_cost());
}

/// The dense way, on the island's own problem: small, and without islands inside.
template <int D>
std::int32_t IslandSolve<D>::pivot() {
  constexpr std::size_t most_contacts = 150;
  if constexpr (D != 2) {
    return 0;
  } else {
    const std::size_t n = island_.size();
    if (n > most_contacts) return 0;
    OneStepProblem dense;
    dense.n = static_cast<std::int32_t>(n * D);
    dense.W.assign(n * D * n * D, 0.0);
    for (std::size_t a = 0; a < n; ++a) {
      dense.blocks.push_back({LawKind::coulomb2, static_cast<std::int32_t>(a * D), island_.mu[a]});
      for (int i = 0; i < D; ++i) dense.b.push_back(island_.b[a][i]);
      for (auto k = static_cast<std::size_t>(island_.start[a]);
           k < static_cast<std::size_t>(island_.start[a + 1]); ++k)
        for (std::size_t i = 0; i < D; ++i)
          for (std::size_t j = 0; j < D; ++j)
            dense.W[(a * D + i) * n * D + static_cast<std::size_t>(island_.column[k]) * D + j] =
                island_.W[k](static_cast<int>(i), static_cast<int>(j));
    }
    Exact exact;
    exact.max_iterations = 5000;
    exact.meter = goal.meter;
    SolverWork work;
    std::vector<double> p(n * D, 0.0);
    const SolveReport report = saltus::solve(exact, dense, work, p);
    for (std::size_t a = 0; a < n; ++a)
      x_[a] = Eigen::Map<const typename Island<D>::Rows>(p.data() + a * D);
    best_.offer(island_, goal, x_);
    return report.iterations;
  }
}

template <int D>
void IslandSolve<D>::set_start(std::span<const double> p) {
  warm_ = !p.empty();
  for (std::size_t i = 0; warm_ && i < island_.size(); ++i) {
    const auto row = static_cast<std::size_t>(island_.contacts[i]) * D;
    for (std::size_t j = 0; j < D; ++j)
      x_[i][static_cast<int>(j)] = p[row + j] / (island_.S[i] * island_.beta);
  }
  best_.offer(island_, goal, x_);
  if (warm_ && !solved()) stretch();
}

/// c p with c = −bᵀp / pᵀWp: the loads may have grown as a whole since p was found.
template <int D>
void IslandSolve<D>::stretch() {
  RowsOf<D> u(island_.size());
  velocity(island_, x_, u);
  double pb = 0;
  double pWp = 0;
  for (std::size_t a = 0; a < island_.size(); ++a) {
    pb += x_[a].dot(island_.b[a]);
    pWp += x_[a].dot(u[a] - island_.b[a]);
  }
  const double c = -pb / pWp;
  if (!(c > 0) || !std::isfinite(c)) return;
  for (auto& p : x_) p *= c;
  best_.offer(island_, goal, x_);
  x_ = best_.p;
}

template <int D>
void IslandSolve<D>::write(std::span<double> p) const {
  for (std::size_t i = 0; i < island_.size(); ++i) {
    const auto row = static_cast<std::size_t>(island_.contacts[i]) * D;
    for (std::size_t j = 0; j < D; ++j)
      p[row + j] = best_.p[i][static_cast<int>(j)] * island_.S[i] * island_.beta;
  }
}

template <int D>
std::int32_t IslandSolve<D>::first_sweeps() {
  const std::size_t n = island_.size();
  std::int32_t done = 1;
  if (n == 1) {
    x_[0] = local_solve<D>(island_.W[0], island_.b[0], island_.mu[0]);
    best_.offer(island_, goal, x_);
  } else {
    GaussSeidel sweeps;
    sweeps.forecast = true;
    sweeps.max_iterations =
        n <= few_contacts ? 2 * guess_sweeps
                          : static_cast<std::int32_t>(std::clamp(5 * factor_cost(), 40.0, 1000.0));
    done = search(sweeps, island_, goal, x_, best_);
  }
  swept_ = best_.p;
  return done;
}

template <int D>
std::int32_t IslandSolve<D>::first_newton() {
  SemismoothNewton newton;
  newton.max_iterations = 10;
  const NewtonReport report =
      search(newton, island_, goal, ProximalTerm<D>{}, 0.0, lu(), x_, best_);
  hyperstatic_ = lu().least_pivot() < hyperstatic_pivot;
  return report.iterations;
}

/// A long polish is for where the path ends near a solution; in large islands others have their
/// turn first, which are much sooner done where the packing is near rest.
template <int D>
std::int32_t IslandSolve<D>::first_path() {
  InteriorPoint options;
  const bool large = island_.size() > small_island;
  if (large) options.polish = 30;
  const std::int32_t done = search(options, island_, goal, lu(), x_, best_);
  if (large) path_end_ = x_;
  return done;
}

/// From the end of the path; and from some sweeps, and from none but a few, for each of these may
/// be in a trap.
template <int D>
std::int32_t IslandSolve<D>::long_polish() {
  std::int32_t done = 0;
  if (!path_end_.empty()) done += polish(500, island_, goal, lu(), path_end_, best_);
  const auto go_on = [&] {
    if (solved() || goal.late()) return;
    ProximalNewton proximal;
    proximal.max_iterations = 200;
    done += search(proximal, island_, goal, lu(), x_, best_);
  };
  x_ = swept_;
  go_on();
  std::fill(x_.begin(), x_.end(), Island<D>::Rows::Zero());
  GaussSeidel few;
  few.max_iterations = guess_sweeps;
  if (!solved()) done += search(few, island_, goal, x_, best_);
  go_on();
  return done;
}

template <int D>
std::int32_t IslandSolve<D>::few_convex_steps() {
  ConvexSteps convex;
  convex.max_iterations = convex.first;
  return search(convex, island_, goal, lu(), shift_, best_);
}

/// Where the path is lost, chance decides whether another is found: each time with steps of another
/// length, spread evenly by the golden ratio, and another damping.
template <int D>
std::int32_t IslandSolve<D>::wander() {
  constexpr double golden = 0.6180339887498949;
  InteriorPoint options;
  constexpr std::array most_damping{1.0, 0.01, 10.0};
  options.path.most_damping =
      most_damping[static_cast<std::size_t>(wanderings_) % most_damping.size()];
  const double turn = golden * ++wanderings_;
  options.path.fraction = 0.99 - 0.5 * (turn - std::floor(turn));
  options.path.wander = true;
  // Few contacts meet another path soon, or there is none.
  options.max_iterations = options.patience =
      static_cast<std::int32_t>(std::clamp<std::size_t>(20 * island_.size(), 100, 3000));
  return search(options, island_, goal, lu(), x_, best_);
}

template <int D>
std::int32_t IslandSolve<D>::play(Round round) {
  const std::size_t n = island_.size();
  const bool factorises = round != Round::sweeps && round != Round::long_sweeps &&
                          round != Round::plain_sweeps && round != Round::pivoting;
  if (factorises && !can_factorise()) return 0;
  switch (round) {
    case Round::sweeps:
      return first_sweeps();
    case Round::newton:
      return first_newton();
    case Round::short_admm: {
      if (n <= small_island || !hyperstatic_) return 0;
      Admm admm;
      admm.max_iterations = 100;
      x_ = swept_;
      return search(admm, island_, goal, lu(), x_, best_);
    }
    case Round::short_proximal: {
      if (n > small_island) return 0;
      ProximalNewton proximal;
      proximal.max_iterations = 20;
      x_ = swept_;
      return search(proximal, island_, goal, lu(), x_, best_);
    }
    case Round::interior_point:
      return first_path();
    case Round::convex:
      return few_convex_steps();
    case Round::polish:
      return long_polish();
    case Round::long_convex: {
      ConvexSteps convex;
      convex.first = 1;
      return search(convex, island_, goal, lu(), shift_, best_);
    }
    case Round::pivoting:
      return pivot();
    case Round::long_proximal: {
      x_ = best_.p;
      ProximalNewton proximal;
      proximal.map = NewtonMap::natural;
      return search(proximal, island_, goal, lu(), x_, best_);
    }
    case Round::long_admm: {
      Admm admm;
      admm.max_iterations = 5000;
      x_ = best_.p;
      return search(admm, island_, goal, lu(), x_, best_);
    }
    case Round::long_sweeps: {
      x_ = best_.p;
      return search(GaussSeidel{}, island_, goal, x_, best_);
    }
    case Round::plain_sweeps: {
      GaussSeidel plain;
      plain.memory = 0;
      plain.judge_every = 20;
      x_ = best_.p;
      return search(plain, island_, goal, x_, best_);
    }
    case Round::wandering:
      return wander();
  }
  return 0;
}

/// For the solvers whose own start is far inside the cones, whatever the guess.
template <int D>
std::int32_t IslandSolve<D>::polish_guess() {
  return warm_ ? polish(guess_sweeps, island_, goal, lu(), x_, best_) : 0;
}

template <int D>
std::int32_t IslandSolve<D>::guess() {
  if (warm_) return 0;
  GaussSeidel sweeps;
  sweeps.max_iterations = guess_sweeps;
  return search(sweeps, island_, goal, x_, best_);
}

template <int D>
template <class Options>
std::int32_t IslandSolve<D>::play(const Options& options) {
  if constexpr (std::is_same_v<Options, GaussSeidel>) {
    return search(options, island_, goal, x_, best_);
  } else if constexpr (std::is_same_v<Options, InteriorPoint>) {
    if (!can_factorise()) return 0;
    const std::int32_t done = polish_guess();
    return solved() ? done : done + search(options, island_, goal, lu(), x_, best_);
  } else if constexpr (std::is_same_v<Options, ConvexSteps>) {
    if (!can_factorise()) return 0;
    const std::int32_t done = polish_guess();
    return solved() ? done : done + search(options, island_, goal, lu(), shift_, best_);
  } else {
    const std::int32_t swept = guess();
    if (solved() || !can_factorise()) return swept;
    if constexpr (std::is_same_v<Options, SemismoothNewton>) {
      return swept +
             search(options, island_, goal, ProximalTerm<D>{}, 0.0, lu(), x_, best_).iterations;
    } else {
      return swept + search(options, island_, goal, lu(), x_, best_);
    }
  }
}

#define SALTUS_INSTANTIATE(D)                                                            \
  template class IslandSolve<D>;                                                         \
  template std::int32_t IslandSolve<D>::play<GaussSeidel>(const GaussSeidel&);           \
  template std::int32_t IslandSolve<D>::play<SemismoothNewton>(const SemismoothNewton&); \
  template std::int32_t IslandSolve<D>::play<ProximalNewton>(const ProximalNewton&);     \
  template std::int32_t IslandSolve<D>::play<InteriorPoint>(const InteriorPoint&);       \
  template std::int32_t IslandSolve<D>::play<ConvexSteps>(const ConvexSteps&);           \
  template std::int32_t IslandSolve<D>::play<Admm>(const Admm&);
SALTUS_INSTANTIATE(2)
SALTUS_INSTANTIATE(3)
#undef SALTUS_INSTANTIATE

}  // namespace saltus
