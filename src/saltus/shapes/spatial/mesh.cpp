// SPDX-License-Identifier: Apache-2.0
#include "saltus/shapes/spatial/mesh.h"

#include <charconv>
#include <cmath>

#include "saltus/shapes/spatial/reading.h"
#include "saltus/shapes/spatial/surface_mass.h"
#include "saltus/shapes/triangle_files.h"

namespace saltus::spatial {
namespace {

constexpr std::size_t most_triangles = std::size_t{1} << 28U;  // what a feature's number can hold

/// Rows of numbers, apart by blanks, commas or semicolons; empty lines and those with # are
/// skipped.
std::vector<std::vector<double>> parse_heights(std::string_view text, const std::string& name) {
  std::vector<std::vector<double>> rows;
  int line = 0;
  while (!text.empty()) {
    ++line;
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view rest = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    constexpr std::string_view blanks = " \t\r,;";
    std::vector<double> row;
    rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
    while (!rest.empty() && rest.front() != '#') {
      const std::string_view word = rest.substr(0, rest.find_first_of(blanks));
      double x = 0;
      const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), x);
      if (error != std::errc{} || stop != word.data() + word.size() || !std::isfinite(x)) {
        throw ModelError({name, line, 0}, "a height is expected, not '" + std::string(word) + "'");
      }
      row.push_back(x);
      rest.remove_prefix(word.size());
      rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
    }
    if (!row.empty()) rows.push_back(std::move(row));
  }
  return rows;
}

void demand_grid(const std::vector<std::vector<double>>& rows, const Location& where) {
  if (rows.size() < 2 || rows.front().size() < 2) {
    throw ModelError(where, "a heightfield needs at least 2 rows of 2 heights");
  }
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (rows[k].size() == rows.front().size()) continue;
    throw ModelError(where, "row " + std::to_string(k + 1) + " of the heights has " +
                                std::to_string(rows[k].size()) + " numbers, the first has " +
                                std::to_string(rows.front().size()));
  }
}

}  // namespace

void prepare(Mesh& shape) {
  const auto path = beside(shape.where, shape.file);
  const Surface surface = read_surface(path);
  const Loops loops = triangles(surface);
  const Location where{path.string(), 0, 0};
  if (loops.size() > most_triangles) throw ModelError(where, "has too many triangles");
  const std::string fault = surface_fault(surface.vertices, loops);
  if (!fault.empty()) throw ModelError(where, fault);
  shape.terrain = make_terrain(surface.vertices, loops);
}

std::optional<MassProperties<3>> mass_properties(const Mesh& shape) {
  if (!is_closed(shape)) return std::nullopt;
  std::vector<Vec3> vertices;
  Loops loops;
  for (const Core::Corner& c : shape.terrain.core.corners) vertices.push_back(c.position);
  for (const Terrain::Triangle& t : shape.terrain.triangles) {
    loops.emplace_back(t.corners.begin(), t.corners.end());
  }
  return surface_mass(vertices, loops);
}

void check_fields(const Heightfield& shape, const Value& table, std::string_view what) {
  if (shape.heights.empty() == shape.file.empty()) {
    throw ModelError(table.where, std::string(what) + " needs either 'heights' or 'file'");
  }
  if (shape.size.size() != 2) {
    throw ModelError(table.where, "'size' of " + std::string(what) + " needs 2 numbers");
  }
}

void prepare(Heightfield& shape) {
  Location where = shape.where;
  if (!shape.file.empty()) {
    const auto path = beside(shape.where, shape.file);
    where = Location{path.string(), 0, 0};
    shape.heights = parse_heights(read_bytes(path), path.string());
  }
  demand_grid(shape.heights, where);
  const auto rows = static_cast<int>(shape.heights.size());
  const auto columns = static_cast<int>(shape.heights.front().size());
  std::vector<Vec3> vertices;
  Loops loops;
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) {
      const double x = shape.size[0] * (static_cast<double>(i) / (columns - 1) - 0.5);
      const double y = shape.size[1] * (static_cast<double>(j) / (rows - 1) - 0.5);
      vertices.emplace_back(
          x, y, shape.heights[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)]);
      if (i + 1 == columns || j + 1 == rows) continue;
      const int k = j * columns + i;
      loops.push_back({k, k + 1, k + columns + 1});
      loops.push_back({k, k + columns + 1, k + columns});
    }
  }
  shape.terrain = make_terrain(vertices, loops);
}

}  // namespace saltus::spatial
