// SPDX-License-Identifier: Apache-2.0
// Explicit or implicit: by the eigenvalues of the motion that the run starts with.
#include "saltus/run/choose_scheme.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "saltus/base/dense.h"
#include "saltus/base/error.h"
#include "saltus/model/dynamics.h"
#include "saltus/run/simulate.h"

namespace saltus {
namespace {

constexpr const char* explicit_scheme = "adaptive";
constexpr const char* implicit_scheme = "split-midpoint";
constexpr const char* capturing_scheme = "combined-projection";

// The explicit base is stable to |h λ| of about 2.8 on the imaginary axis, 2.8 on the real one.
constexpr double stiff_limit = 2;

constexpr std::int32_t large = 64;  // from there on a bound: an eigenvalue problem costs (2n)³

/// A = M⁻¹(K + S), B = M⁻¹C: λ² x + λ B x + A x = 0.
double largest_eigenvalue(const Mat& A, const Mat& B) {
  const auto n = A.rows();
  if (n > large) {  // |λ|² ≤ |λ| ‖B‖ + ‖A‖
    const double a = A.cwiseAbs().rowwise().sum().maxCoeff();
    const double b = B.cwiseAbs().rowwise().sum().maxCoeff();
    return 0.5 * (b + std::sqrt(b * b + 4 * a));
  }
  Mat companion = Mat::Zero(2 * n, 2 * n);
  companion.topRightCorner(n, n).setIdentity();
  companion.bottomLeftCorner(n, n) = -A;
  companion.bottomRightCorner(n, n) = -B;
  return spectral_radius(companion);
}

}  // namespace

double largest_eigenvalue(const Model& model) {
  const State x = initial_state(model);
  BodyWork bodies = make_body_work(model);
  Dynamics dynamics = make_dynamics(model);
  motion(model, 0, x.q, x.v, bodies, dynamics);
  const auto matrix = [](const double* data, std::int32_t n) {
    return Eigen::Map<const RowMat>(data, n, n);
  };
  Vec a = Vec::Zero(model.dofs);
  for (const Cluster& c : model.clusters) {
    const Eigen::Map<const Vec> f(dynamics.f(c), c.n);
    a.segment(c.dof, c.n) = Cholesky(matrix(dynamics.M(c), c.n)).solve(f);
  }
  tangent(model, 0, x.q, x.v, a, bodies, dynamics);
  double largest = 0;
  for (const Cluster& c : model.clusters) {
    const Cholesky M(matrix(dynamics.M(c), c.n));
    const Mat A = M.solve(matrix(dynamics.K(c), c.n) + matrix(dynamics.S(c), c.n));
    const Mat B = M.solve(matrix(dynamics.C(c), c.n));
    if (!A.allFinite() || !B.allFinite()) continue;  // a kink at the start: it tells nothing
    largest = std::max(largest, largest_eigenvalue(A, B));
  }
  return largest;
}

std::string reason(const SchemeChoice& choice) {
  if (choice.captures)
    return "the model has shapes or friction in space: impacts are captured, not located";
  if (!choice.is_stiff && choice.h_lambda > stiff_limit)
    return "the model is not stiff: accuracy limits the step";
  return fmt::format("the model is {}stiff, |h λ| = {:.2g} at the start",
                     choice.is_stiff ? "" : "not ", choice.h_lambda);
}

namespace {

/// Steps of the explicit scheme up to `end` where nothing limits them but its error; none where it
/// fails or is not stable.
std::optional<std::int64_t> steps_of_trial(const Description& description, const Model& model,
                                           double end) {
  Description trial = description;
  SimulationDescription& d = trial.simulation;
  d.scheme = Value{explicit_scheme, d.where};
  d.step = d.end = end;
  trial.output.reset();
  const Outcome outcome = simulate(model, make_simulation(trial));
  if (outcome.failure || outcome.certificate.stiff_at) return std::nullopt;
  return outcome.certificate.steps;
}

/// Does stability limit the explicit scheme's steps? Not where its error control takes more than
/// would be stable: in the second half of 40/λ, when what is damped has gone.
bool stability_limits(const Description& description, const Model& model, double lambda) {
  const double end = std::min(description.simulation.end, 20 * stiff_limit / lambda);
  const auto half = steps_of_trial(description, model, 0.5 * end);
  const auto all = steps_of_trial(description, model, end);
  return !half || !all || static_cast<double>(*all - *half) < 0.5 * end * lambda / stiff_limit;
}

}  // namespace

std::optional<SchemeChoice> choose_scheme(Description& description, const Model& model) {
  SimulationDescription& d = description.simulation;
  if (d.scheme) return std::nullopt;
  const auto* options = std::get_if<Table>(&d.scheme_options.data);
  if (options == nullptr || !options->empty()) {
    throw ModelError(d.scheme_options.where,
                     "'scheme_options' of [simulation] are those of one scheme: name it, scheme = "
                     "\"…\"");
  }
  SchemeChoice choice;
  if (model.friction_in_space || has_shape_contacts(model)) {
    choice.scheme = capturing_scheme;
    choice.captures = true;
    d.scheme = Value{choice.scheme, d.where};
    return choice;
  }
  const double lambda = largest_eigenvalue(model);
  choice.h_lambda = d.step * lambda;
  choice.is_stiff = choice.h_lambda > stiff_limit && stability_limits(description, model, lambda);
  choice.scheme = choice.is_stiff ? implicit_scheme : explicit_scheme;
  d.scheme = Value{choice.scheme, d.where};
  return choice;
}

}  // namespace saltus
