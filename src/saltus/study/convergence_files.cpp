// SPDX-License-Identifier: Apache-2.0
// convergence.csv: a row per step or tolerance, quantity and norm; convergence.json: the same,
// nested.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "saltus/base/json.h"
#include "saltus/base/version.h"
#include "saltus/base/write_text.h"
#include "saltus/study/convergence.h"
#include "saltus/study/files.h"

namespace saltus {
namespace {

struct WorkFigure {
  std::string_view name;
  double MeanWork::*value;
};
constexpr std::array work_figures{
    WorkFigure{"steps", &MeanWork::steps},   WorkFigure{"masses", &MeanWork::masses},
    WorkFigure{"forces", &MeanWork::forces}, WorkFigure{"tangents", &MeanWork::tangents},
    WorkFigure{"solves", &MeanWork::solves}, WorkFigure{"rows", &MeanWork::rows},
    WorkFigure{"cost", &MeanWork::cost},
};

std::optional<double> value_of(const WorkFigure& figure, const ConvergenceRow& row) {
  if (!row.work) return std::nullopt;
  return *row.work.*figure.value;
}

/// {"steps":…,"masses":…}
std::string json_work(const ConvergenceRow& row) {
  std::string text;
  for (const WorkFigure& figure : work_figures) {
    text += fmt::format("{}\"{}\":{}", text.empty() ? "{" : ",", figure.name,
                        json_optional(value_of(figure, row)));
  }
  return text + "}";
}

bool is_remarkable(const ConvergenceRow& row) {
  return row.fallbacks + row.coarse_steps + row.stiff_runs > 0;
}

std::string csv_of(const ConvergenceRequest& request, const Convergence& result) {
  std::string text(to_string(request.varied));
  text += ",steps,quantity,norm,error,order,order_all";
  for (const WorkFigure& figure : work_figures) text += fmt::format(",work_{}", figure.name);
  const bool remarkable = std::any_of(result.rows.begin(), result.rows.end(), is_remarkable);
  text += ",status,reason";
  text += remarkable ? ",fallbacks,coarse_steps,stiff_runs\n" : "\n";
  for (const ConvergenceRow& row : result.rows) {
    const auto add = [&](const char* quantity, const Figures& errors, const Figures& orders,
                         const Figures& all) {
      for (std::size_t j = 0; j < request.norms.size(); ++j) {
        text += fmt::format("{},{},{},{},{},{},{}", csv_number(row.value), row.steps, quantity,
                            enum_name(request.norms[j]), csv_number(errors[j]),
                            csv_number(orders[j]), csv_number(all[j]));
        for (const WorkFigure& figure : work_figures)
          text += "," + csv_number(value_of(figure, row));
        text += fmt::format(",{},{}", row.failure.empty() ? "ok" : "failed", csv_text(row.failure));
        text += remarkable
                    ? fmt::format(",{},{},{}\n", row.fallbacks, row.coarse_steps, row.stiff_runs)
                    : "\n";
      }
    };
    add("q", row.q, row.q_order, result.q_order);
    add("v", row.v, row.v_order, result.v_order);
  }
  return text;
}

/// {"q":{"l1":…},"v":{…}}
std::string nested(const ConvergenceRequest& request, const Figures& q, const Figures& v) {
  std::string text;
  const auto add = [&](const char* quantity, const Figures& orders) {
    text += fmt::format("{}\"{}\":{{", text.empty() ? "{" : "},", quantity);
    for (std::size_t j = 0; j < request.norms.size(); ++j) {
      text += fmt::format("{}\"{}\":{}", j == 0 ? "" : ",", enum_name(request.norms[j]),
                          json_optional(orders[j]));
    }
  };
  add("q", q);
  add("v", v);
  return text + "}}";
}

}  // namespace

void write_convergence(const std::filesystem::path& folder, const Model& model,
                       const Simulation& simulation, const ConvergenceRequest& request,
                       const Convergence& result) {
  write_text(folder / "convergence.csv", csv_of(request, result));
  std::string text = fmt::format(
      "{{\n \"model\":{},\n \"scheme\":{},\n \"options\":{},\n \"end\":{},\n \"reference\":{},\n"
      " \"average\":{},\n \"perturb\":{},\n \"rows\":[",
      json_text(model.name), json_text(scheme_name(simulation.scheme)),
      json_options(simulation.scheme), json_number(simulation.end),
      json_text(to_text(request.reference)), request.average, json_number(request.perturb));
  for (const ConvergenceRow& row : result.rows) {
    text += fmt::format(
        "{}\n  {{\"{}\":{},\"steps\":{},\"status\":\"{}\",\"reason\":{},\n   \"errors\":{},\n"
        "   \"orders\":{},\n   \"work\":{},\n"
        "   \"fallbacks\":{},\"coarse_steps\":{},\"stiff_runs\":{}}}",
        &row == result.rows.data() ? "" : ",", to_string(request.varied), json_number(row.value),
        row.steps, row.failure.empty() ? "ok" : "failed",
        row.failure.empty() ? "null" : json_text(row.failure), nested(request, row.q, row.v),
        nested(request, row.q_order, row.v_order), json_work(row), row.fallbacks, row.coarse_steps,
        row.stiff_runs);
  }
  text += fmt::format("],\n \"orders\":{},\n \"version\":{}\n}}\n",
                      nested(request, result.q_order, result.v_order), json_text(version));
  write_text(folder / "convergence.json", text);
}

}  // namespace saltus
