// SPDX-License-Identifier: Apache-2.0
// Values to bytes and back. What passes through is named once: archive(x.t, x.q, …) writes or
// reads.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "saltus/base/error.h"
#include "saltus/base/types.h"

namespace saltus {

class ArchiveWriter {
 public:
  static constexpr bool reads = false;

  template <class... T>
  void operator()(const T&... values) {
    (add(values), ...);
  }
  [[nodiscard]] std::span<const char> bytes() const { return bytes_; }

 private:
  template <class T>
  requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void add(const T& value) { add_raw(&value, sizeof value); }
  template <class T>
  void add(const std::vector<T>& list) {
    add(static_cast<std::int64_t>(list.size()));
    for (const T& value : list) add(value);
  }
  template <class T, std::size_t N>
  void add(const std::array<T, N>& list) {
    for (const T& value : list) add(value);
  }
  void add(const Vec& x) {
    add(static_cast<std::int64_t>(x.size()));
    add_raw(x.data(), sizeof(double) * static_cast<std::size_t>(x.size()));
  }
  void add(const std::optional<double>& x) { (*this)(x.has_value(), x.value_or(0.0)); }
  void add_raw(const void* from, std::size_t size) {
    const std::size_t old = bytes_.size();
    bytes_.resize(old + size);
    if (size > 0) std::memcpy(bytes_.data() + old, from, size);
  }

  std::vector<char> bytes_;
};

/// Throws FileError where the bytes end too early.
class ArchiveReader {
 public:
  static constexpr bool reads = true;

  explicit ArchiveReader(std::span<const char> bytes) : bytes_(bytes) {}

  template <class... T>
  void operator()(T&... values) {
    (get(values), ...);
  }
  [[nodiscard]] bool is_at_end() const { return bytes_.empty(); }

 private:
  template <class T>
  requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void get(T& value) { get_raw(&value, sizeof value); }
  template <class T>
  void get(std::vector<T>& list) {
    list.resize(size_of(1));
    for (T& value : list) get(value);
  }
  template <class T, std::size_t N>
  void get(std::array<T, N>& list) {
    for (T& value : list) get(value);
  }
  void get(Vec& x) {
    x.resize(static_cast<Eigen::Index>(size_of(sizeof(double))));
    get_raw(x.data(), sizeof(double) * static_cast<std::size_t>(x.size()));
  }
  void get(std::optional<double>& x) {
    bool has = false;
    double value = 0;
    (*this)(has, value);
    x = has ? std::optional(value) : std::nullopt;
  }
  [[nodiscard]] std::size_t size_of(std::size_t element) {
    std::int64_t size = 0;
    get(size);
    if (size < 0 || static_cast<std::uint64_t>(size) > bytes_.size() / element) damaged();
    return static_cast<std::size_t>(size);
  }
  void get_raw(void* to, std::size_t size) {
    if (size > bytes_.size()) damaged();
    if (size > 0) std::memcpy(to, bytes_.data(), size);
    bytes_ = bytes_.subspan(size);
  }
  [[noreturn]] static void damaged() { throw FileError("the checkpoint is damaged"); }

  std::span<const char> bytes_;
};

}  // namespace saltus
