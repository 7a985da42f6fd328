// SPDX-License-Identifier: Apache-2.0
#include "saltus/record/gltf.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

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

std::string list(const std::vector<float>& values) {
  const std::vector<double> wide(values.begin(), values.end());
  return json_list(wide);
}

}  // namespace

GltfRecorder::GltfRecorder(std::filesystem::path file, const Model& model, std::size_t samples)
    : file_(std::move(file)),
      model_(model),
      in_space_(is_spatial(model)),
      stride_(1 + samples / most_gltf_frames) {
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    if (model.bodies[b].motion != BodyMotion::formula &&
        !surface_of(model, b, shown_plane).points.empty())
      nodes_.push_back({b, {}, {}});
  }
  if (nodes_.empty())
    throw FileError("the model has no body with a shape: there is nothing that glTF could show");
}

void GltfRecorder::record(const Sample& sample) {
  if (next_++ % stride_ != 0) return;
  const auto t = static_cast<float>(sample.state.t);
  if (!times_.empty() && !(t > times_.back())) return;  // two states at one time
  times_.push_back(t);
  for (Node& node : nodes_) {
    if (is_fixed(node.body) && !node.position.empty()) continue;
    Placement at = placement(model_.bodies[node.body], sample.state.q, in_space_);
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
}

void GltfRecorder::finish() {
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
    meshes.push_back(
        mesh_json(surface_of(model_, node.body, shown_plane), k % colours.size(), buffer));
    const std::vector<float> at(node.position.begin(), node.position.begin() + 3);
    const std::vector<float> turn(node.rotation.begin(), node.rotation.begin() + 4);
    nodes.push_back(fmt::format(R"({{"name":{},"mesh":{},"translation":{},"rotation":{}}})",
                                json_text(model_.bodies[node.body].name), k, list(at), list(turn)));
    if (is_fixed(node.body) || times_.size() < 2) continue;
    const std::size_t position = buffer.add(node.position, float_type, "VEC3", 3);
    const std::size_t rotation = buffer.add(node.rotation, float_type, "VEC4", 4);
    for (const auto& [output, path] :
         {std::pair{position, "translation"}, {rotation, "rotation"}}) {
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
