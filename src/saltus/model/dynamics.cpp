// SPDX-License-Identifier: Apache-2.0
// One loop over the systems; nothing is allocated here.
#include "saltus/model/dynamics.h"

#include <algorithm>
#include <cmath>

namespace saltus {
namespace {

/// Scratch holds the inputs in front: t, q, v, a of this system.
void write_inputs(const System& system, double t, const Vec& q, const Vec& v, const double* a,
                  std::vector<double>& scratch) {
  double* in = scratch.data();
  *in++ = t;
  const double* q_system = q.data() + system.position;
  const double* v_system = v.data() + system.dof;
  for (std::int32_t i = 0; i < system.positions; ++i) *in++ = q_system[i];
  for (std::int32_t i = 0; i < system.n; ++i) *in++ = v_system[i];
  if (a == nullptr) return;
  for (std::int32_t i = 0; i < system.n; ++i) *in++ = a[system.dof + i];
}

std::vector<double> prepared(const formula::Program& program) {
  std::vector<double> scratch(std::max(program.scratch(), program.inputs()), 0.0);
  program.prepare(scratch);
  return scratch;
}

/// Where a system's tapes write.
std::span<double> block_of(const Model& model, std::size_t system, Dynamics& dynamics) {
  return {dynamics.data.data() + model.clusters[system].motion,
          model.systems[system].tangent.outputs()};
}

}  // namespace

BodyWork make_body_work(const Model& model) {
  BodyWork work;
  for (const System& system : model.systems) {
    work.systems.push_back({prepared(system.motion),
                            prepared(system.tangent),
                            prepared(system.energy),
                            prepared(system.power),
                            {},
                            {}});
    // what many bodies share stays in the cache
    const std::size_t last = work.systems.size() - 1;
    const std::size_t before = last == 0 ? 0 : work.systems[last - 1].energy_as;
    const System& other = model.systems[before];
    const bool alike = system.positions == other.positions && system.n == other.n &&
                       system.energy.is_alike(other.energy);
    BodyWork::Tapes& tapes = work.systems.back();
    tapes.energy_as = alike ? before : last;
    tapes.position = system.position;
    tapes.dof = system.dof;
    system.energy.write_constants(work.systems.back().energies);
    system.power.write_constants(work.systems.back().powers);
  }
  return work;
}

Dynamics make_dynamics(const Model& model) {
  Dynamics dynamics{std::vector<double>(static_cast<std::size_t>(model.motion_data), 0.0)};
  for (std::size_t i = 0; i < model.systems.size(); ++i) {
    model.systems[i].tangent.write_constants(block_of(model, i, dynamics));
  }
  return dynamics;
}

void motion(const Model& model, double t, const Vec& q, const Vec& v, BodyWork& work,
            Dynamics& out) {
  ++work.forces;
  if (model.constant_motion) return;  // make_dynamics() wrote it
  const auto& systems = model.systems;
  for (std::size_t i = 0; i < systems.size(); ++i) {
    if (systems[i].motion.is_constant()) continue;
    std::vector<double>& tape = work.systems[i].motion;
    write_inputs(systems[i], t, q, v, nullptr, tape);
    systems[i].motion.evaluate(tape, block_of(model, i, out));
  }
}

void tangent(const Model& model, double t, const Vec& q, const Vec& v, const Vec& a, BodyWork& work,
             Dynamics& out) {
  ++work.forces;
  ++work.tangents;
  const auto& systems = model.systems;
  for (std::size_t i = 0; i < systems.size(); ++i) {
    std::vector<double>& tape = work.systems[i].tangent;
    write_inputs(systems[i], t, q, v, a.data(), tape);
    systems[i].tangent.evaluate(tape, block_of(model, i, out));
  }
}

void subtract_momentum(const Model& model, const Dynamics& dynamics, const Vec& a, const Vec& b,
                       Vec& y) {
  for (const Cluster& c : model.clusters) {
    const double* row = dynamics.M(c);
    for (std::int32_t i = 0; i < c.n; ++i, row += c.n) {
      double sum = 0;
      for (std::int32_t j = 0; j < c.n; ++j) sum += row[j] * (a[c.dof + j] - b[c.dof + j]);
      y[c.dof + i] -= sum;
    }
  }
}

double mass_norm(const Model& model, const Dynamics& dynamics, const Vec& x) {
  double sum = 0;
  for (const Cluster& c : model.clusters) {
    const double* M = dynamics.M(c);
    for (std::int32_t i = 0; i < c.n; ++i, M += c.n + 1) sum += *M * x[c.dof + i] * x[c.dof + i];
  }
  return std::sqrt(sum);
}

double force_norm(const Model& model, const Dynamics& dynamics) {
  double sum = 0;
  for (const Cluster& c : model.clusters) {
    const double* M = dynamics.M(c);
    const double* f = dynamics.f(c);
    for (std::int32_t i = 0; i < c.n; ++i, M += c.n + 1) sum += *M > 0 ? f[i] * f[i] / *M : 0.0;
  }
  return std::sqrt(sum);
}

Energy energy(const Model& model, const State& x, BodyWork& work) {
  Energy sum;
  BodyWork::Tapes* tapes = work.systems.data();
  for (std::size_t i = 0; i < work.systems.size(); ++i) {
    const System& system = model.systems[tapes->energy_as];
    double* in = tapes->energy.data();
    *in++ = x.t;
    const double* q = x.q.data() + tapes->position;
    const double* v = x.v.data() + tapes->dof;
    for (std::int32_t k = 0; k < system.positions; ++k) *in++ = q[k];
    for (std::int32_t k = 0; k < system.n; ++k) *in++ = v[k];
    system.energy.evaluate(tapes->energy, tapes->energies);
    sum.kinetic += tapes->energies[0];
    sum.potential += tapes->energies[1];
    sum.drive += tapes->energies[2];
    ++tapes;
  }
  return sum;
}

Power power(const Model& model, double t, const Vec& q, const Vec& v, const Vec& w,
            BodyWork& work) {
  Power sum;
  if (!model.has_power) return sum;
  const auto& systems = model.systems;
  for (std::size_t i = 0; i < systems.size(); ++i) {
    if (!systems[i].has_power) continue;
    BodyWork::Tapes& tapes = work.systems[i];
    write_inputs(systems[i], t, q, v, w.data(), tapes.power);
    systems[i].power.evaluate(tapes.power, tapes.powers);
    // a force like c/v has no part that is free of motion: all of it counts as damping then
    const double external = std::isfinite(tapes.powers[0]) ? tapes.powers[0] : 0.0;
    sum.external += external;
    sum.damping += tapes.powers[1] - external;
  }
  return sum;
}

}  // namespace saltus
