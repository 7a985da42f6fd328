// SPDX-License-Identifier: Apache-2.0
// Cluster by cluster: factorise, solve for panels of contacts, add the products to the blocks.
#include "saltus/problems/condense.h"

#include <algorithm>

#include <fmt/format.h>

#include "saltus/base/error.h"
#include "saltus/base/types.h"
#include "saltus/problems/block_pattern.h"
#include "saltus/problems/cluster_factor.h"

namespace saltus {
namespace {

using Eigen::Index;

constexpr std::size_t panel_contacts = 32;

/// Hᵀ as far as one cluster goes: row dim·k + d belongs to its k-th contact.
struct TouchingRows {
  std::vector<std::size_t> start = {0};
  std::vector<Index> place;  // of the unknown in the cluster
  std::vector<double> value;

  template <class F>
  void for_row(std::size_t row, F&& f) const {
    for (std::size_t k = start[row]; k < start[row + 1]; ++k) f(place[k], value[k]);
  }
};

TouchingRows touching_rows(const SparseMatrix& H, const Clusters& clusters, std::size_t cluster,
                           std::int32_t dim) {
  TouchingRows rows;
  for (const std::int32_t a : clusters.contacts[cluster]) {
    for (std::int32_t d = 0; d < dim; ++d) {
      H.for_column(a * dim + d, [&](std::int32_t i, double h) {
        const auto unknown = static_cast<std::size_t>(i);
        if (static_cast<std::size_t>(clusters.of[unknown]) != cluster) return;
        rows.place.push_back(clusters.place[unknown]);
        rows.value.push_back(h);
      });
      rows.start.push_back(rows.place.size());
    }
  }
  return rows;
}

/// The part of a vector that belongs to a cluster.
Mat part(std::span<const double> g, std::span<const std::int32_t> unknowns) {
  Mat x(static_cast<Index>(unknowns.size()), 1);
  for (std::size_t i = 0; i < unknowns.size(); ++i)
    x(static_cast<Index>(i), 0) = g[static_cast<std::size_t>(unknowns[i])];
  return x;
}

/// X ← H of the contacts first … first + count − 1 of the cluster.
void set_panel(const TouchingRows& rows, std::size_t first_row, Mat& X) {
  X.setZero();
  for (Index j = 0; j < X.cols(); ++j)
    rows.for_row(first_row + static_cast<std::size_t>(j), [&](Index i, double h) { X(i, j) = h; });
}

/// Blocks (a, b) += sign Hᵀ_a X_b for all contacts a of the cluster and b of the panel.
template <std::size_t dim>
void add_panel(double sign, const TouchingRows& rows, std::span<const std::int32_t> contacts,
               std::span<const std::int32_t> panel, const RowMat& X, BlockMatrix& W) {
  RowMat product(dim, X.cols());
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    product.setZero();
    for (std::size_t d = 0; d < dim; ++d) {
      rows.for_row(k * dim + d, [&](Index i, double h) {
        product.row(static_cast<Index>(d)) += (sign * h) * X.row(i);
      });
    }
    std::size_t place = block_index(W, contacts[k], panel.front());
    for (std::size_t l = 0; l < panel.size(); ++l) {
      while (W.column[place] != panel[l]) ++place;
      double* block = W.value.data() + place * dim * dim;
      for (std::size_t d = 0; d < dim; ++d) {
        const double* from = product.data() + static_cast<Index>(d) * X.cols() + l * dim;
        for (std::size_t e = 0; e < dim; ++e) block[d * dim + e] += from[e];
      }
    }
  }
}

}  // namespace

Condensation::Condensation(SparseMatrix K, SparseMatrix H, std::int32_t dim,
                           std::int32_t first_multiplier, std::string what)
    : K_(std::move(K)),
      H_(std::move(H)),
      dim_(dim),
      first_multiplier_(first_multiplier),
      what_(std::move(what)),
      clusters_(clusters_of(K_, H_, dim)) {}

void Condensation::add(double sign, std::span<const double> g, FrictionProblem& problem) const {
  const auto dim = static_cast<std::size_t>(dim_);
  Mat X;
  for (std::size_t c = 0; c < clusters_.contacts.size(); ++c) {
    const std::span<const std::int32_t> contacts = clusters_.contacts[c];
    if (contacts.empty()) continue;
    ClusterFactor factor(K_, clusters_, c, first_multiplier_);
    if (!factor.regular()) fail_singular(c);
    const TouchingRows rows = touching_rows(H_, clusters_, c, dim_);

    X = part(g, clusters_.unknowns[c]);
    if (!factor.solve(X)) fail_contradiction();
    for (std::size_t k = 0; k < contacts.size() * dim; ++k) {
      const std::size_t row = static_cast<std::size_t>(contacts[k / dim]) * dim + k % dim;
      rows.for_row(k, [&](Index i, double h) { problem.b[row] += sign * h * X(i, 0); });
    }

    for (std::size_t first = 0; first < contacts.size(); first += panel_contacts) {
      const auto panel = contacts.subspan(first, std::min(panel_contacts, contacts.size() - first));
      X.resize(static_cast<Index>(clusters_.unknowns[c].size()),
               static_cast<Index>(panel.size() * dim));
      set_panel(rows, first * dim, X);
      if (!factor.solve(X)) fail_singular(c);
      if (dim_ == 2) {
        add_panel<2>(sign, rows, contacts, panel, X, problem.W);
      } else {
        add_panel<3>(sign, rows, contacts, panel, X, problem.W);
      }
    }
  }
}

std::vector<double> Condensation::solution(std::span<const double> g,
                                           std::span<const double> r) const {
  std::vector<double> x(g.begin(), g.end());  // g + H r
  for (std::int32_t j = 0; j < H_.columns; ++j) {
    H_.for_column(j, [&](std::int32_t i, double h) {
      x[static_cast<std::size_t>(i)] += h * r[static_cast<std::size_t>(j)];
    });
  }
  for (std::size_t c = 0; c < clusters_.unknowns.size(); ++c) {
    const std::span<const std::int32_t> unknowns = clusters_.unknowns[c];
    ClusterFactor factor(K_, clusters_, c, first_multiplier_);
    if (!factor.regular()) fail_singular(c);
    Mat X = part(x, unknowns);
    if (!factor.solve(X)) fail_contradiction();
    for (std::size_t i = 0; i < unknowns.size(); ++i)
      x[static_cast<std::size_t>(unknowns[i])] = X(static_cast<Index>(i), 0);
  }
  return x;
}

void Condensation::fail_singular(std::size_t cluster) const {
  const std::span<const std::int32_t> unknowns = clusters_.unknowns[cluster];
  throw FileError(fmt::format(
      "{} is singular: its rows {}{} do not determine as many unknowns (expected: regular)", what_,
      unknowns.front(), unknowns.size() > 1 ? fmt::format(" to {}", unknowns.back()) : ""));
}

void Condensation::fail_contradiction() const {
  throw FileError(what_ + " has equality rows that contradict each other");
}

}  // namespace saltus
