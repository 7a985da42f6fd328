// SPDX-License-Identifier: Apache-2.0
// Each call opens, changes and closes the file.
#include "support/hdf5_edit.h"

#include <hdf5.h>

namespace saltus {
namespace {

template <class F>
void edit(const std::string& file, F&& f) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const hid_t id = H5Fopen(file.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  f(id);
  H5Fclose(id);
}

void remove_old(hid_t id, const std::string& name) {
  if (H5Lexists(id, name.c_str(), H5P_DEFAULT) > 0) H5Ldelete(id, name.c_str(), H5P_DEFAULT);
}

void write(const std::string& file, const std::string& name, hid_t type,
           const std::vector<hsize_t>& extents, const void* values) {
  edit(file, [&](hid_t id) {
    remove_old(id, name);
    const hid_t space = H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr);
    const hid_t set =
        H5Dcreate2(id, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (values != nullptr) H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    H5Dclose(set);
    H5Sclose(space);
  });
}

}  // namespace

void put(const std::string& file, const std::string& name, const std::vector<int>& values) {
  write(file, name, H5T_NATIVE_INT, {values.size()}, values.data());
}

void put(const std::string& file, const std::string& name, const std::vector<double>& values,
         const std::vector<std::size_t>& extents) {
  std::vector<hsize_t> shape(extents.begin(), extents.end());
  if (shape.empty()) shape = {values.size()};
  write(file, name, H5T_NATIVE_DOUBLE, shape, values.data());
}

void put_wide(const std::string& file, const std::string& name,
              const std::vector<std::int64_t>& values) {
  write(file, name, H5T_NATIVE_INT64, {values.size()}, values.data());
}

void put_text(const std::string& file, const std::string& name, const std::string& text) {
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, text.size() + 1);
  write(file, name, type, {1}, text.c_str());
  H5Tclose(type);
}

void put_unwritten(const std::string& file, const std::string& name, std::size_t count) {
  write(file, name, H5T_NATIVE_DOUBLE, {count}, nullptr);
}

void put_group(const std::string& file, const std::string& name) {
  edit(file, [&](hid_t id) {
    remove_old(id, name);
    H5Gclose(H5Gcreate2(id, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  });
}

void erase(const std::string& file, const std::string& name) {
  edit(file, [&](hid_t id) { H5Ldelete(id, name.c_str(), H5P_DEFAULT); });
}

void link(const std::string& file, const std::string& name, const std::string& new_name) {
  edit(file, [&](hid_t id) {
    H5Lcreate_hard(id, name.c_str(), id, new_name.c_str(), H5P_DEFAULT, H5P_DEFAULT);
  });
}

}  // namespace saltus
