// SPDX-License-Identifier: Apache-2.0
// Body by body: a small factor of M, and M⁻¹ H for the contacts that touch the body.
#include "saltus/problems/body_problem.h"

#include <algorithm>

#include "saltus/base/error.h"
#include "saltus/base/index.h"
#include "saltus/base/types.h"
#include "saltus/problems/cluster_factor.h"
#include "saltus/problems/clusters.h"
#include "saltus/problems/reduce.h"

namespace saltus {
namespace {

/// Bodies that are joined move as one; of more unknowns than this M⁻¹ H is too much to keep.
constexpr std::size_t most_unknowns = 200;

/// One contact's share of one body, before the shares are put in order of contacts.
struct Share {
  std::int32_t contact;
  std::vector<std::int32_t> dof;
  std::vector<double> H, Y;
};

class BodyForm {
 public:
  explicit BodyForm(const FclibGlobal& problem)
      : problem_(problem),
        system_(mass_system(problem)),
        clusters_(clusters_of(system_.K, system_.H, problem.dim)) {
    form_.dim = problem.dim;
    form_.v_free.assign(problem.f.size(), 0.0);
    form_.body.assign(clusters_.of.begin(),
                      clusters_.of.begin() + static_cast<std::ptrdiff_t>(problem.f.size()));
    form_.w = problem.w;
    form_.mu = problem.mu;
  }

  std::optional<BodyProblem> build() {
    std::vector<std::vector<Share>> shares(problem_.mu.size());
    for (std::size_t c = 0; c < clusters_.unknowns.size(); ++c) {
      if (clusters_.unknowns[c].size() > most_unknowns) return std::nullopt;
      add_cluster(c, shares);
    }
    for (const std::vector<Share>& contact : shares) {
      for (const Share& share : contact) {
        form_.dof.insert(form_.dof.end(), share.dof.begin(), share.dof.end());
        form_.H.insert(form_.H.end(), share.H.begin(), share.H.end());
        form_.Y.insert(form_.Y.end(), share.Y.begin(), share.Y.end());
      }
      form_.start.push_back(static_cast<std::int32_t>(form_.dof.size()));
    }
    return std::move(form_);
  }

 private:
  void add_cluster(std::size_t c, std::vector<std::vector<Share>>& shares) {
    const auto unknowns = clusters_.unknowns[c];
    const auto contacts = clusters_.contacts[c];
    const auto n = static_cast<Eigen::Index>(unknowns.size());
    const auto dim = static_cast<Eigen::Index>(problem_.dim);
    Mat X = Mat::Zero(n, static_cast<Eigen::Index>(contacts.size()) * dim + 1);
    for (std::size_t k = 0; k < contacts.size(); ++k)
      for (std::int32_t j = 0; j < problem_.dim; ++j)
        system_.H.for_column(contacts[k] * problem_.dim + j, [&](std::int32_t row, double h) {
          if (at(clusters_.of[at(row)]) == c)
            X(clusters_.place[at(row)], static_cast<Eigen::Index>(k) * dim + j) = h;
        });
    for (Eigen::Index i = 0; i < n; ++i)
      X(i, X.cols() - 1) = system_.g[at(unknowns[static_cast<std::size_t>(i)])];
    const Mat H = X;
    ClusterFactor factor(system_.K, clusters_, c, system_.dofs);
    if (!factor.regular())
      throw FileError(system_.name + " is singular (expected: a regular matrix)");
    if (!factor.solve(X))
      throw FileError(system_.name + " has equality rows that contradict each other");
    // Unknowns are ascending: multipliers come last, and are not wanted.
    const Eigen::Index n_v =
        std::lower_bound(unknowns.begin(), unknowns.end(), system_.dofs) - unknowns.begin();
    for (Eigen::Index i = 0; i < n_v; ++i)
      form_.v_free[at(unknowns[static_cast<std::size_t>(i)])] = X(i, X.cols() - 1);
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      Share share{contacts[k], {unknowns.begin(), unknowns.begin() + n_v}, {}, {}};
      for (Eigen::Index i = 0; i < n_v; ++i)
        for (Eigen::Index j = 0; j < dim; ++j) {
          share.H.push_back(H(i, static_cast<Eigen::Index>(k) * dim + j));
          share.Y.push_back(X(i, static_cast<Eigen::Index>(k) * dim + j));
        }
      shares[at(contacts[k])].push_back(std::move(share));
    }
  }

  const FclibGlobal& problem_;
  MassSystem system_;
  Clusters clusters_;
  BodyProblem form_;
};

}  // namespace

std::optional<BodyProblem> body_form(const FclibGlobal& problem) {
  return BodyForm(problem).build();
}

void body_velocity(const BodyProblem& problem, std::span<const double> p, std::span<double> v) {
  const std::size_t dim = at(problem.dim);
  std::copy(problem.v_free.begin(), problem.v_free.end(), v.begin());
  for (std::size_t a = 0; a < problem.contacts(); ++a)
    for (auto k = at(problem.start[a]); k < at(problem.start[a + 1]); ++k)
      for (std::size_t j = 0; j < dim; ++j)
        v[at(problem.dof[k])] += problem.Y[k * dim + j] * p[a * dim + j];
}

void contact_velocity(const BodyProblem& problem, std::span<const double> v, std::span<double> u) {
  const std::size_t dim = at(problem.dim);
  std::copy(problem.w.begin(), problem.w.end(), u.begin());
  for (std::size_t a = 0; a < problem.contacts(); ++a)
    for (auto k = at(problem.start[a]); k < at(problem.start[a + 1]); ++k)
      for (std::size_t j = 0; j < dim; ++j)
        u[a * dim + j] += problem.H[k * dim + j] * v[at(problem.dof[k])];
}

FrictionProblem block_diagonal(const BodyProblem& problem) {
  const std::size_t dim = at(problem.dim);
  FrictionProblem to;
  to.W.dim = problem.dim;
  to.mu = problem.mu;
  to.b.resize(problem.w.size());
  contact_velocity(problem, problem.v_free, to.b);
  to.W.value.assign(problem.contacts() * dim * dim, 0.0);
  for (std::size_t a = 0; a < problem.contacts(); ++a) {
    to.W.column.push_back(static_cast<std::int32_t>(a));
    to.W.start.push_back(static_cast<std::int32_t>(a) + 1);
    for (auto k = at(problem.start[a]); k < at(problem.start[a + 1]); ++k)
      for (std::size_t i = 0; i < dim; ++i)
        for (std::size_t j = 0; j < dim; ++j)
          to.W.value[(a * dim + i) * dim + j] += problem.H[k * dim + i] * problem.Y[k * dim + j];
  }
  return to;
}

double mean_diagonal(const BodyProblem& problem, std::size_t contact) {
  const std::size_t dim = at(problem.dim);
  double sum = 0;
  for (auto k = at(problem.start[contact]); k < at(problem.start[contact + 1]); ++k)
    for (std::size_t j = 0; j < dim; ++j) sum += problem.H[k * dim + j] * problem.Y[k * dim + j];
  return sum / static_cast<double>(dim);
}

}  // namespace saltus
