// SPDX-License-Identifier: Apache-2.0
// Surfaces from files: Wavefront OBJ and STL, the latter as text or binary.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "saltus/shapes/contact_point.h"

namespace saltus {

struct Surface {
  std::vector<Point<3>> vertices;       // no two the same
  std::vector<std::vector<int>> faces;  // counter-clockwise seen from outside
};

/// By the ending of the name. Throws FileError (cannot be read) and ModelError (read and found
/// bad).
[[nodiscard]] Surface read_surface(const std::filesystem::path& file);

// The same from bytes; `name` stands in messages.
[[nodiscard]] Surface parse_obj(std::string_view text, const std::string& name);
[[nodiscard]] Surface parse_stl(std::string_view bytes, const std::string& name);

/// The bytes of a file. Throws FileError: missing, a folder, unreadable, larger than 1 GB.
[[nodiscard]] std::string read_bytes(const std::filesystem::path& file);

/// Every face cut into triangles from its first vertex.
[[nodiscard]] std::vector<std::vector<int>> triangles(const Surface&);

}  // namespace saltus
