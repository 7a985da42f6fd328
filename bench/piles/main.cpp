// SPDX-License-Identifier: Apache-2.0
// What a step of a pile costs beside its solver, and how that grows with the number of spheres.
#include <cmath>
#include <cstdio>
#include <ctime>
#include <vector>

#include <fmt/format.h>

#include "common/tell.h"
#include "saltus/io/override.h"
#include "saltus/io/read_model.h"
#include "saltus/io/toml.h"
#include "saltus/model/compile.h"
#include "saltus/run/simulate.h"

namespace {

using namespace saltus;

struct Measured {
  double rest = 0;  // s of one step, without the solver
  double solver = 0;
  std::int64_t contacts = 0;  // that press at the end
};

/// Of the processor: what else the machine does takes none of it, but for its share of the caches.
double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// The bundled pile with n × n × 5 spheres, in a box so narrow that they do not spread. What the
/// solver does is not looked at here: it has little time and a coarse tolerance.
Description pile(const std::string& file, int n) {
  Value tree = read_toml(file);
  for (const std::string& text :
       {fmt::format("parameters.n={}", n), std::string("parameters.width=\"2.5*n*r\""),
        std::string("simulation.solver={name=\"auto\",tolerance=1e-3,seconds=1}"),
        std::string("simulation.on_failure=\"continue\"")})
    apply_override(tree, text);
  return read_model(tree, "pile");
}

/// 100 steps of a pile that has had the time `settled` to fall, after the first one, which makes
/// the memory of a run; the shortest of three runs, for what else the machine does only adds.
Measured measure(const std::string& file, int n, double settled) {
  const Description description = pile(file, n);
  Model model = compile(description);
  Simulation simulation = make_simulation(description);
  simulation.end = settled;
  const Outcome fallen = simulate(model, simulation);
  model.q0 = fallen.last.q;
  model.v0 = fallen.last.v;
  constexpr int steps = 100;
  Measured best;
  const auto run = [&](int count) {
    simulation.end = count * simulation.step;
    const double start = seconds();
    const Outcome outcome = simulate(model, simulation);
    Measured m{seconds() - start - outcome.solver_seconds, outcome.solver_seconds, 0};
    for (const double p : outcome.last.p_normal) m.contacts += p > 0 ? 1 : 0;
    return m;
  };
  for (int i = 0; i < 3; ++i) {
    const Measured first = run(1);
    const Measured all = run(1 + steps);
    const double rest = (all.rest - first.rest) / steps;
    if (i > 0 && rest >= best.rest) continue;
    best = {rest, (all.solver - first.solver) / steps, all.contacts};
  }
  return best;
}

/// Prints the table of one state of the piles, and how the rest grows.
void print_table(const std::string& file, double settled) {
  fmt::print("after {} s:\n{:>8} {:>9} {:>14} {:>14} {:>22}\n", settled, "spheres", "contacts",
             "solver ms/step", "rest ms/step", "rest us/step/contact");
  std::vector<double> x, y;
  for (const int n : {10, 14, 20, 28, 40}) {
    bench::tell(fmt::format("{} spheres", 5 * n * n));
    const Measured m = measure(file, n, settled);
    x.push_back(std::log(5.0 * n * n));
    y.push_back(std::log(m.rest));
    bench::tell("");
    fmt::print("{:>8} {:>9} {:>14.3f} {:>14.3f} {:>22.3f}\n", 5 * n * n, m.contacts, 1e3 * m.solver,
               1e3 * m.rest, 1e6 * m.rest / static_cast<double>(m.contacts));
    std::fflush(stdout);
  }
  const auto n = static_cast<double>(x.size());
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sx += x[i], sy += y[i], sxx += x[i] * x[i], sxy += x[i] * y[i];
  fmt::print("growth of the rest: (number of spheres)^{:.2f}\n",
             (n * sxy - sx * sy) / (n * sxx - sx * sx));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string file = argc > 1 ? argv[1] : "examples/sphere_pile.toml";
  for (const double settled : {0.2, 0.5}) print_table(file, settled);
  return 0;
}
