// SPDX-License-Identifier: Apache-2.0
// An HDF5 file that only grows, and that is valid at every moment, whoever is killed when: a commit
// writes new metadata to a place that no reader knows, then the superblock, 48 bytes, to point
// there (docs/decisions/0020-recording.md).
#pragma once

#include <cassert>
#include <cstdint>
#include <cstring>
#include <deque>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "saltus/record/hdf5_format.h"

namespace saltus {

inline constexpr std::uint64_t file_page = 4096;

[[nodiscard]] inline std::uint64_t whole_pages(std::uint64_t size) {
  return (size + file_page - 1) / file_page * file_page;
}

/// Of one column that was recorded before: what the file goes on from.
struct OldColumn {
  std::vector<hdf5::Chunk> chunks;  // the full ones
  std::vector<char> rest;           // the rows after them
};

class RecordingFile {
 public:
  static constexpr int deflate_level = 1;  // higher ones gain 2 % and take twice as long

  /// Creates or replaces the file. Throws FileError, as all that writes; where another process
  /// writes it, before anything is touched.
  [[nodiscard]] static RecordingFile create(const std::filesystem::path& path);
  /// Opens it to go on; the columns are added again, with what they keep. Until the first commit
  /// readers see the file as it was, and so it stays without one.
  [[nodiscard]] static RecordingFile go_on(const std::filesystem::path& path);

  RecordingFile(RecordingFile&&) noexcept;
  RecordingFile& operator=(RecordingFile&&) = delete;
  RecordingFile(const RecordingFile&) = delete;
  RecordingFile& operator=(const RecordingFile&) = delete;
  ~RecordingFile();  // what was not committed is lost

  /// A dataset "name" or "group/name" that grows by rows of so many columns; 0: it has one
  /// dimension. Returns its number.
  std::size_t add_column(std::string path, hdf5::Type type, std::size_t columns = 0);
  void restore(std::size_t column, OldColumn old);
  void append(std::size_t column, const void* rows, std::size_t count);
  /// One row of one number; most of what a small mechanism records.
  template <class T>
  void append(std::size_t column, T value) {
    Column& c = columns_[column];
    assert(c.row_bytes == sizeof value);
    std::memcpy(c.open.data() + c.used, &value, sizeof value);
    c.used += sizeof value;
    ++c.rows;
    if (c.used == c.open.size()) close_chunk(c);
  }
  [[nodiscard]] std::uint64_t rows(std::size_t column) const { return columns_[column].rows; }
  [[nodiscard]] const std::string& path(std::size_t column) const { return columns_[column].path; }
  [[nodiscard]] std::uint64_t chunk_rows_of(std::size_t column) const {
    return columns_[column].chunk_rows;
  }

  /// A dataset that is written as a whole, and again where it changes; `often`: with every commit.
  void set(const std::string& path, hdf5::Type type, hdf5::Extent extent, std::string bytes,
           bool often = false);
  void set_text(const std::string& path, const std::string& text);
  void set_texts(const std::string& path, std::span<const std::string> texts);
  /// Of the root.
  void set_attribute(const std::string& name, std::string_view text);
  void set_attribute(const std::string& name, double value);
  void set_attribute(const std::string& name, std::int64_t value);

  /// Makes visible what was appended and set. `last`: compresses what is left as well.
  void commit(bool last);
  /// The same of values and attributes only; nothing before the first commit. There is room for it
  /// once, also on a full disk.
  void commit_head();
  /// From now on only what shrinks to less than half is deflated.
  void be_quick(bool quick) { is_quick_ = quick; }
  /// Bytes of chunks since the last commit.
  [[nodiscard]] std::uint64_t uncommitted() const { return uncommitted_; }
  /// Bytes of the file as readers see it.
  [[nodiscard]] std::uint64_t committed() const { return visible_end_; }

 private:
  void lock();
  struct Column {
    std::string path;
    hdf5::Type type;
    hdf5::Extent extent;
    std::uint64_t chunk_rows = 0;
    std::size_t row_bytes = 0;
    std::uint64_t rows = 0;
    std::vector<char> open;                         // the chunk that is not full,
    std::size_t used = 0;                           //   and how many bytes of it are rows
    std::vector<hdf5::Chunk> chunks;                // the full ones
    std::vector<std::vector<hdf5::Address>> nodes;  // by level: full nodes of the index
  };
  struct Value {
    std::string path;
    hdf5::Type type;
    hdf5::Extent extent;
    std::string bytes;
    bool often = false;
    hdf5::Address at = hdf5::nowhere;  // where the bytes are; nowhere: not yet
  };
  struct Block {
    hdf5::Address at = hdf5::nowhere;
    std::uint64_t size = 0;
  };
  struct Deflate;

  RecordingFile(std::filesystem::path path, int descriptor);
  [[noreturn]] void fail(int cause);  // errno
  [[nodiscard]] bool is_there() const;
  void check_it_is_there();
  void write(hdf5::Address at, std::string_view bytes);
  [[nodiscard]] std::string read(hdf5::Address at, std::size_t size);
  hdf5::Address append_bytes(std::string_view bytes);
  [[nodiscard]] Block reserve(std::uint64_t size);
  /// The open chunk as it stands in the file; valid until the next call.
  std::string_view pack(const Column& column, hdf5::Chunk& chunk);
  void close_chunk(Column& column);
  static std::string node_of(const Column& column, const hdf5::Chunk& open, std::size_t level,
                             std::size_t first, std::size_t end, hdf5::Address edge);
  hdf5::Address index_of(Column& column, const hdf5::Chunk& open, Block& block);
  hdf5::Address lay_down(Block& block, std::string_view bytes);
  [[nodiscard]] std::uint64_t most_bytes() const;
  hdf5::Link lay_value(Block& block, Value& value);
  hdf5::Address lay_root(Block& block, std::span<const hdf5::Link> datasets);
  hdf5::Address lay_head(bool with_values);
  void give_back() const;
  void cut_to_visible() const;

  std::filesystem::path path_;
  int descriptor_ = -1;
  hdf5::Address end_ = 0;          // of what is in use,
  hdf5::Address visible_end_ = 0;  //   and of what is committed
  std::deque<Block> used_;         // by the last commits: readers may still look at them
  Block spare_;                    // for the last word
  std::string staged_;             // of the block that is being filled
  std::vector<Column> columns_;
  std::vector<Value> values_;
  std::vector<hdf5::Attribute> attributes_;
  std::vector<hdf5::Link> committed_;  // all datasets, as readers see them
  std::unique_ptr<Deflate> deflate_;
  std::vector<char> shuffled_;
  std::string packed_;
  std::uint64_t uncommitted_ = 0;
  bool is_quick_ = false;
  bool broken_ = false;
};

}  // namespace saltus
