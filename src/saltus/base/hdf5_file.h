// SPDX-License-Identifier: Apache-2.0
// An HDF5 file as far as problem files and recordings need it: groups, arrays, tables, texts.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace saltus {

/// Names are paths from the file's root, such as "/fclib_local/vectors/q". Everything that goes
/// wrong is a FileError that begins with "<file>: <name>: ".
class Hdf5File {
 public:
  [[nodiscard]] static Hdf5File open(const std::string& file);    // for reading
  [[nodiscard]] static Hdf5File create(const std::string& file);  // replaces what is there
  [[nodiscard]] static Hdf5File change(const std::string& file);  // for reading and writing

  Hdf5File(Hdf5File&& other) noexcept;
  Hdf5File& operator=(Hdf5File&& other) noexcept;
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;
  ~Hdf5File();  // ignores errors: who has written calls close()

  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] bool has(const std::string& name) const;
  [[nodiscard]] bool has_group(const std::string& name) const;
  /// Names of what a group holds, without the path.
  [[nodiscard]] std::vector<std::string> members(const std::string& group) const;

  /// A one-dimensional dataset of some integer type, values within 32 bits. One number without
  /// dimension counts as an array of one.
  [[nodiscard]] std::vector<std::int32_t> integers(const std::string& name) const;
  /// A one-dimensional dataset of some floating-point type, values finite.
  [[nodiscard]] std::vector<double> numbers(const std::string& name) const;

  // Tables: datasets of one dimension, or of rows and columns.

  enum class Element : std::uint8_t { float64, int64, int32, uint8, text };
  struct Size {
    std::uint64_t rows = 0;
    std::uint64_t columns = 1;
    std::size_t element = 0;  // bytes
  };
  [[nodiscard]] Size table_size(const std::string& name) const;
  /// The bytes of some rows, as they are in the file: little-endian.
  [[nodiscard]] std::vector<char> table_rows(const std::string& name, Element element,
                                             std::uint64_t first, std::uint64_t count) const;
  /// The same of any element.
  [[nodiscard]] std::vector<char> table_bytes(const std::string& name, std::uint64_t first,
                                              std::uint64_t count) const;
  /// One text, or one per row; without the zeros at their ends.
  [[nodiscard]] std::vector<std::string> texts(const std::string& name) const;
  [[nodiscard]] std::string text_attribute(const std::string& name) const;  // of the root
  /// Where the first chunks of a table are in the file.
  struct ChunkPlace {
    std::uint64_t at = 0;
    std::uint64_t size = 0;
    std::uint32_t skipped = 0;  // bit by filter
  };
  [[nodiscard]] std::vector<ChunkPlace> chunks(const std::string& name, std::uint64_t rows_of_each,
                                               std::uint64_t count) const;

  void add_group(const std::string& name);
  void add(const std::string& name, std::span<const std::int32_t> values);
  void add(const std::string& name, std::span<const double> values);
  void add(const std::string& name, const std::string& text);
  void erase(const std::string& name);
  void close();

  /// Throws the FileError "<file>: <name>: <message>".
  [[noreturn]] void fail(const std::string& name, const std::string& message) const;

 private:
  Hdf5File(std::string file, std::int64_t id) : file_(std::move(file)), id_(id) {}

  std::string file_;
  std::int64_t id_;  // HDF5's hid_t, whose header stays out of ours
};

}  // namespace saltus
