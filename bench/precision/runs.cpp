// SPDX-License-Identifier: Apache-2.0
// A run keeps the velocities at the checkpoints.
#include "precision/runs.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "saltus/base/error.h"
#include "saltus/io/override.h"
#include "saltus/io/read_model.h"
#include "saltus/io/toml.h"
#include "saltus/model/compile.h"
#include "saltus/run/simulate.h"
#include "support/places.h"

namespace saltus::bench {
namespace {

constexpr double good_enough = 1e-8;  // the ladder ends below it
constexpr int finest = 4096;          // steps per interval
constexpr double finest_tolerance = 1e-11;
constexpr double reference_tolerance = 1e-12;
constexpr double largest_part = 0.5;  // of an interval: the largest step of a chosen one

struct Prepared {
  Model model;
  Simulation simulation;
};

/// Throws ModelError where the scheme refuses the model.
Prepared prepared(const Case& c, const Start& start, const Entry& entry, double value) {
  Value root = read_toml(test::source_dir() + "/examples/" + c.example + ".toml");
  apply_override(root, "simulation.scheme_options={}");
  apply_override(root, "simulation.scheme=" + entry.scheme);
  for (const std::string& text : c.overrides) apply_override(root, text);
  for (const std::string& text : start.overrides) apply_override(root, text);
  for (const std::string& text : entry.options)
    apply_override(root, "simulation.scheme_options." + text);
  const double step = entry.by_tolerance ? largest_part * c.interval : value;
  if (entry.by_tolerance)
    apply_override(root, fmt::format("simulation.scheme_options.tolerance={:.17g}", value));
  if (entry.impact_step > 0)
    apply_override(root, fmt::format("simulation.scheme_options.impact_step={:.17g}",
                                     entry.impact_step * step));
  apply_override(root, fmt::format("simulation.step={:.17g}", step));
  apply_override(root, fmt::format("simulation.end={:.17g}", c.end()));
  const Description description = read_model(root, c.example);
  Prepared result{compile(description), make_simulation(description)};
  check_scheme(description, result.model, result.simulation);
  return result;
}

/// Keeps v at the checkpoints.
class Checkpoints final : public Recorder {
 public:
  explicit Checkpoints(const Case& c)
      : interval_(c.interval), v_(static_cast<std::size_t>(c.checkpoints)) {}
  void record(const Sample& sample) override {
    const double place = sample.state.t / interval_;
    const double nearest = std::round(place);
    if (nearest < 1 || std::abs(place - nearest) > 1e-9) return;
    v_.at(static_cast<std::size_t>(nearest) - 1) = sample.state.v;
  }
  /// Empty where one was missed.
  [[nodiscard]] std::vector<Vec> velocities() const {
    for (const Vec& v : v_) {
      if (v.size() == 0 || !v.allFinite()) return {};
    }
    return v_;
  }

 private:
  double interval_;
  std::vector<Vec> v_;
};

struct Result {
  std::vector<Vec> v;  // empty where the run failed
  double cost = 0;
  std::string failure;
};

Result run(const Case& c, const Start& start, const Entry& entry, double value) {
  Prepared p = prepared(c, start, entry, value);
  Checkpoints checkpoints(c);
  const std::array<Recorder*, 1> recorders{&checkpoints};
  if (locates_events_of(p.simulation.scheme)) p.simulation.every = c.interval;
  const Outcome outcome = simulate(p.model, p.simulation, recorders);
  if (outcome.failure) return {{}, 0, outcome.failure->where + " " + outcome.failure->what};
  return {checkpoints.velocities(), outcome.certificate.work.cost(), {}};
}

double relative_error(const std::vector<Vec>& v, const std::vector<Vec>& expected) {
  double wrong = 0, all = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    wrong += (v[i] - expected[i]).norm();
    all += expected[i].norm();
  }
  return wrong / all;
}

std::vector<double> ladder(const Case& c, const Entry& entry) {
  std::vector<double> values;
  if (entry.by_tolerance) {
    for (int i = 4; std::pow(10, -0.5 * i) > 0.99 * finest_tolerance; ++i)
      values.push_back(std::pow(10, -0.5 * i));
  } else {
    for (int parts = 1; parts <= finest; parts *= 2) values.push_back(c.interval / parts);
  }
  return values;
}

/// Means over the starts; nothing, and why, where one of them failed.
std::optional<Point> rung(const Case& c, const Entry& entry, double value, std::string& failure) {
  Point mean{value, 0, 0};
  const auto n = static_cast<double>(c.starts.size());
  for (const Start& start : c.starts) {
    const Result result = run(c, start, entry, value);
    if (result.v.empty()) {
      failure = result.failure.empty() ? "no state at a checkpoint" : result.failure;
      return std::nullopt;
    }
    mean.error += relative_error(result.v, start.v) / n;
    mean.cost += result.cost / n;
  }
  if (std::isfinite(mean.error)) return mean;
  failure = "not finite";
  return std::nullopt;
}

}  // namespace

std::vector<Entry> entries() {
  std::vector<Entry> all;
  for_each_scheme([&]<class S>(const S& s) {
    const std::string name(s.name);
    all.push_back({name, name, {}, chooses_step_of(s), 0});
    if (name == "moreau-jean") {
      all.push_back({"moreau-jean, reaction at the end", name, {"reaction_at=end"}, false, 0});
      all.push_back({"moreau-jean, M and reaction at the end, trapezoid",
                     name,
                     {"mass_at=end", "forces=trapezoid", "reaction_at=end"},
                     false,
                     0});
    }
    if (name == "half-explicit")
      all.push_back({"half-explicit, h/10 at impacts", name, {}, false, 0.1});
    if (chooses_step_of(s))
      all.push_back({name + ", fixed step", name, {"fixed_step=true"}, false, 0});
  });
  return all;
}

void complete(Case& c) {
  if (c.independent) return;
  const Entry adaptive{"", "adaptive", {}, true, 0};
  for (Start& start : c.starts) start.v = run(c, start, adaptive, reference_tolerance).v;
}

Measured measured(const Case& c, const Entry& entry,
                  const std::function<void(const std::string&)>& tell) {
  Measured result;
  for (const double value : ladder(c, entry)) {
    tell(fmt::format("{}: {}, {:.3g}", c.title, entry.label, value));
    try {
      const std::optional<Point> point = rung(c, entry, value, result.failure);
      if (!point) continue;
      if (result.points.empty()) result.coarsest = value;
      result.points.push_back(*point);
      if (point->error < good_enough) break;
    } catch (const ModelError& error) {
      result.failure = error.what();
      break;
    }
  }
  return result;
}

std::optional<double> cost_for(const Measured& m, double limit) {
  std::optional<double> cost;
  for (auto point = m.points.rbegin(); point != m.points.rend() && point->error <= limit; ++point)
    cost = point->cost;
  return cost;
}

}  // namespace saltus::bench
