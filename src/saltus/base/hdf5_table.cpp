// SPDX-License-Identifier: Apache-2.0
// Rows of tables, texts, and where chunks are.
#include <hdf5.h>

#include <array>
#include <filesystem>

#include "saltus/base/error.h"
#include "saltus/base/hdf5_file.h"
#include "saltus/base/hdf5_handle.h"

namespace saltus {
namespace {

constexpr const char* damaged = "cannot be read: the file is damaged";

struct Opened {
  Hdf5Handle dataset;
  Hdf5Handle type;
  Hdf5Handle space;
};

Opened open_table(const Hdf5File& file, std::int64_t id, const std::string& name) {
  if (!file.has(name)) file.fail(name, "is missing");
  Hdf5Handle dataset(H5Dopen2(id, name.c_str(), H5P_DEFAULT), H5Dclose);
  if (!dataset.ok()) file.fail(name, damaged);
  Hdf5Handle type(H5Dget_type(dataset.id()), H5Tclose);
  Hdf5Handle space(H5Dget_space(dataset.id()), H5Sclose);
  if (!type.ok() || !space.ok()) file.fail(name, damaged);
  return {std::move(dataset), std::move(type), std::move(space)};
}

Hdf5File::Size size_of(const Hdf5File& file, const std::string& name, const Opened& table) {
  const int rank = H5Sget_simple_extent_ndims(table.space.id());
  std::array<hsize_t, 2> extent{1, 1};
  if (rank < 0 || rank > 2) file.fail(name, "has too many dimensions");
  if (rank > 0 && H5Sget_simple_extent_dims(table.space.id(), extent.data(), nullptr) < 0)
    file.fail(name, damaged);
  return {extent[0], extent[1], H5Tget_size(table.type.id())};
}

bool is_of(hid_t type, Hdf5File::Element element) {
  using Element = Hdf5File::Element;
  switch (element) {
    case Element::float64:
      return H5Tequal(type, H5T_IEEE_F64LE) > 0;
    case Element::int64:
      return H5Tequal(type, H5T_STD_I64LE) > 0;
    case Element::int32:
      return H5Tequal(type, H5T_STD_I32LE) > 0;
    case Element::uint8:
      return H5Tequal(type, H5T_STD_U8LE) > 0;
    case Element::text:
      return H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0;
  }
  return false;
}

/// Fixed sizes, so that no claim of a damaged file is believed beyond what deflate could hold.
void check_credible(const Hdf5File& file, const std::string& name, std::uint64_t count,
                    std::uint64_t bytes) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file.file(), error);
  constexpr std::uint64_t always = std::uint64_t{1} << 26U;
  constexpr std::uint64_t packed = 1100;
  const bool fits = bytes == 0 || count <= (always + packed * size) / bytes;
  if (error || !fits) file.fail(name, "claims to have more than the file can hold");
}

}  // namespace

Hdf5File::Size Hdf5File::table_size(const std::string& name) const {
  return size_of(*this, name, open_table(*this, id_, name));
}

std::vector<char> Hdf5File::table_rows(const std::string& name, Element element,
                                       std::uint64_t first, std::uint64_t count) const {
  const Opened table = open_table(*this, id_, name);
  if (!is_of(table.type.id(), element)) fail(name, "has another type than a recording has");
  return table_bytes(name, first, count);
}

std::vector<char> Hdf5File::table_bytes(const std::string& name, std::uint64_t first,
                                        std::uint64_t count) const {
  const Opened table = open_table(*this, id_, name);
  const Size size = size_of(*this, name, table);
  if (first > size.rows || count > size.rows - first) fail(name, "is too short");
  check_credible(*this, name, count, size.columns * size.element);
  std::vector<char> bytes(count * size.columns * size.element);
  if (bytes.empty()) return bytes;
  if (H5Sget_simple_extent_ndims(table.space.id()) == 0) {
    if (H5Dread(table.dataset.id(), table.type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) <
        0) {
      fail(name, damaged);
    }
    return bytes;
  }
  const std::array<hsize_t, 2> offset{first, 0};
  const std::array<hsize_t, 2> extent{count, size.columns};
  const int rank = H5Sget_simple_extent_ndims(table.space.id());
  const Hdf5Handle memory(H5Screate_simple(rank, extent.data(), nullptr), H5Sclose);
  if (H5Sselect_hyperslab(table.space.id(), H5S_SELECT_SET, offset.data(), nullptr, extent.data(),
                          nullptr) < 0 ||
      H5Dread(table.dataset.id(), table.type.id(), memory.id(), table.space.id(), H5P_DEFAULT,
              bytes.data()) < 0) {
    fail(name, damaged);
  }
  return bytes;
}

std::vector<std::string> Hdf5File::texts(const std::string& name) const {
  const Size size = table_size(name);
  const std::vector<char> bytes = table_rows(name, Element::text, 0, size.rows);
  std::vector<std::string> list;
  for (std::size_t at = 0; at + size.element <= bytes.size(); at += size.element) {
    std::string text(bytes.data() + at, size.element);
    text.erase(text.find_last_not_of('\0') + 1);
    list.push_back(std::move(text));
  }
  return list;
}

std::string Hdf5File::text_attribute(const std::string& name) const {
  const Hdf5Handle attribute(H5Aopen(id_, name.c_str(), H5P_DEFAULT), H5Aclose);
  if (!attribute.ok()) fail(name, "is missing");
  const Hdf5Handle type(H5Aget_type(attribute.id()), H5Tclose);
  constexpr std::size_t longest = 1U << 16U;
  if (!type.ok() || !is_of(type.id(), Element::text) || H5Tget_size(type.id()) > longest ||
      H5Aget_storage_size(attribute.id()) != H5Tget_size(type.id())) {
    fail(name, "is no text");
  }
  std::string text(H5Tget_size(type.id()), '\0');
  if (H5Aread(attribute.id(), type.id(), text.data()) < 0) fail(name, damaged);
  text.erase(text.find_last_not_of('\0') + 1);
  return text;
}

std::vector<Hdf5File::ChunkPlace> Hdf5File::chunks(const std::string& name,
                                                   std::uint64_t rows_of_each,
                                                   std::uint64_t count) const {
  const Opened table = open_table(*this, id_, name);
  const Size size = size_of(*this, name, table);
  if (rows_of_each == 0 || count > size.rows / rows_of_each) fail(name, "is too short");
  std::vector<ChunkPlace> places;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::array<hsize_t, 2> offset{i * rows_of_each, 0};
    unsigned skipped = 0;
    haddr_t at = HADDR_UNDEF;
    hsize_t bytes = 0;
    if (H5Dget_chunk_info_by_coord(table.dataset.id(), offset.data(), &skipped, &at, &bytes) < 0 ||
        at == HADDR_UNDEF) {
      fail(name, damaged);
    }
    places.push_back({at, bytes, skipped});
  }
  return places;
}

}  // namespace saltus
