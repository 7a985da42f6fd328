// SPDX-License-Identifier: Apache-2.0
// What a step of a pile costs beside its solver, and how that grows with the number of spheres.
#include <chrono>
#include <cmath>
#include <cstdio>
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
  double seconds = 0;  // of all steps, without the solver
  double solver = 0;
  std::int64_t steps = 0;
  std::int64_t contacts = 0;  // that press at the end
};

/// The bundled pile with n × n × 5 spheres, to t = end. What the solver does is not looked at here:
/// it has little time and a coarse tolerance.
Measured run_pile(const std::string& file, int n, double end) {
  Value tree = read_toml(file);
  for (const std::string& text :
       {fmt::format("parameters.n={}", n), fmt::format("simulation.end={}", end),
        std::string("simulation.solver={name=\"auto\",tolerance=1e-3,seconds=0.02}"),
        std::string("simulation.on_failure=\"continue\"")})
    apply_override(tree, text);
  const Description description = read_model(tree, "pile");
  const Model model = compile(description);
  const Simulation simulation = make_simulation(description);
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = simulate(model, simulation);
  const double all =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  Measured m{all - outcome.solver_seconds, outcome.solver_seconds, outcome.certificate.steps, 0};
  for (const double p : outcome.last.p_normal) m.contacts += p > 0 ? 1 : 0;
  return m;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string file = argc > 1 ? argv[1] : "examples/sphere_pile.toml";
  fmt::print("{:>8} {:>9} {:>8} {:>14} {:>14} {:>22}\n", "spheres", "contacts", "steps",
             "solver ms", "rest ms/step", "rest us/step/contact");
  std::vector<double> x, y;
  for (const int n : {10, 14, 20, 28, 40}) {
    bench::tell(fmt::format("{} spheres", 5 * n * n));
    const Measured before = run_pile(file, n, 0.20);
    const Measured after = run_pile(file, n, 0.26);
    const auto steps = static_cast<double>(after.steps - before.steps);
    const double rest = (after.seconds - before.seconds) / steps;
    x.push_back(std::log(5.0 * n * n));
    y.push_back(std::log(rest));
    bench::tell("");
    fmt::print("{:>8} {:>9} {:>8} {:>14.3f} {:>14.3f} {:>22.3f}\n", 5 * n * n, after.contacts,
               after.steps - before.steps, 1e3 * (after.solver - before.solver) / steps, 1e3 * rest,
               1e6 * rest / static_cast<double>(after.contacts));
    std::fflush(stdout);
  }
  const auto n = static_cast<double>(x.size());
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sx += x[i], sy += y[i], sxx += x[i] * x[i], sxy += x[i] * y[i];
  fmt::print("growth of the rest: (number of spheres)^{:.2f}\n",
             (n * sxy - sx * sy) / (n * sxx - sx * sx));
  return 0;
}
