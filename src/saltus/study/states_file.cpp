// SPDX-License-Identifier: Apache-2.0
// Columns by name, cells with all their digits.
#include "saltus/study/states_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <string_view>

#include <fmt/format.h>

#include "saltus/base/error.h"
#include "saltus/record/csv.h"

namespace saltus {
namespace {

std::vector<std::string_view> cells(std::string_view line) {
  std::vector<std::string_view> parts;
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  while (true) {
    const auto comma = line.find(',');
    parts.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    line.remove_prefix(comma + 1);
  }
}

double number(std::string_view cell, const std::string& path, std::size_t line) {
  double x = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), x);
  if (error != std::errc() || end != cell.data() + cell.size() || !std::isfinite(x)) {
    throw FileError(fmt::format("{}:{}: '{}' is no finite number", path, line, cell.substr(0, 40)));
  }
  return x;
}

/// Where each wanted column stands in the header.
std::vector<std::size_t> places(const std::vector<std::string>& wanted, std::string_view header,
                                const std::string& path) {
  const std::vector<std::string_view> there = cells(header);
  std::vector<std::size_t> found;
  for (const std::string& name : wanted) {
    const auto column = std::find(there.begin(), there.end(), name);
    if (column == there.end()) {
      throw FileError(
          fmt::format("{}: has no column '{}'; needed are {}: a states.csv of this "
                      "model, as saltus run --csv writes it",
                      path, name, fmt::join(wanted, ", ")));
    }
    found.push_back(static_cast<std::size_t>(column - there.begin()));
  }
  return found;
}

/// Columns stand by body, q and v by system.
template <class Cell>
void append_state(const Model& model, const Cell& cell, Trajectory& x) {
  const std::size_t q = x.q.size();
  const std::size_t v = x.v.size();
  x.q.resize(q + static_cast<std::size_t>(model.space.positions));
  x.v.resize(v + static_cast<std::size_t>(model.dofs));
  std::size_t column = 0;
  for (const Body& body : model.bodies) {
    const std::size_t first = q + static_cast<std::size_t>(body.position);
    for (std::size_t i = 0; i < body.coordinates.size(); ++i) x.q[first + i] = cell(column++);
  }
  for (const Body& body : model.bodies) {
    const std::size_t first = v + static_cast<std::size_t>(body.dof);
    for (std::size_t i = 0; i < body.rates.size(); ++i) x.v[first + i] = cell(column++);
  }
}

}  // namespace

Trajectory read_states(const std::string& path, const Model& model, double end) {
  std::ifstream file(path, std::ios::binary);
  std::string text;
  if (!file || !std::getline(file, text)) {
    throw FileError(path + ": cannot be read; the reference is exact, self:H or a states.csv");
  }
  std::vector<std::string> wanted = state_columns(model);
  wanted.insert(wanted.begin(), "t");
  const std::vector<std::size_t> columns = places(wanted, text, path);
  const std::size_t needed = *std::max_element(columns.begin(), columns.end()) + 1;

  Trajectory x = empty_trajectory(model);
  for (std::size_t line = 2; std::getline(file, text); ++line) {
    if (text.empty() || text == "\r") continue;
    const std::vector<std::string_view> row = cells(text);
    if (row.size() < needed) throw FileError(fmt::format("{}:{}: too few columns", path, line));
    const auto cell = [&](std::size_t i) { return number(row[columns[i]], path, line); };
    if (!x.t.empty() && !(cell(0) >= x.t.back())) {
      throw FileError(fmt::format("{}:{}: the times decrease", path, line));
    }
    x.t.push_back(cell(0));
    append_state(
        model, [&](std::size_t column) { return cell(1 + column); }, x);
  }
  if (x.t.empty() || x.t.front() > 0 || x.t.back() < end * (1 - 1e-9)) {
    throw FileError(fmt::format("{}: holds t = {:.6g} to {:.6g} s; the study needs 0 to {:.6g} s",
                                path, x.t.empty() ? 0.0 : x.t.front(),
                                x.t.empty() ? 0.0 : x.t.back(), end));
  }
  return x;
}

}  // namespace saltus
