// SPDX-License-Identifier: Apache-2.0
#include "saltus/record/vtk.h"

#include <cmath>
#include <cstring>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "saltus/base/base64.h"
#include "saltus/base/error.h"
#include "saltus/base/write_text.h"

namespace saltus {
namespace {

/// The content of a DataArray: the number of its bytes, then these, each in base64 together.
template <class T>
std::string array(const char* type, const char* name, int components,
                  const std::vector<T>& values) {
  const auto bytes = static_cast<std::uint32_t>(values.size() * sizeof(T));
  std::string raw(sizeof bytes + bytes, '\0');
  std::memcpy(raw.data(), &bytes, sizeof bytes);
  if (bytes > 0) std::memcpy(raw.data() + sizeof bytes, values.data(), bytes);
  return fmt::format(
      "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" "
      "format=\"binary\">{}</DataArray>\n",
      type, name, components, base64(raw));
}

struct Cells {
  std::vector<std::int32_t> connectivity, offsets;
  void add(const std::vector<std::int32_t>& cell) {
    connectivity.insert(connectivity.end(), cell.begin(), cell.end());
    offsets.push_back(static_cast<std::int32_t>(connectivity.size()));
  }
  [[nodiscard]] std::string xml(const char* name) const {
    return fmt::format("<{0}>\n{1}{2}</{0}>\n", name,
                       array("Int32", "connectivity", 1, connectivity),
                       array("Int32", "offsets", 1, offsets));
  }
};

/// Points with vertices, lines and polygons; `data` holds the arrays of points and of cells.
std::string polydata(const std::vector<double>& points, const Cells& verts, const Cells& lines,
                     const Cells& polys, const std::string& data) {
  return fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"0.1\" "
      "byte_order=\"LittleEndian\">\n<PolyData>\n<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" "
      "NumberOfLines=\"{}\" NumberOfStrips=\"0\" "
      "NumberOfPolys=\"{}\">\n<Points>\n{}</Points>\n{}{}{}{}"
      "</Piece>\n</PolyData>\n</VTKFile>\n",
      points.size() / 3, verts.offsets.size(), lines.offsets.size(), polys.offsets.size(),
      array("Float64", "Points", 3, points), verts.xml("Verts"), lines.xml("Lines"),
      polys.xml("Polys"), data);
}

}  // namespace

VtkRecorder::VtkRecorder(const std::filesystem::path& folder, const Description& description,
                         const Model& model, const Drawing& drawing, std::size_t samples,
                         std::size_t stride)
    : model_(model),
      drawing_(drawing),
      pen_(drawing),
      places_(description, drawing),
      samples_(samples),
      stride_(stride),
      in_space_(is_spatial(model)),
      folder_(folder / "vtk") {
  std::error_code error;
  std::filesystem::remove_all(folder_, error);
  std::filesystem::create_directories(folder_, error);
  if (error) throw FileError(folder_.string() + ": " + error.message());
  for (std::size_t b = 0; b < model.bodies.size(); ++b)
    surfaces_.push_back(surface_of(model, b, shown_plane));
}

std::string VtkRecorder::bodies(const State& x) {
  std::vector<double> points;
  std::vector<std::int32_t> of_line, of_poly;  // body of each cell
  Cells lines, polys;
  for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
    if (model_.bodies[b].motion == BodyMotion::formula) continue;
    const Placement at = placement(model_.bodies[b], x.q, in_space_);
    const Eigen::Quaterniond turn(at.rotation[0], at.rotation[1], at.rotation[2], at.rotation[3]);
    const auto first = static_cast<std::int32_t>(points.size() / 3);
    for (const auto& p : surfaces_[b].points) {
      const Eigen::Vector3d world = turn * Eigen::Vector3d(p[0], p[1], p[2]);
      for (int i = 0; i < 3; ++i)
        points.push_back(world[i] + at.position[static_cast<std::size_t>(i)]);
    }
    for (const auto& t : surfaces_[b].triangles) {
      polys.add({first + static_cast<std::int32_t>(t[0]), first + static_cast<std::int32_t>(t[1]),
                 first + static_cast<std::int32_t>(t[2])});
      of_poly.push_back(static_cast<std::int32_t>(b));
    }
    for (const auto& loop : surfaces_[b].loops) {
      std::vector<std::int32_t> line;
      for (const std::uint32_t k : loop) line.push_back(first + static_cast<std::int32_t>(k));
      line.push_back(line.front());
      lines.add(line);
      of_line.push_back(static_cast<std::int32_t>(b));
    }
  }
  const std::span<const double> drawn = pen_.draw(x);
  const auto first = static_cast<std::int32_t>(points.size() / 3);
  points.insert(points.end(), drawn.begin(),
                drawn.begin() + static_cast<std::ptrdiff_t>(3 * drawing_.points.size()));
  for (const Drawing::Mark& mark : drawing_.marks) {
    std::vector<std::int32_t> line;
    for (const std::int32_t k : mark.points) line.push_back(first + k);
    if (mark.kind == Drawing::Kind::polygon) line.push_back(line.front());
    if (line.size() < 2) line.push_back(line.front());
    lines.add(line);
    of_line.push_back(-1);
  }
  std::vector<std::int32_t> of_cell = of_line;  // VTK counts vertices, lines, polygons
  of_cell.insert(of_cell.end(), of_poly.begin(), of_poly.end());
  return polydata(
      points, {}, lines, polys,
      "<CellData Scalars=\"body\">\n" + array("Int32", "body", 1, of_cell) + "</CellData>\n");
}

std::string VtkRecorder::contacts(const std::vector<ContactSample>& list, double h) {
  std::vector<double> points, force, gap;
  std::vector<std::int32_t> status;
  Cells verts;
  for (const ContactSample& c : list) {
    if (!std::isfinite(c.point[0])) continue;
    verts.add({static_cast<std::int32_t>(gap.size())});
    points.insert(points.end(), c.point.begin(), c.point.end());
    for (const double p : c.impulse) force.push_back(h > 0 ? p / h : 0);
    gap.push_back(c.gap);
    status.push_back(static_cast<std::int32_t>(c.status));
  }
  return polydata(points, verts, {}, {},
                  "<PointData Scalars=\"gap\" Vectors=\"force\">\n" +
                      array("Float64", "force", 3, force) + array("Float64", "gap", 1, gap) +
                      array("Int32", "status", 1, status) + "</PointData>\n");
}

void VtkRecorder::record(const Sample& sample) {
  const std::size_t i = next_++;
  if (i % stride_ != 0 && i + 1 != samples_) return;
  const std::size_t k = times_.size();
  write_text(folder_ / fmt::format("bodies_{:06}.vtp", k), bodies(sample.state));
  if (has_contacts()) {
    placed_ = sample.contacts;
    places_.fill(sample.state, placed_);
    write_text(folder_ / fmt::format("contacts_{:06}.vtp", k), contacts(placed_, sample.state.h));
  }
  times_.push_back(sample.state.t);
}

void VtkRecorder::finish() {
  for (const char* what : {"bodies", "contacts"}) {
    if (!has_contacts() && what == std::string_view("contacts")) continue;
    std::string text =
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n";
    for (std::size_t k = 0; k < times_.size(); ++k)
      text += fmt::format("<DataSet timestep=\"{:.17g}\" part=\"0\" file=\"{}_{:06}.vtp\"/>\n",
                          times_[k], what, k);
    write_text(folder_ / fmt::format("{}.pvd", what), text + "</Collection>\n</VTKFile>\n");
  }
}

}  // namespace saltus
