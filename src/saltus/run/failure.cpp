// SPDX-License-Identifier: Apache-2.0
// Names are looked for by evaluating everything once more where the step went wrong.
#include "saltus/run/failure.h"

#include <cmath>
#include <vector>

#include "saltus/base/dense.h"
#include "saltus/problems/residual.h"
#include "saltus/run/open_joint.h"

namespace saltus {
namespace {

std::string joint_name(const Model& model, std::size_t row) {
  for (const Joint& j : model.joints) {
    const auto r = static_cast<std::int32_t>(row);
    if (r >= j.row && r < j.row + j.rows) {
      return "joint '" + j.name + "'";
    }
  }
  return "a joint";
}

std::string coordinate_name(const Model& model, Eigen::Index dof) {
  for (const Body& body : model.bodies) {
    const Eigen::Index i = dof - body.dof;
    if (i < 0 || i >= static_cast<Eigen::Index>(body.rates.size())) continue;
    return "'" + body.name + "." + dof_name(body, static_cast<std::size_t>(i)) + "'";
  }
  return "a coordinate";
}

/// "body 'rod'", or the bodies that one system couples.
std::string system_name(const Model& model, std::size_t system) {
  std::string names;
  int count = 0;
  for (const Body& body : model.bodies) {
    if (body.rates.empty() || body.cluster != static_cast<std::int32_t>(system)) continue;
    names += (names.empty() ? "'" : ", '") + body.name + "'";
    ++count;
  }
  return (count == 1 ? "body " : "bodies ") + names;
}

/// The first force or mass entry that is not finite at this point; "" where all are.
std::string bad_motion(const Model& model, double t, const Vec& q, const Vec& v, Workspace& w) {
  motion(model, t, q, v, w.bodies, w.force_point);
  for (std::size_t k = 0; k < model.clusters.size(); ++k) {
    const Cluster& c = model.clusters[k];
    for (std::int32_t i = 0; i < c.n; ++i) {
      if (!std::isfinite(w.force_point.f(c)[i]))
        return "the force on " + coordinate_name(model, c.dof + i);
    }
    for (std::int32_t i = 0; i < c.n * c.n; ++i) {
      if (!std::isfinite(w.force_point.M(c)[i]))
        return "the mass matrix of " + system_name(model, k);
    }
  }
  return {};
}

std::string bad_tangent(const Model& model, double t, const Vec& q, const Vec& v, Workspace& w) {
  w.increment.setZero();
  tangent(model, t, q, v, w.increment, w.bodies, w.force_point);
  for (std::size_t k = 0; k < model.clusters.size(); ++k) {
    const Cluster& c = model.clusters[k];
    for (std::int32_t i = 0; i < c.n * c.n; ++i) {
      if (!std::isfinite(w.force_point.K(c)[i] + w.force_point.C(c)[i] + w.force_point.S(c)[i])) {
        return "a derivative of the force on " + coordinate_name(model, c.dof + i / c.n);
      }
    }
  }
  return {};
}

bool function_is_bad(const Model& model, const ConstraintRows& rows, std::int32_t function) {
  const FunctionPlace& place = model.functions[static_cast<std::size_t>(function)];
  double sum = rows.value(place) + rows.rate(place);
  const auto length = dofs_of(model, place).size();
  for (std::size_t i = 0; i < length; ++i) sum += rows.gradient(place)[i];
  return !std::isfinite(sum);
}

std::string bad_row(const Model& model, double t, const Vec& q, Workspace& w) {
  evaluate(model, t, q, w.row_tapes, w.law);
  for (std::size_t row = 0; row < model.joint_functions.size(); ++row) {
    if (function_is_bad(model, w.law, model.joint_functions[row])) {
      return "an equation of " + joint_name(model, row);
    }
  }
  for (std::size_t i = 0; i < model.contacts.size(); ++i) {
    const Contact& c = model.contacts[i];
    if (function_is_bad(model, w.law, c.gap))
      return "the gap of contact '" + contact_name(model, i) + "'";
    if (c.tangent >= 0 && function_is_bad(model, w.law, c.tangent))
      return "the tangent of contact '" + contact_name(model, i) + "'";
  }
  return {};
}

/// Energies and powers by body.
std::string bad_energy(const Model& model, const State& x, Workspace& w) {
  static_cast<void>(energy(model, x, w.bodies));
  for (std::size_t i = 0; i < model.systems.size(); ++i) {
    const BodyWork::Tapes& tapes = w.bodies.systems[i];
    const std::string of_body = " of " + system_name(model, i);
    if (!std::isfinite(tapes.energies[0])) return "the kinetic energy" + of_body;
    if (!std::isfinite(tapes.energies[1])) return "the potential energy" + of_body;
    if (!std::isfinite(tapes.powers[1])) return "the power of the forces" + of_body;
  }
  return {};
}

/// "" where everything is finite.
std::string find_not_finite(const Model& model, const State& last, const State& failed,
                            Workspace& w) {
  struct Point {
    double t;
    const Vec* q;
    const Vec* v;
  };
  const double h = failed.t - last.t;
  const Vec q_theta = w.q_theta;
  const Vec v_mean = w.v_mean;
  const std::vector<Point> points{{last.t, &last.q, &last.v},
                                  {last.t + 0.5 * h, &q_theta, &v_mean},
                                  {last.t + h, &failed.q, &v_mean},
                                  {last.t + 0.5 * h, &last.q, &last.v},
                                  {last.t + h, &last.q, &last.v}};
  for (const Point& p : points) {
    std::string name = bad_motion(model, p.t, *p.q, *p.v, w);
    if (name.empty()) name = bad_row(model, p.t, *p.q, w);
    if (name.empty()) name = bad_tangent(model, p.t, *p.q, *p.v, w);
    if (!name.empty()) return name;
  }
  return bad_energy(model, failed, w);
}

/// W p + b: b and, row by row, what M̂⁻¹ Hᵀ p adds.
Vec problem_velocity(const StepProblem& s) {
  const auto n = static_cast<std::size_t>(s.problem.n);
  // not assembled: the step failed before
  if (s.law.size() != n || s.p.size() != n || s.problem.b.size() != n)
    return Vec::Zero(s.problem.n);
  Vec change = Vec::Zero(s.column.size());
  for (std::size_t j = 0; j < n; ++j) {
    const double* x = s.X.data() + s.X_at[j];
    for (const std::int32_t dof : s.law[j].dofs) change[dof] += *x++ * s.p[j];
  }
  Vec u = Eigen::Map<const Vec>(s.problem.b.data(), s.problem.n);
  for (std::size_t i = 0; i < n; ++i) {
    const double* entry = s.law[i].entries;
    for (const std::int32_t dof : s.law[i].dofs)
      u[static_cast<Eigen::Index>(i)] += *entry++ * change[dof];
  }
  return u;
}

/// The block whose law is violated most.
std::string worst_block(const Model& model, const StepProblem& s) {
  const OneStepProblem& problem = s.problem;
  std::size_t worst = 0;
  double largest = -1;
  const Vec u_all = problem_velocity(s);
  for (std::size_t i = 0; i < problem.blocks.size(); ++i) {
    const Block& block = problem.blocks[i];
    const std::size_t rows = law_info(block.law).dimension;
    const double v =
        velocity_residual(block.law, block.mu, std::span(u_all.data() + block.row, rows),
                          std::span(s.p).subspan(static_cast<std::size_t>(block.row), rows),
                          block_rho(problem, block));
    if (!(v <= largest)) largest = v, worst = i;
  }
  const std::size_t joints = model.joint_functions.size();
  if (worst < joints) return joint_name(model, worst);
  if (worst - joints >= s.set.contacts.size()) return "the contacts";
  return "contact '" +
         contact_name(model, static_cast<std::size_t>(s.set.contacts[worst - joints])) + "'";
}

/// The first body whose M, as last evaluated, is not positive definite; "" where all are.
std::string body_without_mass(const Model& model, const Workspace& w) {
  for (std::size_t k = 0; k < model.clusters.size(); ++k) {
    const Cluster& c = model.clusters[k];
    for (const Dynamics* point : {&w.force_point, &w.mass_point}) {
      const Eigen::Map<const RowMat> M(point->M(c), c.n, c.n);
      const bool written = M.squaredNorm() > 0 || point == &w.force_point;
      if (written && !Cholesky(M).is_positive()) return system_name(model, k);
    }
  }
  return {};
}

}  // namespace

Failure diagnose(const Model& model, const StepReport& report, const State& last,
                 const State& failed, Workspace& w) {
  // what the step left in w is looked at first: the search below overwrites it
  const std::string massless = body_without_mass(model, w);
  const std::string block = worst_block(model, w.problem);
  Eigen::Index dof = 0;
  if (model.dofs > 0) w.change.cwiseAbs().maxCoeff(&dof);
  const std::string bad = find_not_finite(model, last, failed, w);

  std::int32_t strayed = -1;
  if (report.status == StepStatus::joints_contradict) strayed = report.joint_row;
  if (report.status == StepStatus::newton_failed && bad.empty())
    strayed = open_joint_row(model, failed.t, last.q, w);
  if (strayed >= 0) {
    return {
        last.t, joint_name(model, static_cast<std::size_t>(strayed)),
        "contradicts the other joints: it cannot hold where they do",
        "look at the equations of the joints that move the same coordinates; one of them must go; "
        "where they only repeat each other, a smaller step keeps their drift apart"};
  }
  if (!bad.empty() || report.status == StepStatus::not_finite) {
    return {
        last.t, bad.empty() ? "the motion" : bad, "is not finite (NaN or infinite)",
        "look for a division by zero, a root or logarithm of a negative number there, or a motion "
        "that grows without bound; a smaller step may avoid it"};
  }
  if (report.status == StepStatus::step_too_small) {
    return {
        last.t, "the step control",
        "step too small: a thousand steps of the shortest length that miss the tolerance, or a "
        "million that are nearly as short",
        "look for a force that jumps there (its time belongs into 'breakpoints', a dry friction "
        "into a [[contact]]) or a motion that grows without bound; or use a larger 'tolerance' "
        "or 'length' in scheme_options, a smaller 'step', or another scheme"};
  }
  if (report.status == StepStatus::singular && massless.empty()) {
    return {
        last.t, "the iteration matrix", "is singular or not positive definite",
        "use a smaller step: the matrix holds h²/4 of the stiffness, which a motion that is far "
        "from its start or very fast may turn negative; else check 'kinetic': every coordinate "
        "needs inertia in every configuration that the motion reaches"};
  }
  if (report.status == StepStatus::singular || !massless.empty()) {
    return {
        last.t, "the mass matrix of " + massless, "is singular or not positive definite",
        "check 'kinetic': every coordinate needs inertia in every configuration and at every time "
        "that the motion reaches; a smaller step may help where a force is very stiff"};
  }
  if (report.status == StepStatus::newton_failed && report.unsolved > 0) {
    return {last.t, block,
            "Newton's iteration does not converge, and a contact problem in it was not solved",
            "look for joints or contacts that contradict each other there; or use a smaller step",
            true};
  }
  if (report.status == StepStatus::newton_failed) {
    return {last.t, "coordinate " + coordinate_name(model, dof),
            "Newton's iteration does not converge",
            "use a smaller step; or a larger 'newton_iterations' or 'newton_tolerance' in "
            "scheme_options"};
  }
  return {
      last.t, block, "the one-step problem was not solved to its tolerance",
      "use another step or solver (`saltus list solvers`), or a larger solver tolerance; look for "
      "joints or contacts that contradict each other there; on_failure = \"continue\" goes on",
      true};
}

}  // namespace saltus
