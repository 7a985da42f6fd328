// SPDX-License-Identifier: Apache-2.0
// Starts × steps: run, compare with the start's reference, average, fit.
#include "saltus/study/convergence.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "saltus/study/order.h"
#include "saltus/study/perturb.h"

namespace saltus {
namespace {

struct Recorded {
  Trajectory states;
  std::string failure;
};

Recorded recorded(const Model& model, Simulation simulation, double step) {
  simulation.step = step;
  TrajectoryRecorder recorder(model);
  const std::array<Recorder*, 1> recorders{&recorder};
  const Outcome outcome = simulate(model, simulation, recorders);
  Recorded result{std::move(recorder.trajectory), {}};
  if (outcome.failure) {
    result.failure =
        fmt::format("failed at t = {:.9g} s: {}: {}; to try: {}", outcome.failure->t,
                    outcome.failure->where, outcome.failure->what, outcome.failure->advice);
  }
  return result;
}

StartScale scale_of(const Trajectory& x) {
  StartScale scale{Vec::Zero(x.n), Vec::Zero(x.n)};
  for (std::size_t i = 0; i < x.size(); ++i) {
    scale.q = scale.q.cwiseMax(x.q_at(i).cwiseAbs());
    scale.v = scale.v.cwiseMax(x.v_at(i).cwiseAbs());
  }
  return scale;
}

class Study {
 public:
  Study(const Model& model, const Simulation& simulation, const ConvergenceRequest& request,
        const std::function<void(const std::string&)>& tell)
      : model_(model), simulation_(simulation), request_(request), tell_(tell) {
    for (const double step : request.steps) {
      ConvergenceRow row;
      row.step = step;
      row.steps = step_count(step, simulation.end);
      row.q = row.v = Figures(request.norms.size(), 0.0);
      result_.rows.push_back(std::move(row));
    }
  }

  Convergence run() {
    for (std::int32_t datum = 0; datum < request_.average; ++datum) add(datum);
    finish();
    return std::move(result_);
  }

 private:
  /// The reference motion of a start; nothing where its run failed, which the rows then say.
  std::optional<Reference> reference(const Model& model) {
    if (const auto* exact = std::get_if<ExactReference>(&request_.reference)) {
      return LinearImpactMotion(linear_impact(model, exact->where, simulation_.end), model.q0[0],
                                model.v0[0], simulation_.end, exact->where);
    }
    if (const auto* file = std::get_if<FileReference>(&request_.reference)) return file->states;
    const double step = std::get<SelfReference>(request_.reference).step;
    if (tell_) tell_(fmt::format("reference, step {:.6g} s", step));
    Recorded run = recorded(model, simulation_, step);
    if (run.failure.empty()) return std::move(run.states);
    for (ConvergenceRow& row : result_.rows) {
      if (row.failure.empty()) {
        row.failure = fmt::format("the reference with step {:.6g} s {}", step, run.failure);
      }
    }
    return std::nullopt;
  }

  void add(std::int32_t datum) {
    const Model model = perturbed(model_, scale_, request_.perturb, datum);
    const std::optional<Reference> exact = reference(model);
    for (std::size_t i = 0; i < result_.rows.size(); ++i) {
      ConvergenceRow& row = result_.rows[i];
      const bool gives_scale = datum == 0 && i == 0;
      if (!row.failure.empty() && !gives_scale) continue;
      if (tell_) tell_(fmt::format("start {}, step {:.6g} s", datum + 1, row.step));
      const Recorded run = recorded(model, simulation_, row.step);
      if (gives_scale) scale_ = scale_of(run.states);
      if (!run.failure.empty() && row.failure.empty()) row.failure = "the run " + run.failure;
      if (!row.failure.empty() || !exact) continue;
      const Errors e = errors(run.states, *exact, request_.norms);
      for (std::size_t j = 0; j < request_.norms.size(); ++j) {
        row.q[j] = *row.q[j] + e.q[j] / request_.average;
        row.v[j] = *row.v[j] + e.v[j] / request_.average;
      }
    }
  }

  void finish() {
    for (ConvergenceRow& row : result_.rows) {
      if (!row.failure.empty()) row.q = row.v = Figures(request_.norms.size());
    }
    set_orders(&ConvergenceRow::q, &ConvergenceRow::q_order, result_.q_order);
    set_orders(&ConvergenceRow::v, &ConvergenceRow::v_order, result_.v_order);
  }

  void set_orders(Figures ConvergenceRow::*error, Figures ConvergenceRow::*order, Figures& all) {
    std::vector<ConvergenceRow>& rows = result_.rows;
    for (std::size_t j = 0; j < request_.norms.size(); ++j) {
      Figures column;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        column.push_back((rows[i].*error)[j]);
        (rows[i].*order)
            .push_back(
                i == 0 ? std::nullopt
                       : order_between(rows[i - 1].step, column[i - 1], rows[i].step, column[i]));
      }
      all.push_back(fitted_order(request_.steps, column));
    }
  }

  const Model& model_;
  const Simulation& simulation_;
  const ConvergenceRequest& request_;
  const std::function<void(const std::string&)>& tell_;
  StartScale scale_;
  Convergence result_;
};

}  // namespace

std::string to_text(const ReferenceChoice& choice) {
  if (const auto* self = std::get_if<SelfReference>(&choice)) {
    return "self:" + to_text(self->step);
  }
  const auto* file = std::get_if<FileReference>(&choice);
  return file == nullptr ? "exact" : file->path;
}

Convergence converge(const Model& model, const Simulation& simulation,
                     const ConvergenceRequest& request,
                     const std::function<void(const std::string&)>& tell) {
  return Study(model, simulation, request, tell).run();
}

}  // namespace saltus
