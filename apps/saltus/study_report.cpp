// SPDX-License-Identifier: Apache-2.0
// Tables, log-log plots and overlaid curves of the studies.
#include "study_report.h"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "page.h"
#include "report.h"
#include "saltus/base/json.h"
#include "saltus/base/version.h"
#include "saltus/base/write_text.h"
#include "saltus/io/toml_write.h"
#include "saltus/record/report.h"

namespace saltus::app {
namespace {

constexpr std::size_t most_runs = 12;   // with curves
constexpr std::size_t most_series = 6;  // of one quantity and run
constexpr double longest_run = 30;      // s
constexpr std::int64_t most_steps = 5'000'000;

class PlotRecorder final : public Recorder {
 public:
  explicit PlotRecorder(Plots& plots) : plots_(plots) {}
  void record(const Sample& sample) override { plots_.add(sample); }

 private:
  Plots& plots_;
};

struct LogLog {
  std::string title, x_label, y_label;
  std::vector<std::string> series;
  bool has_points = false;

  /// Points that are 0 have no place, and the page says how many. Without any that has one it is
  /// named all the same: colours go by the order.
  void add(const std::string& name, const std::vector<double>& x, const std::vector<double>& y,
           std::optional<double> slope) {
    for (std::size_t i = 0; i < x.size(); ++i) has_points = has_points || (x[i] > 0 && y[i] > 0);
    series.push_back(fmt::format(R"({{"name":{},"x":{},"y":{},"slope":{}}})", json_text(name),
                                 json_list(x), json_list(y), slope ? json_number(*slope) : "null"));
  }
};

std::string json(const std::vector<LogLog>& all) {
  std::vector<std::string> pieces;
  for (const LogLog& p : all) {
    if (!p.has_points) continue;
    pieces.push_back(fmt::format(R"({{"title":{},"x_label":{},"y_label":{},"series":{}}})",
                                 json_text(p.title), json_text(p.x_label), json_text(p.y_label),
                                 json_list(p.series)));
  }
  return json_list(pieces);
}

struct Column {
  std::string_view name;
  std::string_view unit;
};

std::string columns_json(const std::vector<Column>& columns) {
  std::vector<std::string> pieces;
  for (const Column& c : columns)
    pieces.push_back(fmt::format(R"({{"name":"{}","unit":"{}"}})", c.name, c.unit));
  return json_list(pieces);
}

ReportHead head_of(const Loaded& loaded, const std::string& command) {
  ReportHead head;
  head.title = loaded.description.title;
  head.model = loaded.description.name;
  head.model_text = write_toml(loaded.tree);
  head.options = {{"end", fmt::format("{:.6g} s", loaded.simulation.end)}};
  head.version = std::string(version);
  head.command = command;
  return head;
}

std::vector<Column> comparison_columns(const Model& model) {
  return {{"scheme", ""},
          {"step", "s"},
          {"status", ""},
          {"steps", ""},
          {"penetration", gap_unit(model)},
          {"joint error", ""},
          {"law residual", "m/s"},
          {"energy increase", "J"},
          {"balance error", "J"},
          {"impacts", ""},
          {"cost", "units"},
          {"time", "us/step"},
          {"error of q", "l1"}};
}

std::string comparison_row(std::size_t columns, const ComparisonRow& row,
                           const std::optional<double>& error) {
  std::vector<std::string> cells{json_text(row.label), json_number(row.step),
                                 json_text(to_string(row.status))};
  if (row.certificate) {
    const Certificate& c = *row.certificate;
    for (const double x :
         {static_cast<double>(c.steps), c.max_penetration, c.max_joint_error,
          c.max_velocity_law_residual, c.max_energy_increase, c.energy_balance_error,
          static_cast<double>(c.impacts), c.work.cost(), row.microseconds_per_step()})
      cells.push_back(json_number(x));
    if (error) cells.push_back(json_number(*error));
  }
  cells.resize(columns, "null");
  return json_list(cells);
}

/// A figure of the certificate over the step, by scheme.
LogLog over_step(const std::string& title, const std::string& unit, double Certificate::*figure,
                 const std::vector<ComparisonRow>& rows) {
  LogLog plot{title, "step, s", unit, {}};
  for (std::size_t i = 0; i < rows.size();) {
    std::vector<double> x, y;
    const std::string& label = rows[i].label;
    for (; i < rows.size() && rows[i].label == label; ++i) {
      if (!rows[i].certificate) continue;
      x.push_back(rows[i].step);
      y.push_back(*rows[i].certificate.*figure);
    }
    if (x.size() > 1) plot.add(label, x, y, {});
  }
  return plot;
}

/// Error over the step with its slope, and over the cost, by scheme.
std::vector<LogLog> error_plots(const std::vector<ComparisonRow>& rows,
                                const ComparisonErrors& errors) {
  LogLog over_steps{"Error over step", "step, s", "error of q, l1", {}};
  LogLog over_cost{"Work and precision", "cost, units", "error of q, l1", {}};
  for (const ComparisonErrors::Slope& scheme : errors.slopes) {
    std::vector<double> steps, costs, y;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].label != scheme.label || !rows[i].certificate || !errors.q[i]) continue;
      steps.push_back(rows[i].step);
      costs.push_back(rows[i].certificate->work.cost());
      y.push_back(*errors.q[i]);
    }
    over_steps.add(scheme.label, steps, y, scheme.q);
    over_cost.add(scheme.label, costs, y, {});
  }
  return {std::move(over_steps), std::move(over_cost)};
}

std::optional<double> figure(const Figures& figures, std::size_t j) {
  return j < figures.size() ? figures[j] : std::nullopt;
}

/// Columns of values, work and errors, gathered quantity by quantity.
class ConvergenceTable {
 public:
  ConvergenceTable(const ConvergenceRequest& request, const Convergence& result)
      : request_(request), result_(result) {
    const std::string varied(to_string(request.varied));
    const std::string x_label = request.varied == Varied::step ? "step, s" : varied;
    errors = {"Error over " + varied, x_label, "error", {}};
    work = {"Work and precision", "cost, units", "error", {}};
    columns_ = {column(varied), column("status"), column("steps"), column("cost", "units")};
    for (const ConvergenceRow& row : result.rows) {
      values_.push_back(row.value);
      costs_.push_back(row.work ? row.work->cost : 0);
      const bool failed = !row.failure.empty();
      rows_.push_back({json_number(row.value), failed ? R"("failed")" : R"("ok")",
                       failed ? "null" : std::to_string(row.steps),
                       row.work ? json_number(row.work->cost) : "null"});
    }
  }

  void add(const char* quantity, Figures ConvergenceRow::*figures, Figures ConvergenceRow::*orders,
           const Figures& slopes) {
    for (std::size_t j = 0; j < request_.norms.size(); ++j) {
      const std::string name = fmt::format("{}, {}", quantity, enum_name(request_.norms[j]));
      columns_.push_back(column(name));
      columns_.push_back(column("order"));
      std::vector<double> y;
      for (std::size_t i = 0; i < result_.rows.size(); ++i) {
        const std::optional<double> error = figure(result_.rows[i].*figures, j);
        const std::optional<double> order = figure(result_.rows[i].*orders, j);
        rows_[i].push_back(error ? json_number(*error) : "null");
        rows_[i].push_back(order ? fmt::format("{:.2f}", *order) : "null");
        y.push_back(error.value_or(std::numeric_limits<double>::quiet_NaN()));
      }
      errors.add(name, values_, y, figure(slopes, j));
      work.add(name, costs_, y, {});
    }
  }

  [[nodiscard]] std::string json() const {
    std::vector<std::string> lines;
    for (const auto& row : rows_) lines.push_back(json_list(row));
    return fmt::format(R"({{"columns":{},"rows":{}}})", json_list(columns_), json_list(lines));
  }

  LogLog errors, work;

 private:
  static std::string column(const std::string& name, const std::string& unit = "") {
    return fmt::format(R"({{"name":{},"unit":{}}})", json_text(name), json_text(unit));
  }

  const ConvergenceRequest& request_;
  const Convergence& result_;
  std::vector<std::string> columns_;
  std::vector<std::vector<std::string>> rows_;
  std::vector<double> values_, costs_;
};

}  // namespace

void OverlaidCurves::add(const std::string& label, const Loaded& loaded, std::int64_t steps,
                         double seconds) {
  if (runs >= most_runs || seconds > longest_run || steps > most_steps) {
    left_out.push_back(label);
    return;
  }
  ++runs;
  const Drawing nothing;
  Plots gathered(loaded.model, nothing, static_cast<std::size_t>(steps) + 1);
  PlotRecorder recorder(gathered);
  const std::array<Recorder*, 1> recorders{&recorder};
  Simulation simulation = loaded.simulation;
  simulation.every = 0;
  static_cast<void>(simulate(loaded.model, simulation, recorders));
  is_thinned = is_thinned || gathered.is_thinned();
  std::vector<Plot> of_run = gathered.take();
  for (Plot& plot : of_run) {
    if (plot.series.size() > most_series) plot.series.resize(most_series);
    for (Plot::Series& s : plot.series) {
      s.name += ", " + label;
      s.rate.clear();
    }
    const auto same =
        std::find_if(plots.begin(), plots.end(), [&](const Plot& p) { return p.id == plot.id; });
    if (same == plots.end()) {
      plots.push_back(std::move(plot));
    } else {
      std::move(plot.series.begin(), plot.series.end(), std::back_inserter(same->series));
    }
  }
}

void write_report(const std::filesystem::path& folder, const Loaded& loaded,
                  const std::string& command, const std::vector<ComparisonRow>& rows,
                  const ComparisonErrors& errors, OverlaidCurves& curves) {
  ReportData data;
  std::vector<std::string> notes = errors.notes;
  if (errors.reference.empty()) {
    notes.push_back("No errors, and no plot of work over precision: " + errors.why_not);
  } else {
    notes.push_back("Errors are differences from " + errors.reference +
                    ", sums of h |q - q_ref| over the steps (l1).");
  }
  for (const std::string& label : curves.left_out)
    notes.push_back("No curves of " + label + ": too long, or too many runs.");
  if (curves.is_thinned)
    notes.push_back(
        fmt::format("Curves are decimated: each shows the lowest and the highest of "
                    "{} equal parts of its run.",
                    Curve::most / 2));
  for (const ComparisonRow& row : rows)
    if (!row.reason.empty()) notes.push_back(row.label + ": " + row.reason);
  ReportHead head = head_of(loaded, command);
  std::vector<std::string> schemes, steps, cells;
  for (const ComparisonRow& row : rows) {
    if (schemes.empty() || schemes.back() != row.label) schemes.push_back(row.label);
    if (schemes.size() == 1) steps.push_back(fmt::format("{:.6g}", row.step));
  }
  head.options.emplace_back("schemes", fmt::format("{}", fmt::join(schemes, ", ")));
  head.options.emplace_back("steps", fmt::format("{} s", fmt::join(steps, ", ")));
  if (!errors.reference.empty()) head.options.emplace_back("reference", errors.reference);
  set_head(head, "compare", notes, data);
  const std::vector<Column> columns = comparison_columns(loaded.model);
  for (std::size_t i = 0; i < rows.size(); ++i)
    cells.push_back(comparison_row(columns.size(), rows[i], errors.q[i]));
  data.set("table",
           fmt::format(R"({{"columns":{},"rows":{}}})", columns_json(columns), json_list(cells)));
  std::vector<LogLog> plots = error_plots(rows, errors);
  plots.push_back(over_step("Penetration", std::string(gap_unit(loaded.model)),
                            &Certificate::max_penetration, rows));
  plots.push_back(over_step("Joint error", "m or rad", &Certificate::max_joint_error, rows));
  plots.push_back(over_step("Law residual", "m/s", &Certificate::max_velocity_law_residual, rows));
  plots.push_back(over_step("Energy balance error", "J", &Certificate::energy_balance_error, rows));
  data.set("loglog", json(plots));
  PlotWriter writer(data);
  data.set("plots", writer.json(curves.plots));
  write_text(folder / "report.html", data.html(report_page()));
}

void write_report(const std::filesystem::path& folder, const Loaded& loaded,
                  const std::string& command, const std::string& label,
                  const ConvergenceRequest& request, const Convergence& result) {
  ReportData data;
  std::vector<std::string> notes{fmt::format("Reference: {}.", to_text(request.reference))};
  if (request.average > 1) notes.push_back(fmt::format("Mean over {} starts.", request.average));
  for (const ConvergenceRow& row : result.rows)
    if (!row.failure.empty()) notes.push_back(fmt::format("{:.6g}: {}", row.value, row.failure));
  ReportHead head = head_of(loaded, command);
  std::vector<std::string> values;
  for (const double value : request.values) values.push_back(fmt::format("{:.6g}", value));
  head.options.emplace_back("scheme", label);
  head.options.emplace_back(fmt::format("{}s", to_string(request.varied)),
                            fmt::format("{}", fmt::join(values, ", ")));
  head.options.emplace_back("reference", to_text(request.reference));
  head.options.emplace_back("solver", std::string(name_of(loaded.simulation.solver)));
  set_head(head, "converge", notes, data);
  ConvergenceTable table(request, result);
  table.add("q", &ConvergenceRow::q, &ConvergenceRow::q_order, result.q_order);
  table.add("v", &ConvergenceRow::v, &ConvergenceRow::v_order, result.v_order);
  data.set("table", table.json());
  data.set("loglog", json({table.errors, table.work}));
  data.set("plots", "[]");
  write_text(folder / "report.html", data.html(report_page()));
}

}  // namespace saltus::app
