// SPDX-License-Identifier: Apache-2.0
#include "saltus/shapes/triangle_files.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>
#include <tuple>

#include "saltus/base/error.h"

namespace saltus {
namespace {

[[noreturn]] void fail(const std::string& name, int line, const std::string& message) {
  throw ModelError(Location{name, line, 0}, message);
}

/// The words of a line, one at a time.
struct Words {
  std::string_view rest;

  [[nodiscard]] std::string_view next() {
    constexpr std::string_view blanks = " \t\r";
    rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
    const std::string_view word = rest.substr(0, rest.find_first_of(blanks));
    rest.remove_prefix(word.size());
    return word;
  }
};

/// Calls f(line number, line) for every line.
template <class F>
void for_each_line(std::string_view text, const F& f) {
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    f(++number, text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

double number_of(std::string_view word, const std::string& name, int line) {
  if (!word.empty() && word.front() == '+') word.remove_prefix(1);
  double x = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), x);
  if (word.empty() || error != std::errc{} || end != word.data() + word.size()) {
    fail(name, line, "a number is expected, not '" + std::string(word) + "'");
  }
  if (!std::isfinite(x)) fail(name, line, "a coordinate is not finite");
  return x;
}

Point<3> point_of(Words& words, const std::string& name, int line) {
  const double x = number_of(words.next(), name, line);
  const double y = number_of(words.next(), name, line);
  return {x, y, number_of(words.next(), name, line)};
}

/// "7", "7/1", "7//3" or "-1" of an OBJ face: the number of the vertex, from 0.
int index_of(std::string_view word, std::size_t count, const std::string& name, int line) {
  const std::string_view digits = word.substr(0, word.find('/'));
  long long k = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), k);
  if (error != std::errc{} || end != digits.data() + digits.size()) {
    fail(name, line, "a vertex number is expected, not '" + std::string(word) + "'");
  }
  const auto n = static_cast<long long>(count);
  const long long index = k < 0 ? n + k : k - 1;
  if (k == 0 || index < 0 || index >= n) {
    fail(name, line,
         "there is no vertex " + std::to_string(k) + "; " + std::to_string(n) +
             " are known at this line");
  }
  return static_cast<int>(index);
}

/// Gives equal points one number.
class Welder {
 public:
  int number(const Point<3>& x, std::vector<Point<3>>& vertices) {
    const auto key = std::tuple{x[0] + 0.0, x[1] + 0.0, x[2] + 0.0};  // −0 and 0 are the same point
    const auto [place, is_new] = numbers_.try_emplace(key, static_cast<int>(vertices.size()));
    if (is_new) vertices.push_back(x);
    return place->second;
  }

 private:
  std::map<std::tuple<double, double, double>, int> numbers_;
};

void add_triangle(Surface& surface, Welder& welder, const std::array<Point<3>, 3>& corners,
                  const std::string& name, int line) {
  std::vector<int> face;
  for (const Point<3>& x : corners) face.push_back(welder.number(x, surface.vertices));
  if (face[0] == face[1] || face[1] == face[2] || face[2] == face[0]) {
    fail(name, line, "a triangle has the same point twice");
  }
  surface.faces.push_back(std::move(face));
}

Surface parse_text_stl(std::string_view text, const std::string& name) {
  Surface surface;
  Welder welder;
  std::array<Point<3>, 3> corners;
  std::size_t count = 0;
  int last = 0;
  bool is_open = false;
  for_each_line(text, [&](int line, std::string_view content) {
    last = line;
    Words words{content};
    const std::string_view word = words.next();
    if (word == "solid") is_open = true;
    if (word == "endsolid") is_open = false;
    if (word == "vertex") {
      if (count == 3) fail(name, line, "a facet has more than 3 vertices");
      corners.at(count++) = point_of(words, name, line);
    } else if (word == "endloop") {
      if (count != 3) fail(name, line, "a facet has fewer than 3 vertices");
      add_triangle(surface, welder, corners, name, line);
      count = 0;
    }
  });
  if (is_open || count != 0) fail(name, last, "the file ends before 'endsolid'");
  return surface;
}

std::uint32_t little_endian(std::string_view bytes, std::size_t offset) {
  std::uint32_t x = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    x |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[offset + k])) << (8 * k);
  }
  return x;
}

constexpr std::size_t header = 84;  // 80 bytes of comment and the number of triangles
constexpr std::size_t record = 50;  // normal, three points, two bytes of attributes

Surface parse_binary_stl(std::string_view bytes, const std::string& name) {
  const std::size_t count = little_endian(bytes, 80);
  const std::size_t needed = header + record * count;
  if (bytes.size() < needed) {
    fail(name, 0,
         "is cut off: " + std::to_string(count) + " triangles need " + std::to_string(needed) +
             " bytes, it has " + std::to_string(bytes.size()));
  }
  Surface surface;
  Welder welder;
  for (std::size_t k = 0; k < count; ++k) {
    std::array<Point<3>, 3> corners;
    std::size_t offset = header + record * k + 12;
    for (Point<3>& x : corners) {
      for (int i = 0; i < 3; ++i, offset += 4) {
        x[i] = std::bit_cast<float>(little_endian(bytes, offset));
      }
      if (!x.allFinite()) {
        fail(name, 0, "triangle " + std::to_string(k + 1) + " has a coordinate that is not finite");
      }
    }
    add_triangle(surface, welder, corners, name, 0);
  }
  return surface;
}

void demand_faces(const Surface& surface, const std::string& name) {
  if (surface.faces.empty()) fail(name, 0, "holds no faces");
}

}  // namespace

Surface parse_obj(std::string_view text, const std::string& name) {
  std::vector<int> number_of_line;  // of the file's vertices among the distinct ones
  Surface surface;
  Welder welder;
  for_each_line(text, [&](int line, std::string_view content) {
    Words words{content};
    const std::string_view word = words.next();
    if (word == "v") {
      number_of_line.push_back(welder.number(point_of(words, name, line), surface.vertices));
    } else if (word == "f") {
      std::vector<int> face;
      for (std::string_view w = words.next(); !w.empty(); w = words.next()) {
        const int k = index_of(w, number_of_line.size(), name, line);
        face.push_back(number_of_line[static_cast<std::size_t>(k)]);
      }
      if (face.size() < 3) fail(name, line, "a face has fewer than 3 vertices");
      surface.faces.push_back(std::move(face));
    }
  });
  demand_faces(surface, name);
  return surface;
}

Surface parse_stl(std::string_view bytes, const std::string& name) {
  // Binary files may begin with "solid" too; only the length tells for sure.
  const bool fits = bytes.size() >= header &&
                    bytes.size() == header + record * std::size_t{little_endian(bytes, 80)};
  const bool is_text = bytes.substr(0, 5) == "solid" && bytes.find('\0') == std::string_view::npos;
  if (!fits && !is_text && bytes.size() < header) fail(name, 0, "is no STL file: too short");
  Surface surface = !fits && is_text ? parse_text_stl(bytes, name) : parse_binary_stl(bytes, name);
  demand_faces(surface, name);
  return surface;
}

std::string read_bytes(const std::filesystem::path& file) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error) throw FileError(file.string() + ": cannot be read: " + error.message());
  if (size > 1'000'000'000) throw FileError(file.string() + ": is larger than 1 GB");
  std::string bytes(size, '\0');
  std::ifstream in(file, std::ios::binary);
  if (!in.read(bytes.data(), static_cast<std::streamsize>(size))) {
    throw FileError(file.string() + ": cannot be read");
  }
  return bytes;
}

Surface read_surface(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (ending != ".obj" && ending != ".stl") {
    throw FileError(file.string() + ": surfaces are read from .obj and .stl files");
  }
  const std::string bytes = read_bytes(file);
  return ending == ".obj" ? parse_obj(bytes, file.string()) : parse_stl(bytes, file.string());
}

std::vector<std::vector<int>> triangles(const Surface& surface) {
  std::vector<std::vector<int>> result;
  for (const std::vector<int>& face : surface.faces) {
    for (std::size_t k = 1; k + 1 < face.size(); ++k) {
      result.push_back({face[0], face[k], face[k + 1]});
    }
  }
  return result;
}

}  // namespace saltus
