// SPDX-License-Identifier: Apache-2.0
// Closes what HDF5 has opened.
#pragma once

#include <cstdint>
#include <utility>

namespace saltus {

/// Of HDF5's hid_t, whose header stays out of ours.
class Hdf5Handle {
 public:
  Hdf5Handle(std::int64_t id, int (*close)(std::int64_t)) : id_(id), close_(close) {}
  Hdf5Handle(Hdf5Handle&& other) noexcept
      : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Hdf5Handle(const Hdf5Handle&) = delete;
  Hdf5Handle& operator=(Hdf5Handle&&) = delete;
  Hdf5Handle& operator=(const Hdf5Handle&) = delete;
  ~Hdf5Handle() {
    if (id_ >= 0) close_(id_);
  }
  [[nodiscard]] std::int64_t id() const { return id_; }
  [[nodiscard]] bool ok() const { return id_ >= 0; }

 private:
  std::int64_t id_;
  int (*close_)(std::int64_t);
};

}  // namespace saltus
