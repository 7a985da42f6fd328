// SPDX-License-Identifier: Apache-2.0
// Every vector here was sized for all rows when it was made: a step does not allocate.
#include "saltus/schemes/step_problem.h"

#include <algorithm>
#include <cmath>

namespace saltus {
namespace {

const FunctionPlace& place_of(const Model& model, std::int32_t function) {
  return model.functions[static_cast<std::size_t>(function)];
}

void add_row(const Model& model, std::int32_t function, double restitution, StepProblem& s) {
  const FunctionPlace& place = place_of(model, function);
  s.set.functions.push_back(function);
  s.set.restitution.push_back(restitution);
  s.set.groups[static_cast<std::size_t>(place.group)] = 1;
  s.set.constant_rows = s.set.constant_rows && place.constant_gradient && !place.depends_on_time;
}

/// More contacts than these, and W is mostly zeros.
constexpr std::size_t many_contacts = 16;

/// Of a contact with friction.
void add_block(const Contact& c, StepProblem& s) {
  s.problem.blocks.push_back(
      {c.tangent_2 < 0 ? LawKind::coulomb2 : LawKind::coulomb3, s.problem.n, c.mu});
  s.problem.n += c.rows();
}

bool is_bilateral(const Block& block) { return block.law == LawKind::bilateral; }

/// W_ij = H_i X_j for all i, X_j being in `column`.
[[gnu::always_inline]] inline void set_column(const double* column, std::size_t j, StepProblem& s) {
  const auto n = static_cast<std::size_t>(s.problem.n);
  double* W_ij = s.problem.W.data() + j;
  for (const RowView& row : s.law) {
    const double* entry = row.entries;
    double sum = 0;
    for (const std::int32_t dof : row.dofs) sum += *entry++ * column[dof];
    *W_ij = sum;
    W_ij += n;
  }
}

}  // namespace

StepProblem::StepProblem(const Model& model) : column(Vec::Zero(model.dofs)) {
  meet(model);
  const auto n_E = static_cast<Eigen::Index>(model.joint_functions.size());
  joints.unit.setZero(n_E);
  joints.W_EE.setZero(n_E, n_E);
  joints.eigenvalues.setZero(n_E);
  joints.Q.setZero(n_E, n_E);
}

void StepProblem::meet(const Model& model) {
  std::size_t rows = model.joint_functions.size();
  std::size_t length = 0;
  const auto count = [&](std::int32_t function) {
    length += dofs_of(model, place_of(model, function)).size();
  };
  for (const std::int32_t f : model.joint_functions) count(f);
  for (const Contact& c : model.contacts) {
    rows += static_cast<std::size_t>(c.rows());
    count(c.gap);
    if (c.rows() > 1) count(c.tangent);
    if (c.rows() > 2) count(c.tangent_2);
  }
  set.contacts.clear();
  set.functions.clear();
  set.contacts.reserve(model.contacts.size());
  set.groups.assign(group_count(model), 0);
  set.functions.reserve(rows);
  set.restitution.reserve(rows);
  may_be_sparse = has_shape_contacts(model) && model.joint_functions.empty();
  const std::size_t dense = may_be_sparse ? std::min(rows, 3 * many_contacts) : rows;
  problem.W.reserve(dense * dense);
  problem.b.reserve(rows);
  problem.blocks.reserve(rows);
  p.reserve(rows);
  X.resize(length);
  X_at.resize(rows);
  law.reserve(rows);
}

void begin(const Model& model, StepProblem& s) {
  for (const std::int32_t f : s.set.functions)
    s.set.groups[static_cast<std::size_t>(place_of(model, f).group)] = 0;
  s.set.contacts.clear();
  s.set.functions.clear();
  s.set.restitution.clear();
  s.set.constant_rows = true;
  s.problem.blocks.clear();
  s.problem.n = 0;
  for (const std::int32_t f : model.joint_functions) {
    s.problem.blocks.push_back({LawKind::bilateral, s.problem.n++, 0.0});
    add_row(model, f, 0.0, s);
  }
}

void add_contact(const Model& model, const ConstraintRows& start, std::int32_t contact,
                 StepProblem& s) {
  const Contact& c = model.contacts[static_cast<std::size_t>(contact)];
  s.set.contacts.push_back(contact);
  add_row(model, c.gap, c.e * start.u[static_cast<std::size_t>(c.gap)], s);
  if (c.mu > 0) {
    add_block(c, s);
    add_row(model, c.tangent, c.e_t * start.u[static_cast<std::size_t>(c.tangent)], s);
    if (c.tangent_2 >= 0)
      add_row(model, c.tangent_2, c.e_t * start.u[static_cast<std::size_t>(c.tangent_2)], s);
  } else {
    s.problem.blocks.push_back({LawKind::unilateral, s.problem.n, 0.0});
    s.problem.n += 1;
  }
}

void add_contact(const Model& model, std::int32_t contact, StepProblem& s) {
  const Contact& c = model.contacts[static_cast<std::size_t>(contact)];
  if (!(c.mu > 0)) return add_gap(model, contact, LawKind::unilateral, s);
  s.set.contacts.push_back(contact);
  add_block(c, s);
  add_row(model, c.gap, 0.0, s);
  add_row(model, c.tangent, 0.0, s);
  if (c.tangent_2 >= 0) add_row(model, c.tangent_2, 0.0, s);
}

void add_forecast(const Model& model, const ConstraintRows& start, const Vec& q, double h,
                  double gamma, StepProblem& s) {
  for (std::size_t i = 0; i < model.contacts.size(); ++i) {
    const std::int32_t gap = model.contacts[i].gap;
    const double g = start.value(place_of(model, gap));
    const double u_k = start.u[static_cast<std::size_t>(gap)];
    if (is_closed(model, start, gap, q, g + gamma * h * u_k))
      add_contact(model, start, static_cast<std::int32_t>(i), s);
  }
}

void add_gap(const Model& model, std::int32_t contact, LawKind law, StepProblem& s) {
  s.set.contacts.push_back(contact);
  s.problem.blocks.push_back({law, s.problem.n++, 0.0});
  add_row(model, model.contacts[static_cast<std::size_t>(contact)].gap, 0.0, s);
}

void recall(const Model& model, const State& x, StepProblem& s) {
  s.p.clear();
  for (Eigen::Index row = 0; row < x.p_joint.size(); ++row) s.p.push_back(x.p_joint[row]);
  for (const std::int32_t contact : s.set.contacts) {
    s.p.push_back(x.p_normal[contact]);
    const Contact& c = model.contacts[static_cast<std::size_t>(contact)];
    if (!(c.mu > 0)) continue;
    s.p.push_back(x.p_tangent[contact]);
    if (c.tangent_2 >= 0) s.p.push_back(x.p_tangent_2[contact]);
  }
}

void assemble(const Model& model, const ConstraintRows& law, const ConstraintRows& reaction,
              const BlockFactor& M_hat, const Vec& v_free, StepProblem& s) {
  OneStepProblem& problem = s.problem;
  const auto n = static_cast<std::size_t>(problem.n);
  problem.is_sparse = s.may_be_sparse && problem.blocks.size() > many_contacts &&
                      std::none_of(problem.blocks.begin(), problem.blocks.end(), is_bilateral);
  if (!problem.is_sparse) problem.W.resize(n * n);
  problem.b.resize(n);
  s.law.clear();
  for (const std::int32_t f : s.set.functions) {
    const FunctionPlace& place = place_of(model, f);
    s.law.push_back({law.gradient(place), dofs_of(model, place)});
  }
  double* x = s.X.data();
  double* column = s.column.data();
  for (std::size_t j = 0; j < n; ++j) {
    const FunctionPlace& place_j = place_of(model, s.set.functions[j]);
    const double* row_j = reaction.gradient(place_j);
    s.X_at[j] = static_cast<std::int32_t>(x - s.X.data());
    for (const std::int32_t k :
         clusters_of(model, place_j)) {  // X_j = M̂⁻¹ H_jᵀ, cluster by cluster
      const Cluster& cluster = model.clusters[static_cast<std::size_t>(k)];
      M_hat.solve(k, cluster, row_j, x);
      row_j += cluster.n;
      if (!problem.is_sparse)
        for (std::int32_t i = 0; i < cluster.n; ++i) column[cluster.dof + i] = x[i];
      x += cluster.n;
    }
    if (!problem.is_sparse) {
      set_column(column, j, s);
      for (const std::int32_t dof : s.law[j].dofs) column[dof] = 0;
    }

    // a restitution below the round-off of u_free would make a body at rest bounce for ever by an
    // ulp
    const double u_free = velocity(model, law, s.set.functions[j], v_free);
    const double e_u = s.set.restitution[j];
    problem.b[j] = std::abs(e_u) <= 1e-15 * std::abs(u_free) ? u_free : u_free + e_u;
  }
  if (problem.is_sparse) assemble_many(model, &law == &reaction && M_hat.is_diagonal(), s);
}

void add_reaction(const Model& model, const StepProblem& s, Vec& v) {
  for (std::size_t j = 0; j < s.set.functions.size(); ++j) {
    const double p = s.p[j];
    if (p == 0) continue;
    const double* x = s.X.data() + s.X_at[j];
    for (const std::int32_t dof : dofs_of(model, place_of(model, s.set.functions[j]))) {
      v[dof] += *x++ * p;
    }
  }
}

ReactionWork reaction_work(const Model& model, const ConstraintRows& reaction, const Vec& w,
                           const StepProblem& s) {
  ReactionWork work;
  for (std::size_t j = 0; j < s.set.functions.size(); ++j) {
    const FunctionPlace& place = place_of(model, s.set.functions[j]);
    const bool joint = j < model.joint_functions.size();
    if (joint && !place.depends_on_time) continue;
    const double power =
        (velocity(model, reaction, s.set.functions[j], w) - reaction.rate(place)) * s.p[j];
    (joint ? work.drive : work.contact) += power;
  }
  return work;
}

void store(const Model& model, const StepProblem& s, State& x) {
  std::size_t row = 0;
  for (Eigen::Index j = 0; j < x.p_joint.size(); ++j) x.p_joint[j] = s.p[row++];
  for (Eigen::Index i = 0; i < x.p_normal.size(); ++i) x.p_normal[i] = x.p_tangent[i] = 0;
  if (model.friction_in_space) x.p_tangent_2.setZero();
  for (const std::int32_t contact : s.set.contacts) {
    x.p_normal[contact] = s.p[row++];
    const Contact& c = model.contacts[static_cast<std::size_t>(contact)];
    if (!(c.mu > 0)) continue;
    x.p_tangent[contact] = s.p[row++];
    if (c.tangent_2 >= 0) x.p_tangent_2[contact] = s.p[row++];
  }
}

}  // namespace saltus
