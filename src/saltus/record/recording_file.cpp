// SPDX-License-Identifier: Apache-2.0
// Chunks are appended as they become full. A commit lays all else (open chunks, indices, headers)
// into one block, which is used again some commits later.
#include "saltus/record/recording_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "saltus/base/write_error.h"

namespace saltus {
namespace {

using hdf5::Address;
using hdf5::Chunk;
using hdf5::nowhere;

constexpr std::uint64_t spare_size = 16 * file_page;

}  // namespace

/// zlib's memory, made once.
struct RecordingFile::Deflate {
  Deflate() {
    // A window of a chunk, and tables of its size: zlib goes through all of them where stored bytes
    // are followed by others. Blocks are shorter, too, about a plane each, and pack better.
    constexpr int window = 14;
    constexpr int memory = 6;
    if (deflateInit2(&stream, deflate_level, Z_DEFLATED, window, memory, Z_DEFAULT_STRATEGY) !=
        Z_OK)
      throw std::bad_alloc();
  }
  Deflate(const Deflate&) = delete;
  Deflate& operator=(const Deflate&) = delete;
  Deflate(Deflate&&) = delete;
  Deflate& operator=(Deflate&&) = delete;
  ~Deflate() { deflateEnd(&stream); }
  z_stream stream{};
};

RecordingFile::RecordingFile(std::filesystem::path path, int descriptor)
    : path_(std::move(path)), descriptor_(descriptor), deflate_(std::make_unique<Deflate>()) {}

RecordingFile::RecordingFile(RecordingFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      end_(other.end_),
      visible_end_(other.visible_end_),
      used_(std::move(other.used_)),
      spare_(other.spare_),
      staged_(std::move(other.staged_)),
      columns_(std::move(other.columns_)),
      values_(std::move(other.values_)),
      attributes_(std::move(other.attributes_)),
      committed_(std::move(other.committed_)),
      deflate_(std::move(other.deflate_)),
      shuffled_(std::move(other.shuffled_)),
      packed_(std::move(other.packed_)),
      uncommitted_(other.uncommitted_),
      is_quick_(other.is_quick_),
      broken_(other.broken_) {}

RecordingFile::~RecordingFile() {
  if (descriptor_ < 0) return;
  if (committed_.empty() && visible_end_ > 0) cut_to_visible();  // it was opened, and no more
  ::close(descriptor_);
}

/// One process writes. Not flock: with that HDF5's readers would be shut out.
void RecordingFile::lock() {
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (fcntl(descriptor_, F_OFD_SETLK, &whole) != 0 && (errno == EAGAIN || errno == EACCES))
    throw FileError("cannot write " + path_.string() +
                    ": another run is writing it; wait for it, or choose another folder with -o");
}

/// A file of an earlier run is not written over but replaced: who reads it goes on reading it.
/// Whether a run still writes it is known before it is touched.
RecordingFile RecordingFile::create(const std::filesystem::path& path) {
  for (;;) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) throw_not_written(path.string(), errno);
    RecordingFile file(path, descriptor);
    file.lock();
    struct stat status {};
    if (fstat(descriptor, &status) != 0) file.fail(errno);
    if (!file.is_there()) continue;  // replaced since it was opened
    if (status.st_size > 0) {
      if (unlink(path.c_str()) != 0) file.fail(errno);
      continue;
    }
    file.end_ = file_page;
    file.spare_ = {file.append_bytes(std::string(spare_size, '\0')), spare_size};
    return file;
  }
}

RecordingFile RecordingFile::go_on(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) throw_not_written(path.string(), errno);
  RecordingFile file(path, descriptor);
  file.lock();
  // What a run left behind that was killed before it had committed it is written over.
  file.visible_end_ = hdf5::end_of_file(file.read(0, hdf5::superblock_size));
  file.end_ = whole_pages(file.visible_end_);
  file.spare_ = {file.append_bytes(std::string(spare_size, '\0')), spare_size};
  return file;
}

void RecordingFile::fail(int cause) {
  broken_ = true;
  throw_not_written(path_.string(), cause);
}

void RecordingFile::write(Address at, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail(done < 0 ? errno : 0);
    bytes.remove_prefix(static_cast<std::size_t>(done));
    at += static_cast<Address>(done);
  }
}

std::string RecordingFile::read(Address at, std::size_t size) {
  std::string bytes(size, '\0');
  const ssize_t done = pread(descriptor_, bytes.data(), size, static_cast<off_t>(at));
  if (done < 0) fail(errno);
  if (static_cast<std::size_t>(done) != size) throw FileError(path_.string() + ": is cut short");
  return bytes;
}

Address RecordingFile::append_bytes(std::string_view bytes) {
  write(end_, bytes);
  return std::exchange(end_, end_ + bytes.size());
}

bool RecordingFile::is_there() const {
  struct stat named {};
  struct stat open {};
  return stat(path_.c_str(), &named) == 0 && fstat(descriptor_, &open) == 0 &&
         named.st_ino == open.st_ino && named.st_dev == open.st_dev;
}

/// What goes on being written to a file that was removed is lost without a word.
void RecordingFile::check_it_is_there() {
  if (!is_there()) {
    broken_ = true;
    throw WriteError(
        "cannot write " + path_.string() + ": the file or its folder was removed during the run",
        "leave the folder where it is until the program has ended");
  }
}

std::size_t RecordingFile::add_column(std::string path, hdf5::Type type, std::size_t columns) {
  Column c;
  c.path = std::move(path);
  c.type = type;
  c.extent = {columns == 0 ? 1 : 2, 0, std::max<std::size_t>(1, columns), true};
  constexpr std::size_t numbers = 2048;  // of a chunk
  c.chunk_rows = std::max<std::size_t>(1, numbers / c.extent.columns);
  c.row_bytes = type.size * std::max<std::size_t>(1, columns);
  c.open.resize(c.chunk_rows * c.row_bytes);
  columns_.push_back(std::move(c));
  return columns_.size() - 1;
}

void RecordingFile::restore(std::size_t column, OldColumn old) {
  Column& c = columns_[column];
  c.chunks = std::move(old.chunks);
  std::copy(old.rest.begin(), old.rest.end(), c.open.begin());  // less than a chunk
  c.used = old.rest.size();
  c.rows = c.chunks.size() * c.chunk_rows + c.used / c.row_bytes;
}

void RecordingFile::append(std::size_t column, const void* rows, std::size_t count) {
  Column& c = columns_[column];
  const auto* from = static_cast<const char*>(rows);
  std::size_t left = count * c.row_bytes;
  c.rows += count;
  while (left > 0) {
    const std::size_t part = std::min(left, c.open.size() - c.used);
    std::memcpy(c.open.data() + c.used, from, part);
    c.used += part;
    from += part;
    left -= part;
    if (c.used == c.open.size()) close_chunk(c);
  }
}

namespace {

/// Do the bytes look like noise, as the last ones of measured numbers do? From the chance that two
/// of them are the same, on a part of them.
bool is_noise(std::span<const char> bytes) {
  const std::size_t n = std::min<std::size_t>(bytes.size(), 512);
  if (n < 64) return false;
  std::array<std::uint32_t, 256> counts{};
  for (const char c : bytes.first(n)) ++counts[static_cast<unsigned char>(c)];
  std::uint64_t pairs = 0;
  for (const std::uint64_t count : counts) pairs += count * count;
  return pairs - n < n * (n - 1) / 100;
}

/// Is most of it zeros or the same again and again? Looked at are some of the elements.
bool is_plain(std::span<const char> data, std::size_t element) {
  const std::size_t count = std::min<std::size_t>(data.size() / element, 256);
  std::size_t same = 0;
  for (std::size_t i = element; i < count * element; ++i)
    same += data[i] == data[i - element] ? 1 : 0;
  return 20 * same >= 17 * count * element;
}

}  // namespace

/// Shuffled and deflated, or only shuffled where that is no shorter. Bytes that look like noise are
/// stored: deflate would take ten times as long as all else, to gain nothing.
std::string_view RecordingFile::pack(const Column& column, Chunk& chunk) {
  const std::span<const char> data = column.open;
  if (is_quick_ && !is_plain(data, column.type.size)) {
    chunk = {nowhere, static_cast<std::uint32_t>(data.size()), hdf5::skips_all};
    return {data.data(), data.size()};
  }
  std::string& out = packed_;
  hdf5::shuffle(data, column.type.size, shuffled_);
  z_stream& z = deflate_->stream;
  out.resize(data.size());
  deflateReset(&z);
  z.next_out = reinterpret_cast<Bytef*>(out.data());  // NOLINT: zlib's bytes are unsigned
  z.avail_out = static_cast<uInt>(out.size());
  const std::size_t plane = data.size() / column.type.size;
  int state = Z_OK;
  for (std::size_t at = 0; at < shuffled_.size() && state == Z_OK; at += plane) {
    const std::span<char> bytes = std::span(shuffled_).subspan(at, plane);
    z.avail_in = 0;
    state = deflateParams(&z, is_noise(bytes) ? 0 : deflate_level, Z_DEFAULT_STRATEGY);
    z.next_in = reinterpret_cast<Bytef*>(bytes.data());  // NOLINT
    z.avail_in = static_cast<uInt>(plane);
    if (state == Z_OK) state = deflate(&z, Z_NO_FLUSH);
  }
  chunk = {};
  if (state == Z_OK && deflate(&z, Z_FINISH) == Z_STREAM_END) {
    out.resize(z.total_out);
  } else {
    out.assign(shuffled_.begin(), shuffled_.end());
    chunk.skipped = hdf5::skips_deflate;
  }
  chunk.size = static_cast<std::uint32_t>(out.size());
  return out;
}

void RecordingFile::close_chunk(Column& column) {
  if (!broken_) {
    Chunk chunk;
    const std::string_view bytes = pack(column, chunk);
    chunk.at = append_bytes(bytes);
    uncommitted_ += bytes.size();
    column.chunks.push_back(chunk);
  }
  column.used = 0;
}

void RecordingFile::set(const std::string& path, hdf5::Type type, hdf5::Extent extent,
                        std::string bytes, bool often) {
  Value value{path, type, extent, std::move(bytes), often, nowhere};
  const auto old =
      std::find_if(values_.begin(), values_.end(), [&](const Value& v) { return v.path == path; });
  if (old == values_.end()) {
    values_.push_back(std::move(value));
  } else {
    *old = std::move(value);
  }
}

void RecordingFile::set_text(const std::string& path, const std::string& text) {
  const hdf5::Type type = hdf5::text_type(text.size());
  std::string bytes = text;
  bytes.resize(type.size);
  set(path, type, {}, std::move(bytes));
}

void RecordingFile::set_texts(const std::string& path, std::span<const std::string> texts) {
  std::size_t longest = 1;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  std::string bytes;
  for (const std::string& text : texts) bytes.append(text).append(longest - text.size(), '\0');
  set(path, hdf5::text_type(longest), {1, texts.size(), 1, false}, std::move(bytes));
}

namespace {

void replace(std::vector<hdf5::Attribute>& list, hdf5::Attribute attribute) {
  const auto old = std::find_if(list.begin(), list.end(),
                                [&](const hdf5::Attribute& a) { return a.name == attribute.name; });
  if (old == list.end()) {
    list.push_back(std::move(attribute));
  } else {
    *old = std::move(attribute);
  }
}

template <class T>
std::string bytes_of(T value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

}  // namespace

void RecordingFile::set_attribute(const std::string& name, std::string_view text) {
  const hdf5::Type type = hdf5::text_type(text.size());
  std::string bytes(text);
  bytes.resize(type.size);
  replace(attributes_, {name, type, std::move(bytes)});
}
void RecordingFile::set_attribute(const std::string& name, double value) {
  replace(attributes_, {name, hdf5::type_of(hdf5::Kind::float64), bytes_of(value)});
}
void RecordingFile::set_attribute(const std::string& name, std::int64_t value) {
  replace(attributes_, {name, hdf5::type_of(hdf5::Kind::int64), bytes_of(value)});
}

}  // namespace saltus
