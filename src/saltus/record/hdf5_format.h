// SPDX-License-Identifier: Apache-2.0
// The bytes of an HDF5 file, as far as a recording has them: superblock, groups, datasets, chunk
// indices. The words are those of the HDF5 File Format Specification 3.0, to which § refers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace saltus::hdf5 {

using Address = std::uint64_t;
inline constexpr Address nowhere = ~Address{0};
inline constexpr std::uint64_t unlimited = ~std::uint64_t{0};

enum class Kind : std::uint8_t { float64, int64, int32, uint8, text };

struct Type {
  Kind kind = Kind::float64;
  std::uint32_t size = 8;  // of one element, in bytes
};

[[nodiscard]] constexpr Type type_of(Kind kind) {
  if (kind == Kind::uint8) return {kind, 1};
  return {kind, kind == Kind::int32 ? 4U : 8U};
}
/// Of so many bytes; shorter ones are padded with zeros.
[[nodiscard]] Type text_type(std::size_t length);

/// A dataset's size: none (one value), rows, or rows × columns.
struct Extent {
  int rank = 0;
  std::uint64_t rows = 0;
  std::uint64_t columns = 1;
  bool grows = false;  // in rows
};

struct Attribute {
  std::string name;
  Type type;
  std::string bytes;
};

struct Link {
  std::string name;
  Address target = nowhere;
};

/// Where one chunk of a dataset is.
struct Chunk {
  Address at = nowhere;
  std::uint32_t size = 0;
  std::uint32_t skipped = 0;  // bit by filter: it was not applied
};

/// In the order of the pipeline.
inline constexpr std::uint32_t skips_deflate = 2;
inline constexpr std::uint32_t skips_all = 3;

inline constexpr std::size_t superblock_size = 48;
inline constexpr std::size_t node_children = 64;  // of a chunk index; the library's default

/// §II.C, version 2: the one place that says which version of the file is the valid one.
[[nodiscard]] std::string superblock(Address end_of_file, Address root);
[[nodiscard]] Address end_of_file(std::string_view superblock);

/// §IV.A.1.b: object headers.
[[nodiscard]] std::string group_header(std::span<const Link> links,
                                       std::span<const Attribute> attributes);
[[nodiscard]] std::string chunked_header(const Type& type, const Extent& extent,
                                         std::uint64_t chunk_rows, Address index, int deflate);
[[nodiscard]] std::string contiguous_header(const Type& type, const Extent& extent, Address data);

/// §III.A.1: a node of a version 1 B-tree of chunks. Its keys are the first rows of its children;
/// `sizes` are those of the chunks it begins with. Always of node_size() bytes.
struct NodeEntry {
  std::uint64_t row = 0;
  Chunk child;  // of a node that is no leaf: at is that of the child node
};
[[nodiscard]] std::string chunk_node(int level, int rank, std::span<const NodeEntry> entries,
                                     std::uint64_t end_row);
[[nodiscard]] std::size_t node_size(int rank);

/// Filter 2: the first bytes of all elements, then the second ones, …
void shuffle(std::span<const char> data, std::size_t element, std::vector<char>& out);

}  // namespace saltus::hdf5
