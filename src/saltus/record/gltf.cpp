// SPDX-License-Identifier: Apache-2.0
#include "saltus/record/gltf.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numbers>
#include <utility>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "saltus/base/error.h"
#include "saltus/base/json.h"
#include "saltus/base/version.h"
#include "saltus/base/write_text.h"
#include "saltus/record/report_data.h"

namespace saltus {
namespace {

constexpr std::size_t most_gltf_frames = 2000;

// Colours that people with any colour vision tell apart (Okabe and Ito), linear.
constexpr std::array<std::array<double, 3>, 6> colours{{{0.10, 0.45, 0.81},
                                                        {0.79, 0.35, 0.0},
                                                        {0.0, 0.34, 0.17},
                                                        {0.60, 0.19, 0.38},
                                                        {0.0, 0.17, 0.45},
                                                        {0.66, 0.11, 0.0}}};

/// Views and accessors of one buffer.
class Buffer {
 public:
  template <class T>
  std::size_t add(const std::vector<T>& values, int component, const char* type, std::size_t width,
                  const std::string& extra = "", int target = 0) {
    views_.push_back(fmt::format(R"({{"buffer":0,"byteOffset":{},"byteLength":{}{}}})",
                                 bytes_.size(), values.size() * sizeof(T),
                                 target == 0 ? "" : fmt::format(",\"target\":{}", target)));
    accessors_.push_back(
        fmt::format(R"({{"bufferView":{},"componentType":{},"count":{},"type":"{}"{}}})",
                    views_.size() - 1, component, values.size() / width, type, extra));
    const std::size_t from = bytes_.size();
    bytes_.resize(from + values.size() * sizeof(T));
    std::memcpy(bytes_.data() + from, values.data(), values.size() * sizeof(T));
    bytes_.append((4 - bytes_.size() % 4) % 4, '\0');
    return accessors_.size() - 1;
  }
  [[nodiscard]] std::string json() const {
    return fmt::format(R"("buffers":[{{"byteLength":{}}}],"bufferViews":{},"accessors":{})",
                       bytes_.size(), json_list(views_), json_list(accessors_));
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
  std::vector<std::string> views_, accessors_;
};

constexpr int float_type = 5126;
constexpr int index_type = 5125;
constexpr int vertex_target = 34962;
constexpr int index_target = 34963;

std::string bounds(const std::vector<float>& values, std::size_t width) {
  std::vector<double> lower(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(width));
  std::vector<double> upper = lower;
  for (std::size_t k = 0; k < values.size(); ++k) {
    lower[k % width] = std::min<double>(lower[k % width], values[k]);
    upper[k % width] = std::max<double>(upper[k % width], values[k]);
  }
  return fmt::format(R"(,"min":{},"max":{})", json_list(lower), json_list(upper));
}

/// A mesh of triangles and closed lines.
std::string mesh_json(const Surface& surface, std::size_t material, Buffer& buffer) {
  std::vector<float> points;
  for (const auto& p : surface.points)
    for (const double x : p) points.push_back(static_cast<float>(x));
  const std::size_t position =
      buffer.add(points, float_type, "VEC3", 3, bounds(points, 3), vertex_target);
  std::vector<std::string> primitives;
  const auto add = [&](const std::vector<std::uint32_t>& indices, int mode) {
    primitives.push_back(fmt::format(
        R"({{"attributes":{{"POSITION":{}}},"indices":{},"mode":{},"material":{}}})", position,
        buffer.add(indices, index_type, "SCALAR", 1, "", index_target), mode, material));
  };
  constexpr int line_loop = 2;
  constexpr int triangles_mode = 4;
  std::vector<std::uint32_t> triangles;
  for (const auto& t : surface.triangles) triangles.insert(triangles.end(), t.begin(), t.end());
  if (!triangles.empty()) add(triangles, triangles_mode);
  for (const auto& loop : surface.loops) add(loop, line_loop);
  return fmt::format(R"({{"primitives":{}}})", json_list(primitives));
}

std::string chunk(const char* type, std::string content, char filling) {
  content.append((4 - content.size() % 4) % 4, filling);
  const auto size = static_cast<std::uint32_t>(content.size());
  std::string out(sizeof size, '\0');
  std::memcpy(out.data(), &size, sizeof size);
  return out + std::string(type, 4) + content;
}

/// The last `width` numbers again, until there are so many.
void repeat(std::vector<float>& values, std::size_t width, std::size_t count) {
  while (!values.empty() && values.size() < width * count)
    values.push_back(values[values.size() - width]);
}

std::string list(const std::vector<float>& values) {
  const std::vector<double> wide(values.begin(), values.end());
  return json_list(wide);
}

}  // namespace

GltfRecorder::GltfRecorder(std::filesystem::path file, const Model& model, const Drawing& drawing,
                           std::size_t samples)
    : file_(std::move(file)),
      model_(model),
      drawing_(drawing),
      pen_(drawing),
      in_space_(is_spatial(model)),
      stride_(1 + samples / most_gltf_frames) {
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    const Body& body = model.bodies[b];
    if (body.motion == BodyMotion::formula) continue;
    Node node{body.name, surface_of(model, b, shown_plane), body.motion == BodyMotion::fixed,
              static_cast<std::int32_t>(b)};
    if (!node.surface.points.empty()) nodes_.push_back(std::move(node));
  }
  for (const Drawing::Mark& mark : drawing.marks) add_mark(mark);
  if (nodes_.empty())
    throw FileError(
        "the model has no body with a shape and no [draw]: there is nothing that glTF could show");
}

/// A circle (a point is a small one), or the sides of a line or polygon.
void GltfRecorder::add_mark(const Drawing::Mark& mark) {
  const std::string& name = drawing_.points[static_cast<std::size_t>(mark.points.front())].name;
  if (mark.kind == Drawing::Kind::point || mark.kind == Drawing::Kind::circle) {
    constexpr double dot = 0.005;  // m
    constexpr int corners = 32;
    const double radius = mark.kind == Drawing::Kind::circle ? mark.radius : dot;
    Node node{name, {}, mark.fixed, -1, mark.points.front()};
    node.surface.loops.emplace_back();
    for (std::uint32_t k = 0; k < corners; ++k) {
      const double angle = 2 * std::numbers::pi * k / corners;
      node.surface.points.push_back({radius * std::cos(angle), radius * std::sin(angle), 0});
      node.surface.loops.back().push_back(k);
    }
    nodes_.push_back(std::move(node));
    return;
  }
  const std::size_t sides = mark.points.size() - (mark.kind == Drawing::Kind::polygon ? 0 : 1);
  for (std::size_t k = 0; k < sides; ++k) {
    nodes_.push_back({name,
                      {{{0, 0, 0}, {1, 0, 0}}, {}, {{0, 1}}},
                      mark.fixed,
                      -1,
                      mark.points[k],
                      mark.points[(k + 1) % mark.points.size()]});
  }
}

void GltfRecorder::place(Node& node, const Placement& at) const {
  if (!is_drawable(at.position)) return;
  double along = 0;  // the shorter way from the frame before
  double square = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    square += at.rotation[i] * at.rotation[i];
    if (!node.rotation.empty())
      along += at.rotation[i] *
               static_cast<double>(node.rotation[node.rotation.size() - 4 + (i + 3) % 4]);
  }
  const double scale = (along < 0 ? -1 : 1) / std::sqrt(square);
  for (const double x : at.position) node.position.push_back(static_cast<float>(x));
  for (const std::size_t i : {1U, 2U, 3U, 0U})  // x, y, z, w
    node.rotation.push_back(static_cast<float>(scale * at.rotation[i]));
}

void GltfRecorder::place_line(Node& node, std::span<const double> drawn) const {
  const auto point = [&](std::int32_t k) {
    return Eigen::Vector3d(drawn.data() + 3 * static_cast<std::ptrdiff_t>(k));
  };
  const Eigen::Vector3d end = point(node.to < 0 ? node.from : node.to);
  const Eigen::Vector3d way = end - point(node.from);
  Placement at;
  for (int i = 0; i < 3; ++i) at.position[static_cast<std::size_t>(i)] = point(node.from)[i];
  if (!is_drawable(at.position) || !is_drawable({end[0], end[1], end[2]})) return;
  const double length = way.norm();
  if (node.to >= 0) {
    if (length > 0) {
      const auto turn = Eigen::Quaterniond::FromTwoVectors(Eigen::Vector3d::UnitX(), way);
      at.rotation = {turn.w(), turn.x(), turn.y(), turn.z()};
    }
    for (const double s : {length, 1.0, 1.0}) node.stretch.push_back(static_cast<float>(s));
  }
  place(node, at);
}

void GltfRecorder::record(const Sample& sample) {
  if (next_++ % stride_ != 0) return;
  const auto t = static_cast<float>(sample.state.t);
  if (!times_.empty() && !(t > times_.back())) return;  // two states at one time
  times_.push_back(t);
  const std::span<const double> drawn = pen_.draw(sample.state);
  for (Node& node : nodes_) {
    if (node.fixed && node.is_placed()) continue;
    if (node.body < 0) {
      place_line(node, drawn);
    } else {
      place(node, placement(model_.bodies[static_cast<std::size_t>(node.body)], sample.state.q,
                            in_space_));
    }
    repeat(node.position, 3, times_.size());
    repeat(node.rotation, 4, times_.size());
    repeat(node.stretch, 3, times_.size());
  }
}

void GltfRecorder::finish() {
  std::erase_if(nodes_, [](const Node& node) { return !node.is_placed(); });
  if (nodes_.empty())
    throw FileError("nothing of the model is ever at a finite place: glTF could not show it");
  Buffer buffer;
  std::vector<std::string> nodes, meshes, materials, samplers, channels, roots;
  for (const auto& c : colours) {
    materials.push_back(fmt::format(
        R"({{"doubleSided":true,"pbrMetallicRoughness":{{"baseColorFactor":[{},{},{},1],"metallicFactor":0.1,"roughnessFactor":0.7}}}})",
        c[0], c[1], c[2]));
  }
  const std::size_t time = buffer.add(times_, float_type, "SCALAR", 1, bounds(times_, 1));
  for (const Node& node : nodes_) {
    const std::size_t k = nodes.size();
    roots.push_back(std::to_string(k));
    meshes.push_back(mesh_json(node.surface, k % colours.size(), buffer));
    const auto first = [](const std::vector<float>& values, std::ptrdiff_t n) {
      return list({values.begin(), values.begin() + n});
    };
    nodes.push_back(
        fmt::format(R"({{"name":{},"mesh":{},"translation":{},"rotation":{}{}}})",
                    json_text(node.name), k, first(node.position, 3), first(node.rotation, 4),
                    node.stretch.empty() ? "" : ",\"scale\":" + first(node.stretch, 3)));
    if (node.fixed || times_.size() < 2) continue;
    std::vector<std::pair<std::size_t, const char*>> outputs{
        {buffer.add(node.position, float_type, "VEC3", 3), "translation"},
        {buffer.add(node.rotation, float_type, "VEC4", 4), "rotation"}};
    if (!node.stretch.empty())
      outputs.emplace_back(buffer.add(node.stretch, float_type, "VEC3", 3), "scale");
    for (const auto& [output, path] : outputs) {
      channels.push_back(fmt::format(R"({{"sampler":{},"target":{{"node":{},"path":"{}"}}}})",
                                     samplers.size(), k, path));
      samplers.push_back(
          fmt::format(R"({{"input":{},"output":{},"interpolation":"LINEAR"}})", time, output));
    }
  }
  std::string json = fmt::format(
      R"({{"asset":{{"version":"2.0","generator":"saltus {}"}},"scene":0,"scenes":[{{"nodes":{}}}],"nodes":{},"meshes":{},"materials":{},)",
      version, json_list(roots), json_list(nodes), json_list(meshes), json_list(materials));
  if (!channels.empty())
    json += fmt::format(R"("animations":[{{"name":"motion","channels":{},"samplers":{}}}],)",
                        json_list(channels), json_list(samplers));
  json += buffer.json() + "}";
  const std::string content = chunk("JSON", json, ' ') + chunk("BIN\0", buffer.bytes(), '\0');
  const std::array<std::uint32_t, 3> head{0x46546C67U, 2U,
                                          static_cast<std::uint32_t>(content.size() + 12)};
  write_text(file_, std::string(reinterpret_cast<const char*>(head.data()), sizeof head) + content);
}

}  // namespace saltus
