// SPDX-License-Identifier: Apache-2.0
// One pass over the grid for all norms of differences; graphs only where asked for.
#include "saltus/study/norms.h"

#include <algorithm>
#include <cmath>

#include "saltus/base/dense.h"

namespace saltus {
namespace {

constexpr double samples_per_step = 20;  // of an exact motion's graph

struct Sums {
  double l1 = 0;
  double squares = 0;
  double max = 0;
  Mat gram;  // DᵀD of the matrix of differences

  void add(double h, const Vec& d) {
    const double size = d.norm();
    l1 += h * size;
    squares += h * size * size;
    max = std::max(max, size);
    gram += d * d.transpose();
  }
  [[nodiscard]] double norm(Norm norm) const {
    switch (norm) {
      case Norm::l1:
        return l1;
      case Norm::l2:
        return std::sqrt(squares);
      case Norm::max:
        return max;
      default:
        break;
    }
    return std::sqrt(std::max(0.0, symmetric_eigenvalues(gram).maxCoeff()));
  }
};

double graph_distance(const Trajectory& run, const Reference& reference, Quantity quantity) {
  double h = 0;
  for (std::size_t k = 1; k < run.size(); ++k) h = std::max(h, run.t[k] - run.t[k - 1]);
  double largest = 0;
  const Eigen::Index n = quantity == Quantity::position ? run.positions : run.dofs;
  for (Eigen::Index i = 0; i < n; ++i) {
    largest = std::max(
        largest, hausdorff(graph(run, quantity, i),
                           graph(reference, quantity, i, run.t.back(), h / samples_per_step)));
  }
  return largest;
}

}  // namespace

Errors errors(const Trajectory& run, const Reference& reference, std::span<const Norm> norms) {
  Sums q_sums, v_sums;
  q_sums.gram = Mat::Zero(run.positions, run.positions);
  v_sums.gram = Mat::Zero(run.dofs, run.dofs);
  Vec q(run.positions), v(run.dofs);
  for (std::size_t i = 0; i < run.size(); ++i) {
    const std::size_t end = run.size() > 1 ? std::max<std::size_t>(i, 1) : 0;
    const double h = end > 0 ? run.t[end] - run.t[end - 1] : 0.0;
    evaluate(reference, run.t[i], q, v);
    q -= run.q_at(i);
    v -= run.v_at(i);
    q_sums.add(h, q);
    v_sums.add(h, v);
  }
  Errors result;
  for (const Norm norm : norms) {
    const bool of_graphs = norm == Norm::hausdorff;
    result.q.push_back(of_graphs ? graph_distance(run, reference, Quantity::position)
                                 : q_sums.norm(norm));
    result.v.push_back(of_graphs ? graph_distance(run, reference, Quantity::velocity)
                                 : v_sums.norm(norm));
  }
  return result;
}

}  // namespace saltus
