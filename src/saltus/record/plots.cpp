// SPDX-License-Identifier: Apache-2.0
#include "saltus/record/plots.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "saltus/base/index.h"
#include "saltus/base/json.h"

namespace saltus {
namespace {

constexpr std::size_t most_columns = 42;   // of positions, and of velocities
constexpr std::size_t most_contacts = 24;  // with a curve each
constexpr std::size_t most_portrait_points = 20'000;

Plot plot(std::string_view id, std::string_view title, std::string_view unit,
          std::string_view style) {
  Plot p;
  p.id = id;
  p.title = title;
  p.unit = unit;
  p.style = style;
  return p;
}

}  // namespace

Plots::Plots(const Model& model, const Drawing& drawing, std::size_t samples, RecordedGroups groups)
    : model_(model),
      drawing_(drawing),
      pen_(drawing),
      samples_(samples),
      groups_(groups),
      positions_(plot("positions", "Positions", "m, rad", "line")),
      velocities_(plot("velocities", "Velocities", "m/s, rad/s", "jumps")),
      gaps_(plot("gaps", "Gaps", "m", "line")),
      forces_(plot("forces", "Contact forces", "N", "steps")),
      impulses_(plot("impulses", "Contact impulses", "N s", "steps")),
      joints_(plot("joints", "Joint error", "m, rad", "line")),
      energy_(plot("energy", "Energy and work", "J", "line")),
      solver_(plot("solver", "Iterations", "", "steps")),
      residual_(plot("residual", "Residual of the contact problem", "", "steps")),
      least_gap_(samples),
      pressing_(samples),
      total_(samples) {
  impulses_.collapsed = true;
  if (std::any_of(model.contacts.begin(), model.contacts.end(),
                  [](const Contact& c) { return c.turns; })) {
    gaps_.unit = "m, rad";
    forces_.unit = "N, N m";
    impulses_.unit = "N s, N m s";
  }
  residual_.log = joints_.log = true;
  for (const Body& body : model.bodies) {
    all_columns_ += body.coordinates.size();
    if (q_.size() + body.coordinates.size() > most_columns) continue;
    const bool paired = body.coordinates.size() == body.rates.size();
    for (std::size_t i = 0; i < body.coordinates.size(); ++i) {
      q_.push_back(body.position + static_cast<std::int32_t>(i));
      positions_.series.push_back({body.name + "." + body.coordinates[i], Curve(samples),
                                   paired ? body.name + "." + body.rates[i] : ""});
    }
    for (std::size_t i = 0; i < body.rates.size(); ++i) {
      v_.push_back(body.dof + static_cast<std::int32_t>(i));
      velocities_.series.push_back({body.name + "." + body.rates[i], Curve(samples)});
    }
  }
  columns_ = q_.size();
  for (const char* name : {"kinetic", "potential", "total", "work of forces", "work of damping",
                           "work of contacts", "balance"})
    energy_.series.push_back({name, Curve(samples)});
  for (const char* name : {"Newton", "solver", "active contacts"})
    solver_.series.push_back({name, Curve(samples)});
  residual_.series.push_back({"residual", Curve(samples)});
  if (!model.joints.empty()) joints_.series.push_back({"largest", Curve(samples)});
  portraits_.resize(drawing.portraits.size());
}

void Plots::add(const Sample& sample) {
  const bool jumps = groups_.contacts && add_contacts(sample);
  if (groups_.states) add_states(sample, jumps);
  add_rest(sample);
  ++next_;
}

void Plots::add_states(const Sample& sample, bool jumps) {
  const double t = sample.state.t;
  for (std::size_t k = 0; k < q_.size(); ++k)
    positions_.series[k].curve.add(next_, t, sample.state.q[q_[k]]);
  for (std::size_t k = 0; k < v_.size(); ++k) {
    Curve& curve = velocities_.series[k].curve;
    if (jumps) {
      curve.jump(next_, t, sample.state.v[v_[k]]);
    } else {
      curve.add(next_, t, sample.state.v[v_[k]]);
    }
  }
}

/// Did a contact begin to press? Then velocities have jumped at the end of the step.
bool Plots::add_contacts(const Sample& sample) {
  add_sums(sample);
  if (sums_only_) return false;
  bool jumps = false;
  const double h = sample.state.h;
  for (std::size_t i = 0; i < sample.contacts.size(); ++i) {
    const ContactSample& c = sample.contacts[i];
    const std::string& name = i < model_.own_contacts ? model_.contacts[i].name : c.name;
    const auto [found, is_new] = contacts_.try_emplace(name);
    ContactCurves& curves = found->second;
    if (is_new) {
      curves.gap = curves.normal = curves.tangent = curves.impulse = Curve(samples_);
      if (contacts_.size() > std::max(most_contacts, model_.own_contacts)) {
        contacts_.clear();
        sums_only_ = true;
        return false;
      }
    }
    const double t = sample.state.t;
    curves.gap.add(next_, t, c.gap);
    curves.normal.add(next_, t, h > 0 ? c.pn / h : 0);
    curves.tangent.add(next_, t, h > 0 ? c.pt / h : 0);
    curves.impulse.add(next_, t, c.pn);
    jumps = jumps || (c.pn > 0 && curves.p_before == 0);
    curves.p_before = c.pn;
  }
  return jumps && next_ > 0;
}

void Plots::add_sums(const Sample& sample) {
  if (!has_shape_contacts(model_) || sample.contacts.empty()) return;
  double least = sample.contacts.front().gap;
  double total = 0;
  double pressing = 0;
  for (const ContactSample& c : sample.contacts) {
    least = std::min(least, c.gap);
    total += c.pn;
    pressing += c.pn > 0 ? 1 : 0;
  }
  const double t = sample.state.t;
  least_gap_.add(next_, t, least);
  pressing_.add(next_, t, pressing);
  total_.add(next_, t, sample.state.h > 0 ? total / sample.state.h : 0);
}

void Plots::add_rest(const Sample& sample) {
  const double t = sample.state.t;
  const EnergySample& e = sample.energy;
  const std::array energies{e.kinetic,      e.potential,    e.total,  e.work_external,
                            e.work_damping, e.work_contact, e.balance};
  for (std::size_t k = 0; groups_.energy && k < energies.size(); ++k)
    energy_.series[k].curve.add(next_, t, energies[k]);
  if (groups_.solver) {
    const StepSums& s = sample.solver;
    std::size_t k = 0;
    for (const std::int32_t value : {s.newton, s.iterations, s.active})
      solver_.series[k++].curve.add(next_, t, value);
    residual_.series[0].curve.add(next_, t, s.residual);
  }
  if (groups_.constraints && !joints_.series.empty()) {
    double worst = 0;
    for (const JointSample& j : sample.joints) worst = std::max(worst, std::abs(j.position_error));
    joints_.series[0].curve.add(next_, t, worst);
  }
  if (portraits_.empty() || !groups_.states || next_ % (1 + samples_ / most_portrait_points) != 0)
    return;
  const std::span<const double> drawn = pen_.draw(sample.state).subspan(3 * drawing_.points.size());
  portrait_t_.push_back(t);
  for (std::size_t p = 0; p < portraits_.size(); ++p) {
    const bool good = std::isfinite(drawn[2 * p] + drawn[2 * p + 1]);
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    portraits_[p].first.push_back(good ? drawn[2 * p] : nothing);
    portraits_[p].second.push_back(good ? drawn[2 * p + 1] : nothing);
    if (!good) broken_portraits_.try_emplace(p, t);
  }
}

void Plots::take_contacts() {
  if (sums_only_) {
    gaps_.series.push_back({"smallest", std::move(least_gap_)});
    forces_.series.push_back({"sum of the normal forces", std::move(total_)});
    solver_.series.push_back({"contacts that press", std::move(pressing_)});
    return;
  }
  for (auto& [name, curves] : contacts_) {
    gaps_.series.push_back({name, std::move(curves.gap)});
    forces_.series.push_back({name + " normal", std::move(curves.normal)});
    const std::vector<double>& y = curves.tangent.y();
    const bool slides = std::any_of(y.begin(), y.end(), [](double f) { return f != 0; });
    if (slides) forces_.series.push_back({name + " tangential", std::move(curves.tangent)});
    impulses_.series.push_back({name, std::move(curves.impulse)});
  }
}

std::vector<Plot> Plots::take() {
  take_contacts();
  std::vector<Plot> plots;
  for (Plot* plot : {&gaps_, &forces_, &impulses_, &positions_, &velocities_, &joints_, &energy_,
                     &solver_, &residual_})
    plots.push_back(std::move(*plot));
  return plots;
}

void Plots::finish(ReportData& data) {
  PlotWriter writer(data);
  std::vector<Plot> plots = take();
  data.set("plots", writer.json(plots));
  std::vector<std::string> portraits;
  for (std::size_t p = 0; p < portraits_.size() && !portrait_t_.empty(); ++p) {
    const auto& [x, y] = portraits_[p];
    const Drawing::Portrait& about = drawing_.portraits[p];
    portraits.push_back(fmt::format(
        R"({{"title":{},"x_label":{},"y_label":{},"equal":false,"series":[{{"name":{},"t":"{}","x":"{}","y":"{}"}}]}})",
        json_text(about.title), json_text(about.x_label), json_text(about.y_label),
        json_text(about.title), writer.array(portrait_t_), writer.array(x), writer.array(y)));
  }
  data.set("portraits", json_list(portraits));
}

std::string PlotWriter::array(const std::vector<double>& values) {
  for (const auto& [there, name] : shared_)
    if (there == values) return name;
  std::string name = fmt::format("plot.{}", arrays_++);
  data_.add(name, values);
  return name;
}

std::string PlotWriter::json(Plot& plot) {
  constexpr std::size_t most_shared = 16;
  std::vector<std::string> series;
  for (Plot::Series& s : plot.series) {
    if (s.curve.t().empty()) continue;
    const std::string t = array(s.curve.t());
    const auto is_there = [&](const auto& shared) { return shared.second == t; };
    if (shared_.size() < most_shared && std::none_of(shared_.begin(), shared_.end(), is_there))
      shared_.emplace_back(s.curve.t(), t);
    std::string text =
        fmt::format(R"({{"name":{},"t":"{}","y":"{}")", json_text(s.name), t, array(s.curve.y()));
    if (!s.rate.empty()) text += ",\"rate\":" + json_text(s.rate);
    series.push_back(text + "}");
  }
  return fmt::format(
      R"({{"id":"{}","title":"{}","unit":"{}","style":"{}","log":{},"collapsed":{},"series":{}}})",
      plot.id, plot.title, plot.unit, plot.style, plot.log, plot.collapsed, json_list(series));
}

std::string PlotWriter::json(std::vector<Plot>& plots) {
  std::vector<std::string> pieces;
  for (Plot& plot : plots) {
    for (Plot::Series& s : plot.series) s.curve.finish();
    const bool has_curves = std::any_of(plot.series.begin(), plot.series.end(), [&](const auto& s) {
      const std::vector<double>& y = s.curve.y();
      constexpr double least = 1e-18;  // the page's logarithmic axes begin there
      return plot.log
                 ? std::any_of(y.begin(), y.end(), [](double x) { return std::abs(x) > least; })
                 : !y.empty();
    });
    if (has_curves) pieces.push_back(json(plot));
  }
  return json_list(pieces);
}

}  // namespace saltus
