// SPDX-License-Identifier: Apache-2.0
// One commit: open chunks, indices and headers into a block of their own, then the superblock.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>

#include "saltus/base/write_error.h"
#include "saltus/record/recording_file.h"

namespace saltus {
namespace {

using hdf5::Address;
using hdf5::Chunk;
using hdf5::nowhere;

constexpr std::size_t kept_commits = 8;  // a reader has so many commits of time

}  // namespace

/// A place of the file that no reader of the last commits looks at.
RecordingFile::Block RecordingFile::reserve(std::uint64_t size) {
  if (used_.size() >= kept_commits) {
    const Block oldest = used_.front();
    used_.pop_front();
    if (oldest.size >= size) return oldest;
  }
  const std::uint64_t whole = whole_pages(size);
  const Block block{end_, whole};
  end_ += whole;
  return block;
}

/// Puts bytes into the block; where they will stand.
Address RecordingFile::lay_down(Block& block, std::string_view bytes) {
  const Address at = block.at + staged_.size();
  staged_ += bytes;
  staged_.resize((staged_.size() + 7) / 8 * 8);
  return at;
}

/// A node of the index over the column's chunks. `edge`: its last child, where that is not final.
std::string RecordingFile::node_of(const Column& column, const Chunk& open, std::size_t level,
                                   std::size_t first, std::size_t end, Address edge) {
  std::uint64_t chunks = 1;  // of a child
  for (std::size_t i = 0; i < level; ++i) chunks *= hdf5::node_children;
  std::vector<hdf5::NodeEntry> entries;
  for (std::size_t i = first; i < end; ++i) {
    const std::size_t leaf = i * chunks;
    Chunk child = leaf < column.chunks.size() ? column.chunks[leaf] : open;
    if (level > 0) {
      const std::vector<Address>& below = column.nodes[level - 1];
      child.at = i < below.size() ? below[i] : edge;
    }
    entries.push_back({leaf * column.chunk_rows, child});
  }
  const std::uint64_t end_chunk = std::min(end * chunks, column.chunks.size() + 1);
  return hdf5::chunk_node(static_cast<int>(level), column.extent.rank, entries,
                          end_chunk * column.chunk_rows);
}

/// The B-tree over the column's chunks. Nodes that are full and whose chunks are final are written
/// for good; the others, along the right edge, into the block.
Address RecordingFile::index_of(Column& column, const Chunk& open, Block& block) {
  constexpr std::size_t width = hdf5::node_children;
  std::size_t final_count = column.chunks.size();  // of the children
  std::size_t count = final_count + (open.at == nowhere ? 0 : 1);
  if (count == 0) return nowhere;
  Address edge = open.at;
  for (std::size_t level = 0;; ++level) {
    if (column.nodes.size() <= level) column.nodes.emplace_back();
    std::vector<Address>& full = column.nodes[level];
    while ((full.size() + 1) * width <= final_count) {
      const std::size_t first = full.size() * width;
      full.push_back(append_bytes(node_of(column, open, level, first, first + width, edge)));
    }
    if (full.size() * width < count)
      edge = lay_down(block, node_of(column, open, level, full.size() * width, count, edge));
    final_count = full.size();
    count = (count + width - 1) / width;
    if (count == 1) return final_count == 1 ? full.front() : edge;
  }
}

hdf5::Link RecordingFile::lay_value(Block& block, Value& value) {
  if (value.at == nowhere) value.at = lay_down(block, value.bytes);
  return {value.path, lay_down(block, hdf5::contiguous_header(value.type, value.extent, value.at))};
}

/// The root with its attributes and groups, and links to all datasets.
Address RecordingFile::lay_root(Block& block, std::span<const hdf5::Link> datasets) {
  std::map<std::string, std::vector<hdf5::Link>> groups;  // sorted by name
  for (const hdf5::Link& link : datasets) {
    const std::size_t slash = link.name.find('/');
    const bool is_top = slash == std::string::npos;
    groups[is_top ? "" : link.name.substr(0, slash)].push_back(
        {is_top ? link.name : link.name.substr(slash + 1), link.target});
  }
  std::vector<hdf5::Link>& top = groups[""];
  for (auto& [name, links] : groups) {
    if (!name.empty()) top.push_back({name, lay_down(block, hdf5::group_header(links, {}))});
  }
  return lay_down(block, hdf5::group_header(top, attributes_));
}

/// Of what a commit lays into its block.
std::uint64_t RecordingFile::most_bytes() const {
  constexpr std::uint64_t header = 512;
  std::uint64_t size = file_page;
  for (const Column& c : columns_) {
    std::uint64_t levels = 1;
    for (std::size_t n = c.chunks.size() + 1; n > 1; n /= hdf5::node_children) ++levels;
    size += header + c.path.size() + levels * hdf5::node_size(c.extent.rank);
    if (c.used > 0) size += c.open.size() + 8;
  }
  for (const Value& v : values_) size += (v.often ? v.bytes.size() : 0) + header + v.path.size();
  for (const hdf5::Attribute& a : attributes_) size += a.bytes.size() + a.name.size() + 64;
  return size;
}

void RecordingFile::commit(bool last) {
  if (broken_) return;  // what was committed before stays
  check_it_is_there();
  for (Value& v : values_) {
    if (v.often) v.at = nowhere;
    if (!v.often && v.at == nowhere) v.at = append_bytes(v.bytes);
  }
  Block block = reserve(most_bytes());
  staged_.clear();
  std::vector<hdf5::Link> datasets;
  for (Column& c : columns_) {
    Chunk open;
    if (c.used > 0) {
      std::fill(c.open.begin() + static_cast<std::ptrdiff_t>(c.used), c.open.end(), '\0');
      if (last) {
        const std::string_view packed = pack(c, open);
        open.at = lay_down(block, packed);
      } else {
        open = {lay_down(block, {c.open.data(), c.open.size()}),
                static_cast<std::uint32_t>(c.open.size()), hdf5::skips_all};
      }
    }
    c.extent.rows = c.rows;
    const Address index = index_of(c, open, block);
    datasets.push_back({c.path, lay_down(block, hdf5::chunked_header(c.type, c.extent, c.chunk_rows,
                                                                     index, deflate_level))});
  }
  for (Value& value : values_) datasets.push_back(lay_value(block, value));
  const Address root = lay_root(block, datasets);
  if (staged_.size() > block.size) {
    broken_ = true;
    throw FileError("cannot write " + path_.string() + ": a commit is larger than its place");
  }
  const std::uint64_t whole = whole_pages(staged_.size());
  if (last && end_ == block.at + block.size) end_ = block.at + (block.size = whole);
  write(block.at, staged_);
  if (ftruncate(descriptor_, static_cast<off_t>(end_)) != 0) fail(errno);
  write(0, hdf5::superblock(end_, root));  // from here on readers find the new version
  committed_ = std::move(datasets);
  visible_end_ = end_;
  used_.push_back(block);
  uncommitted_ = 0;
}

/// What was committed last, with the values of now that are not part of every commit, in the place
/// that was kept free for it. Of a file that cannot grow without the values, where they are too
/// long.
void RecordingFile::commit_head() {
  if (committed_.empty()) return cut_to_visible();
  Address root = lay_head(true);
  if (root == nowhere && !broken_) return commit(true);
  if (root == nowhere) root = lay_head(false);
  if (root == nowhere) return;
  write(spare_.at, staged_);
  write(0, hdf5::superblock(visible_end_, root));
  if (broken_) give_back();
  spare_.at = nowhere;
}

/// Stages a root for the spare place; nowhere: there is no room for it.
Address RecordingFile::lay_head(bool with_values) {
  if (spare_.at == nowhere) return nowhere;
  staged_.clear();
  std::vector<hdf5::Link> datasets = committed_;
  for (Value& value : values_) {
    const auto old = std::find_if(datasets.begin(), datasets.end(),
                                  [&](const hdf5::Link& l) { return l.name == value.path; });
    if (!with_values || value.often || value.at != nowhere || old == datasets.end()) continue;
    old->target = lay_down(spare_, value.bytes);
    old->target = lay_down(spare_, hdf5::contiguous_header(value.type, value.extent, old->target));
  }
  const Address root = lay_root(spare_, datasets);
  return staged_.size() > spare_.size ? nowhere : root;
}

/// On a full disk: what nobody sees makes room for summary.json.
void RecordingFile::give_back() const {
  const std::uint64_t used = whole_pages(staged_.size());
  static_cast<void>(fallocate(descriptor_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                              static_cast<off_t>(spare_.at + used),
                              static_cast<off_t>(spare_.size - used)));
  cut_to_visible();
}

void RecordingFile::cut_to_visible() const {
  static_cast<void>(!ftruncate(descriptor_, static_cast<off_t>(visible_end_)));
}

}  // namespace saltus
