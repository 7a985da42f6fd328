// SPDX-License-Identifier: Apache-2.0
// Problem files by HDF5's own interface, which only this file and hdf5_table.cpp know.
#include "saltus/base/hdf5_file.h"

#include <hdf5.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "saltus/base/error.h"
#include "saltus/base/hdf5_handle.h"

namespace saltus {
namespace {

static_assert(sizeof(hid_t) == sizeof(std::int64_t));

using Handle = Hdf5Handle;

/// How files are opened: without locks, which fail on some network and read-only file systems. And
/// HDF5 is told not to print its own stack of errors, nor to tidy up when the program ends: after a
/// file that could not be closed (full disk, damage) that crashes.
Handle quiet_access() {
  [[maybe_unused]] static const herr_t no_exit_handler = H5dont_atexit();
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_file_locking(access.id(), false, true);
  return access;
}

[[noreturn]] void fail_file(const std::string& file, const std::string& message) {
  throw FileError(file + ": " + message);
}

/// More bytes than deflate (1:1032) could have packed into the file are a lie; what was never
/// written needs no room in a file, so a moderate size passes always.
bool is_credible(const std::string& file, std::uint64_t bytes) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  constexpr std::uint64_t always = std::uint64_t{1} << 26U;
  return bytes <= always || (!error && bytes / 1100 <= size);
}

/// An open dataset of one dimension (or one number) and a given class.
struct Dataset {
  Handle dataset;
  std::size_t count;
};

Dataset open_dataset(const Hdf5File& file, std::int64_t id, const std::string& name,
                     H5T_class_t wanted, const char* kind) {
  if (!file.has(name)) file.fail(name, fmt::format("is missing (expected: {})", kind));
  const hid_t opened = H5Dopen2(id, name.c_str(), H5P_DEFAULT);
  if (opened < 0) file.fail(name, fmt::format("cannot be opened (expected: {})", kind));
  Dataset array{Handle(opened, H5Dclose), 0};
  const Handle type(H5Dget_type(opened), H5Tclose);
  const Handle space(H5Dget_space(opened), H5Sclose);
  if (!type.ok() || !space.ok()) file.fail(name, "cannot be read: the file is damaged");
  constexpr std::size_t largest_type = 16;  // bytes: HDF5 makes buffers of what a file claims
  if (H5Tget_class(type.id()) != wanted || H5Tget_size(type.id()) > largest_type)
    file.fail(name, fmt::format("has another type (expected: {})", kind));
  const int rank = H5Sget_simple_extent_ndims(space.id());
  if (H5Sget_simple_extent_type(space.id()) == H5S_NULL || rank < 0 || rank > 1) {
    file.fail(name, fmt::format("has {} dimensions (expected: {})", std::max(rank, 0), kind));
  }
  const hssize_t count = H5Sget_simple_extent_npoints(space.id());
  if (count < 0) file.fail(name, "cannot be read: the file is damaged");
  const auto entries = static_cast<std::uint64_t>(count);
  if (entries > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max()) ||
      !is_credible(file.file(), entries * sizeof(double))) {
    file.fail(name, fmt::format("claims to have {} entries, more than the file can hold", entries));
  }
  array.count = static_cast<std::size_t>(count);
  return array;
}

template <class T>
std::vector<T> read_array(const Hdf5File& file, const std::string& name, const Dataset& array,
                          hid_t type) {
  std::vector<T> values(array.count);
  if (array.count > 0 &&
      H5Dread(array.dataset.id(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) {
    file.fail(name, "cannot be read: the file is damaged");
  }
  return values;
}

void write_array(const Hdf5File& file, std::int64_t id, const std::string& name, hid_t type,
                 std::size_t count, const void* values) {
  const hsize_t extent = count;
  const Handle space(H5Screate_simple(1, &extent, nullptr), H5Sclose);
  const Handle dataset(
      H5Dcreate2(id, name.c_str(), type, space.id(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
      H5Dclose);
  if (!dataset.ok() ||
      (count > 0 && H5Dwrite(dataset.id(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0)) {
    file.fail(name, "cannot be written");
  }
}

}  // namespace

Hdf5File Hdf5File::open(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) fail_file(file, "there is no such file");
  if (!std::filesystem::is_regular_file(file, error)) fail_file(file, "is not a file");
  const hid_t id = H5Fopen(file.c_str(), H5F_ACC_RDONLY, quiet_access().id());
  if (id < 0) {
    fail_file(file, H5Fis_hdf5(file.c_str()) > 0
                        ? "cannot be opened: the HDF5 file is truncated or damaged"
                        : "cannot be read, or is not an HDF5 file");
  }
  return {file, id};
}

Hdf5File Hdf5File::create(const std::string& file) {
  const hid_t id = H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, quiet_access().id());
  if (id < 0) fail_file(file, "cannot be written");
  return {file, id};
}

Hdf5File Hdf5File::change(const std::string& file) {
  const hid_t id = H5Fopen(file.c_str(), H5F_ACC_RDWR, quiet_access().id());
  if (id < 0) fail_file(file, "cannot be changed");
  return {file, id};
}

Hdf5File::Hdf5File(Hdf5File&& other) noexcept
    : file_(std::move(other.file_)), id_(std::exchange(other.id_, -1)) {}

Hdf5File& Hdf5File::operator=(Hdf5File&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(id_, other.id_);
  return *this;
}

Hdf5File::~Hdf5File() {
  if (id_ >= 0) H5Fclose(id_);
}

void Hdf5File::close() {
  if (H5Fflush(id_, H5F_SCOPE_GLOBAL) < 0 || H5Fclose(std::exchange(id_, -1)) < 0)
    fail_file(file_, "could not be written to its end");
}

void Hdf5File::fail(const std::string& name, const std::string& message) const {
  fail_file(file_, name + ": " + message);
}

bool Hdf5File::has(const std::string& name) const {
  return H5Lexists(id_, name.c_str(), H5P_DEFAULT) > 0 &&
         H5Oexists_by_name(id_, name.c_str(), H5P_DEFAULT) > 0;
}

bool Hdf5File::has_group(const std::string& name) const {
  if (!has(name)) return false;
  const Handle group(H5Gopen2(id_, name.c_str(), H5P_DEFAULT), H5Gclose);
  return group.ok();
}

std::vector<std::string> Hdf5File::members(const std::string& group) const {
  const Handle opened(H5Gopen2(id_, group.c_str(), H5P_DEFAULT), H5Gclose);
  H5G_info_t info;
  if (!opened.ok() || H5Gget_info(opened.id(), &info) < 0)
    fail(group, "cannot be read: the file is damaged");
  std::vector<std::string> names;
  for (hsize_t i = 0; i < info.nlinks; ++i) {
    const auto name_of = [&](char* text, std::size_t size) {
      return H5Lget_name_by_idx(opened.id(), ".", H5_INDEX_NAME, H5_ITER_INC, i, text, size,
                                H5P_DEFAULT);
    };
    const ssize_t length = name_of(nullptr, 0);
    if (length < 0) fail(group, "cannot be read: the file is damaged");
    std::string name(static_cast<std::size_t>(length), '\0');
    name_of(name.data(), name.size() + 1);
    names.push_back(std::move(name));
  }
  return names;
}

std::vector<std::int32_t> Hdf5File::integers(const std::string& name) const {
  const Dataset array = open_dataset(*this, id_, name, H5T_INTEGER, "an array of int32");
  const auto wide = read_array<std::int64_t>(*this, name, array, H5T_NATIVE_INT64);
  std::vector<std::int32_t> values(wide.size());
  for (std::size_t k = 0; k < wide.size(); ++k) {
    values[k] = static_cast<std::int32_t>(wide[k]);
    if (values[k] != wide[k])
      fail(name, fmt::format("entry {} is {} (expected: 32 bits)", k, wide[k]));
  }
  return values;
}

std::vector<double> Hdf5File::numbers(const std::string& name) const {
  const Dataset array = open_dataset(*this, id_, name, H5T_FLOAT, "an array of float64");
  std::vector<double> values = read_array<double>(*this, name, array, H5T_NATIVE_DOUBLE);
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (!std::isfinite(values[k]))
      fail(name, fmt::format("entry {} is {} (expected: finite numbers)", k, values[k]));
  }
  return values;
}

// NOLINTBEGIN(readability-make-member-function-const): what they change is the file

void Hdf5File::add_group(const std::string& name) {
  const Handle group(H5Gcreate2(id_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                     H5Gclose);
  if (!group.ok()) fail(name, "cannot be written");
}

void Hdf5File::add(const std::string& name, std::span<const std::int32_t> values) {
  write_array(*this, id_, name, H5T_NATIVE_INT32, values.size(), values.data());
}

void Hdf5File::add(const std::string& name, std::span<const double> values) {
  write_array(*this, id_, name, H5T_NATIVE_DOUBLE, values.size(), values.data());
}

void Hdf5File::add(const std::string& name, const std::string& text) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.id(), text.size() + 1);
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle dataset(
      H5Dcreate2(id_, name.c_str(), type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
      H5Dclose);
  if (!dataset.ok() ||
      H5Dwrite(dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.c_str()) < 0) {
    fail(name, "cannot be written");
  }
}

void Hdf5File::erase(const std::string& name) {
  if (H5Ldelete(id_, name.c_str(), H5P_DEFAULT) < 0) fail(name, "cannot be replaced");
}

// NOLINTEND(readability-make-member-function-const)

}  // namespace saltus
