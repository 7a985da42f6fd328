// SPDX-License-Identifier: Apache-2.0
// Starts × steps (or tolerances): run, compare with the start's reference, average, fit.
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
  Certificate certificate;
};

/// "step 0.001 s" or "tolerance 1e-06"
std::string named(Varied varied, double value) {
  return fmt::format("{} {:.6g}{}", to_string(varied), value, varied == Varied::step ? " s" : "");
}

/// A scheme that locates events has states at any time: the study asks for times that do not depend
/// on where its sub-steps end, since the velocity there is that of one side of a jump.
Simulation with_value(Simulation simulation, const ConvergenceRequest& request, double value) {
  if (request.varied == Varied::tolerance) {
    set_tolerance(simulation.scheme, value);
    simulation.every = request.every;
  } else {
    simulation.step = value;
    simulation.every = locates_events_of(simulation.scheme) ? value : 0;
  }
  return simulation;
}

Recorded recorded(const Model& model, const Simulation& simulation) {
  TrajectoryRecorder recorder(model);
  const std::array<Recorder*, 1> recorders{&recorder};
  const Outcome outcome = simulate(model, simulation, recorders);
  Recorded result{std::move(recorder.trajectory), {}, outcome.certificate};
  if (outcome.failure) {
    result.failure =
        fmt::format("failed at t = {:.9g} s: {}: {}; to try: {}", outcome.failure->t,
                    outcome.failure->where, outcome.failure->what, outcome.failure->advice);
  }
  return result;
}

/// Sums; divided by the number of starts at the end.
void add(const Certificate& c, MeanWork& sum) {
  sum.steps += static_cast<double>(c.steps);
  sum.masses += static_cast<double>(c.work.masses);
  sum.forces += static_cast<double>(c.work.forces);
  sum.tangents += static_cast<double>(c.work.tangents);
  sum.solves += static_cast<double>(c.work.solves);
  sum.rows += static_cast<double>(c.work.rows);
  sum.cost += c.work.cost();
}

void divide(MeanWork& sum, double n) {
  for (double* x :
       {&sum.steps, &sum.masses, &sum.forces, &sum.tangents, &sum.solves, &sum.rows, &sum.cost}) {
    *x /= n;
  }
}

StartScale scale_of(const Trajectory& x) {
  StartScale scale{Vec::Zero(x.positions), Vec::Zero(x.dofs)};
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
    for (const double value : request.values) {
      ConvergenceRow row;
      row.value = value;
      if (request.varied == Varied::step) row.steps = step_count(value, simulation.end);
      row.work.emplace();
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
    const double value = std::get<SelfReference>(request_.reference).value;
    const std::string name = named(request_.varied, value);
    if (tell_) tell_("reference, " + name);
    Recorded run = recorded(model, with_value(simulation_, request_, value));
    if (run.failure.empty()) return std::move(run.states);
    for (ConvergenceRow& row : result_.rows) {
      if (row.failure.empty()) {
        row.failure = fmt::format("the reference with {} {}", name, run.failure);
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
      if (tell_) tell_(fmt::format("start {}, {}", datum + 1, named(request_.varied, row.value)));
      const Recorded run = recorded(model, with_value(simulation_, request_, row.value));
      if (datum == 0 && run.failure.empty()) row.steps = run.certificate.steps;
      if (gives_scale) scale_ = scale_of(run.states);
      if (!run.failure.empty() && row.failure.empty()) row.failure = "the run " + run.failure;
      if (!row.failure.empty() || !exact) continue;
      saltus::add(run.certificate, *row.work);
      row.fallbacks += run.certificate.fallback.count;
      row.coarse_steps += run.certificate.coarse.count;
      row.stiff_runs += run.certificate.stiff_at ? 1 : 0;
      const Errors e = errors(run.states, *exact, request_.norms);
      for (std::size_t j = 0; j < request_.norms.size(); ++j) {
        row.q[j] = *row.q[j] + e.q[j] / request_.average;
        row.v[j] = *row.v[j] + e.v[j] / request_.average;
      }
    }
  }

  void finish() {
    for (ConvergenceRow& row : result_.rows) {
      if (row.failure.empty()) {
        divide(*row.work, request_.average);
        continue;
      }
      row.q = row.v = Figures(request_.norms.size());
      row.work.reset();
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
                       : order_between(rows[i - 1].value, column[i - 1], rows[i].value, column[i]));
      }
      all.push_back(fitted_order(request_.values, column));
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

std::string_view to_string(Varied varied) { return varied == Varied::step ? "step" : "tolerance"; }

std::string to_text(const ReferenceChoice& choice) {
  if (const auto* self = std::get_if<SelfReference>(&choice)) {
    return "self:" + to_text(self->value);
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
