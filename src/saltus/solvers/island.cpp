// SPDX-License-Identifier: Apache-2.0
// Components of the block graph, their scaling, and their part of the residual.
#include "saltus/solvers/island.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "saltus/base/index.h"
#include "saltus/solvers/cone.h"
#include "saltus/solvers/verdict.h"

namespace saltus {
namespace {

std::int32_t root(std::vector<std::int32_t>& parent, std::int32_t a) {
  while (parent[at(a)] != a) a = parent[at(a)] = parent[at(parent[at(a)])];
  return a;
}

/// Contacts by island: every island's contacts together and ascending.
std::vector<std::vector<std::int32_t>> components(const FrictionProblem& problem) {
  const auto n = static_cast<std::int32_t>(problem.contacts());
  std::vector<std::int32_t> parent(at(n));
  std::iota(parent.begin(), parent.end(), 0);
  for (std::int32_t a = 0; a < n; ++a)
    for (auto k = at(problem.W.start[at(a)]); k < at(problem.W.start[at(a) + 1]); ++k) {
      const std::int32_t i = root(parent, a);
      const std::int32_t j = root(parent, problem.W.column[k]);
      parent[at(std::max(i, j))] = std::min(i, j);
    }
  std::vector<std::int32_t> number(at(n), -1);
  std::vector<std::vector<std::int32_t>> islands;
  for (std::int32_t a = 0; a < n; ++a) {
    std::int32_t& island = number[at(root(parent, a))];
    if (island < 0) {
      island = static_cast<std::int32_t>(islands.size());
      islands.emplace_back();
    }
    islands[at(island)].push_back(a);
  }
  return islands;
}

template <int D>
bool takes_off(const FrictionProblem& problem, std::span<const std::int32_t> contacts) {
  return std::all_of(contacts.begin(), contacts.end(),
                     [&](std::int32_t a) { return problem.b[at(a) * D] >= 0; });
}

/// The pattern of W + Wᵀ among these contacts: a file may hold one triangle's zeros only.
template <int D>
void symmetric_pattern(const FrictionProblem& problem, std::span<const std::int32_t> place,
                       Island<D>& island) {
  const std::size_t n = island.contacts.size();
  std::vector<std::vector<std::int32_t>> columns(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t a = at(island.contacts[i]);
    columns[i].push_back(static_cast<std::int32_t>(i));
    for (auto k = at(problem.W.start[a]); k < at(problem.W.start[a + 1]); ++k) {
      const std::int32_t j = place[at(problem.W.column[k])];
      columns[i].push_back(j);
      columns[at(j)].push_back(static_cast<std::int32_t>(i));
    }
  }
  island.start.assign(1, 0);
  for (std::size_t i = 0; i < n; ++i) {
    std::sort(columns[i].begin(), columns[i].end());
    columns[i].erase(std::unique(columns[i].begin(), columns[i].end()), columns[i].end());
    const auto me =
        std::lower_bound(columns[i].begin(), columns[i].end(), static_cast<std::int32_t>(i));
    island.diagonal.push_back(static_cast<std::int32_t>(
        island.column.size() + at(static_cast<std::int32_t>(me - columns[i].begin()))));
    island.column.insert(island.column.end(), columns[i].begin(), columns[i].end());
    island.start.push_back(static_cast<std::int32_t>(island.column.size()));
  }
  island.W.assign(island.column.size(), Island<D>::Block::Zero());
}

template <int D>
void fill(const FrictionProblem& problem, std::span<const std::int32_t> place,
          std::span<const double> S, Island<D>& island) {
  using RowMajor = Eigen::Matrix<double, D, D, Eigen::RowMajor>;
  const std::size_t n = island.contacts.size();
  double b2 = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t a = at(island.contacts[i]);
    island.mu.push_back(problem.mu[a]);
    island.S.push_back(S[a]);
    auto b = Eigen::Map<const typename Island<D>::Rows>(problem.b.data() + a * D) * S[a];
    island.b.emplace_back(b);
    if (island.mu[i] <= 0) island.b[i].template tail<D - 1>().setZero();
    b2 += island.b[i].squaredNorm();
    auto to = at(island.start[i]);
    for (auto k = at(problem.W.start[a]); k < at(problem.W.start[a + 1]); ++k) {
      const std::size_t c = at(problem.W.column[k]);
      while (island.column[to] != place[c]) ++to;
      island.W[to] = Eigen::Map<const RowMajor>(problem.W.value.data() + k * D * D) * (S[a] * S[c]);
      if (problem.mu[a] <= 0) island.W[to].template bottomRows<D - 1>().setZero();
      if (problem.mu[c] <= 0) island.W[to].template rightCols<D - 1>().setZero();
    }
    if (island.mu[i] <= 0)
      island.W[at(island.diagonal[i])].template bottomRightCorner<D - 1, D - 1>().setIdentity();
  }
  island.beta = b2 > 0 ? std::sqrt(b2) : 1;
  for (auto& b : island.b) b /= island.beta;
}

/// 1/√mean(diag W_aa).
std::vector<double> scales(const FrictionProblem& problem) {
  std::vector<double> S = contact_rho(problem);
  for (double& s : S) s = std::sqrt(s);
  return S;
}

}  // namespace

template <int D>
std::vector<Island<D>> split_into_islands(const FrictionProblem& problem) {
  std::vector<std::vector<std::int32_t>> parts = components(problem);
  std::stable_sort(parts.begin(), parts.end(),
                   [](const auto& a, const auto& b) { return a.size() < b.size(); });
  const std::vector<double> S = scales(problem);
  std::vector<std::int32_t> place(problem.contacts());
  std::vector<Island<D>> islands;
  islands.reserve(parts.size());
  for (std::vector<std::int32_t>& part : parts) {
    if (takes_off<D>(problem, part)) continue;
    for (std::size_t i = 0; i < part.size(); ++i) place[at(part[i])] = static_cast<std::int32_t>(i);
    Island<D>& island = islands.emplace_back();
    island.contacts = std::move(part);
    symmetric_pattern<D>(problem, place, island);
    fill<D>(problem, place, S, island);
  }
  return islands;
}

template <int D>
void velocity(const Island<D>& island, const RowsOf<D>& p, RowsOf<D>& u) {
  for (std::size_t a = 0; a < island.size(); ++a) {
    typename Island<D>::Rows sum = island.b[a];
    for (auto k = at(island.start[a]); k < at(island.start[a + 1]); ++k)
      sum.noalias() += island.W[k] * p[at(island.column[k])];
    u[a] = sum;
  }
}

namespace {

/// s of nat_scaled for this island alone, so that the islands' parts add up to the judge's: what a
/// large p allows is shared with what b allows.
template <int D>
double nat_scale(const Island<D>& island, const IslandScale& scale, const RowsOf<D>& p) {
  double p2 = 0;
  for (const auto& p_a : p) p2 += p_a.squaredNorm();
  return std::max(1 / scale.nat, island.beta * std::min(std::sqrt(p2 / 2), 1e4));
}

}  // namespace

template <int D>
Residual island_residual(const Island<D>& island, const IslandScale& scale, const RowsOf<D>& p,
                         const RowsOf<D>& u) {
  double q = 0;
  double nat = 0;
  for (std::size_t a = 0; a < island.size(); ++a) {
    const double mu = island.mu[a];
    const typename Island<D>::Rows u_hat = de_saxce<D>(mu, u[a]);
    nat += natural_map<D>(mu, p[a], u_hat).squaredNorm();
    // In the file's units ρ = 1 is ρ = 1/S² here, and a difference of p counts β S.
    const double S2 = island.S[a] * island.S[a];
    q += S2 * natural_map<D>(mu, p[a], u_hat / S2).squaredNorm();
  }
  return {island.beta * std::sqrt(q) * scale.q,
          island.beta * std::sqrt(nat) / nat_scale(island, scale, p)};
}

namespace {

/// What rounding leaves of the island's part, as `round_off` of problems/residual.h: û is known to
/// ε (|W||p| + |b|), and the map to ε‖p‖ where the projection does something.
template <int D>
Residual round_off(const Island<D>& island, const IslandScale& scale, const RowsOf<D>& p,
                   const RowsOf<D>& u) {
  constexpr double epsilon = std::numeric_limits<double>::epsilon() / 2;
  const auto inside = [&](std::size_t a, double rho) {
    const typename Island<D>::Rows z = p[a] - rho * de_saxce<D>(island.mu[a], u[a]);
    return z[0] > 0 && z.template tail<D - 1>().norm() <= island.mu[a] * z[0];
  };
  double q = 0;
  double nat = 0;
  for (std::size_t a = 0; a < island.size(); ++a) {
    typename Island<D>::Rows size = island.b[a].cwiseAbs();
    for (auto k = at(island.start[a]); k < at(island.start[a + 1]); ++k)
      size.noalias() += island.W[k].cwiseAbs() * p[at(island.column[k])].cwiseAbs();
    const double S = island.S[a];
    const double of_q = size.norm() / S + (inside(a, 1 / (S * S)) ? 0 : S * p[a].norm());
    const double of_nat = size.norm() + (inside(a, 1) ? 0 : p[a].norm());
    q += of_q * of_q;
    nat += of_nat * of_nat;
  }
  const double unit = epsilon * island.beta;
  return {unit * std::sqrt(q) * scale.q, unit * std::sqrt(nat) / nat_scale(island, scale, p)};
}

}  // namespace

template <int D>
bool Best<D>::offer(const Island<D>& island, const IslandGoal& goal, const RowsOf<D>& candidate) {
  goal.meter->charge(velocity_cost(island) +
                     Rates<D>::contact * static_cast<double>(island.size()));
  for (std::size_t a = 0; a < island.size(); ++a)
    trial_[a] = project<D>(island.mu[a], candidate[a]);
  velocity(island, trial_, u_);
  const Residual e = island_residual(island, goal.scale, trial_, u_);
  const std::optional<Measure> measure = measure_met(
      e, goal.measure, goal.tolerance, [&] { return round_off(island, goal.scale, trial_, u_); });
  last = measured(e, measure.value_or(goal.measure)) / goal.tolerance;
  // At or below the tolerance, but by round-off only.
  if (!measure && last <= 1) last = std::numeric_limits<double>::infinity();
  if (last < excess) {
    excess = last;
    std::swap(p, trial_);
  }
  return last <= 1;
}

template std::vector<Island<2>> split_into_islands<2>(const FrictionProblem&);
template std::vector<Island<3>> split_into_islands<3>(const FrictionProblem&);
template void velocity<2>(const Island<2>&, const RowsOf<2>&, RowsOf<2>&);
template void velocity<3>(const Island<3>&, const RowsOf<3>&, RowsOf<3>&);
template Residual island_residual<2>(const Island<2>&, const IslandScale&, const RowsOf<2>&,
                                     const RowsOf<2>&);
template Residual island_residual<3>(const Island<3>&, const IslandScale&, const RowsOf<3>&,
                                     const RowsOf<3>&);
template struct Best<2>;
template struct Best<3>;

}  // namespace saltus
