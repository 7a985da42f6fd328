// SPDX-License-Identifier: Apache-2.0
// Little-endian fields one after the other.
#include "saltus/record/hdf5_format.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace saltus::hdf5 {
namespace {

void put(std::string& out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>((value >> (8 * i)) & 0xFFU);
}

std::uint32_t little_endian(std::string_view bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    value |= std::uint32_t{static_cast<std::uint8_t>(bytes[i])} << (8 * i);
  return value;
}

/// Jenkins' lookup3, which the format uses for all metadata.
std::uint32_t checksum(std::string_view bytes) {
  using std::rotl;
  std::uint32_t a = 0xdeadbeefU + static_cast<std::uint32_t>(bytes.size());
  std::uint32_t b = a;
  std::uint32_t c = a;
  constexpr std::size_t word = 4;
  while (bytes.size() > 3 * word) {
    a += little_endian(bytes.substr(0, word));
    b += little_endian(bytes.substr(word, word));
    c += little_endian(bytes.substr(2 * word, word));
    a = (a - c) ^ rotl(c, 4);
    c += b;
    b = (b - a) ^ rotl(a, 6);
    a += c;
    c = (c - b) ^ rotl(b, 8);
    b += a;
    a = (a - c) ^ rotl(c, 16);
    c += b;
    b = (b - a) ^ rotl(a, 19);
    a += c;
    c = (c - b) ^ rotl(b, 4);
    b += a;
    bytes.remove_prefix(3 * word);
  }
  if (bytes.empty()) return c;
  a += little_endian(bytes.substr(0, word));
  if (bytes.size() > word) b += little_endian(bytes.substr(word, word));
  if (bytes.size() > 2 * word) c += little_endian(bytes.substr(2 * word, word));
  c = (c ^ b) - rotl(b, 14);
  a = (a ^ c) - rotl(c, 11);
  b = (b ^ a) - rotl(a, 25);
  c = (c ^ b) - rotl(b, 16);
  a = (a ^ c) - rotl(c, 4);
  b = (b ^ a) - rotl(a, 14);
  c = (c ^ b) - rotl(b, 24);
  return c;
}

/// §IV.A.2.d
std::string datatype(const Type& type) {
  std::string out;
  constexpr std::uint64_t version = 0x10;
  switch (type.kind) {
    case Kind::float64:
      put(out, version | 1U, 1);
      put(out, 0x3F20, 3);  // little-endian, implied leading bit; the sign is bit 63
      put(out, type.size, 4);
      put(out, 0, 2);
      put(out, 64, 2);
      put(out, 52, 1);  // exponent: where, and its bits
      put(out, 11, 1);
      put(out, 0, 1);  // mantissa
      put(out, 52, 1);
      put(out, 1023, 4);
      break;
    case Kind::text:
      put(out, version | 3U, 1);
      put(out, 0x11, 3);  // padded with zeros, UTF-8
      put(out, type.size, 4);
      break;
    default:
      put(out, version, 1);
      put(out, type.kind == Kind::uint8 ? 0x00 : 0x08, 3);  // little-endian; signed
      put(out, type.size, 4);
      put(out, 0, 2);
      put(out, std::uint64_t{8} * type.size, 2);
  }
  return out;
}

/// §IV.A.2.b
std::string dataspace(const Extent& extent) {
  std::string out;
  put(out, 2, 1);
  put(out, static_cast<std::uint64_t>(extent.rank), 1);
  put(out, extent.grows ? 1 : 0, 1);
  put(out, extent.rank == 0 ? 0 : 1, 1);
  if (extent.rank > 0) put(out, extent.rows, 8);
  if (extent.rank > 1) put(out, extent.columns, 8);
  if (extent.grows) put(out, unlimited, 8);
  if (extent.grows && extent.rank > 1) put(out, extent.columns, 8);
  return out;
}

enum Message : std::uint8_t {
  is_dataspace = 0x01,
  is_link_info = 0x02,
  is_datatype = 0x03,
  is_fill_value = 0x05,
  is_link = 0x06,
  is_layout = 0x08,
  is_group_info = 0x0A,
  is_pipeline = 0x0B,
  is_attribute = 0x0C,
};

void add_message(std::string& header, Message type, const std::string& body) {
  constexpr std::uint64_t constant = 1;
  put(header, type, 1);
  put(header, body.size(), 2);
  put(header, type == is_datatype ? constant : 0, 1);
  header += body;
}

/// Version 2, with four bytes for its size and no times.
std::string object_header(const std::string& messages) {
  std::string out = "OHDR";
  put(out, 2, 1);
  put(out, 2, 1);
  put(out, messages.size(), 4);
  out += messages;
  put(out, checksum(out), 4);
  return out;
}

/// §IV.A.2.f, version 3: the default value, zero.
std::string fill_value(bool chunked) {
  std::string out;
  put(out, 3, 1);
  put(out, chunked ? 0x0B : 0x0A, 1);  // room is made chunk by chunk, or late
  return out;
}

void add_array(std::string& messages, const Type& type, const Extent& extent) {
  add_message(messages, is_dataspace, dataspace(extent));
  add_message(messages, is_datatype, datatype(type));
  add_message(messages, is_fill_value, fill_value(extent.grows));
}

}  // namespace

Type text_type(std::size_t length) {
  return {Kind::text, static_cast<std::uint32_t>(std::max<std::size_t>(1, length))};
}

std::string superblock(Address end_of_file, Address root) {
  std::string out = "\x89HDF\r\n\x1a\n";
  put(out, 2, 1);
  put(out, 8, 1);  // bytes of an address and of a length
  put(out, 8, 1);
  put(out, 0, 1);
  put(out, 0, 8);
  put(out, nowhere, 8);
  put(out, end_of_file, 8);
  put(out, root, 8);
  put(out, checksum(out), 4);
  return out;
}

Address end_of_file(std::string_view superblock) {
  constexpr std::size_t place = 28;  // after signature, sizes, base address and extension
  Address end = 0;
  std::memcpy(&end, superblock.data() + place, sizeof end);
  return end;
}

std::string group_header(std::span<const Link> links, std::span<const Attribute> attributes) {
  std::string messages;
  std::string info;
  put(info, 0, 2);
  put(info, nowhere, 8);
  put(info, nowhere, 8);
  add_message(messages, is_link_info, info);
  add_message(messages, is_group_info, std::string(2, '\0'));
  for (const Link& link : links) {
    std::string body;
    put(body, 1, 1);
    put(body, 0, 1);  // a hard link with one byte for the length of its name
    put(body, link.name.size(), 1);
    body += link.name;
    put(body, link.target, 8);
    add_message(messages, is_link, body);
  }
  for (const Attribute& a : attributes) {
    const std::string type = datatype(a.type);
    const std::string space = dataspace({});
    std::string body;
    put(body, 3, 1);
    put(body, 0, 1);
    put(body, a.name.size() + 1, 2);
    put(body, type.size(), 2);
    put(body, space.size(), 2);
    put(body, 1, 1);  // its name is UTF-8
    body += a.name;
    body += '\0';
    body += type + space + a.bytes;
    add_message(messages, is_attribute, body);
  }
  return object_header(messages);
}

std::string chunked_header(const Type& type, const Extent& extent, std::uint64_t chunk_rows,
                           Address index, int deflate) {
  std::string messages;
  add_array(messages, type, extent);
  std::string pipeline;
  put(pipeline, 2, 1);
  put(pipeline, 2, 1);
  for (const auto& [filter, value] :
       {std::pair<std::uint64_t, std::uint64_t>{2, type.size},
        std::pair<std::uint64_t, std::uint64_t>{1, static_cast<std::uint64_t>(deflate)}}) {
    put(pipeline, filter, 2);
    put(pipeline, 1, 2);  // may be skipped
    put(pipeline, 1, 2);
    put(pipeline, value, 4);
  }
  add_message(messages, is_pipeline, pipeline);
  std::string layout;
  put(layout, 3, 1);
  put(layout, 2, 1);
  put(layout, static_cast<std::uint64_t>(extent.rank) + 1, 1);
  put(layout, index, 8);
  put(layout, chunk_rows, 4);
  if (extent.rank > 1) put(layout, extent.columns, 4);
  put(layout, type.size, 4);
  add_message(messages, is_layout, layout);
  return object_header(messages);
}

std::string contiguous_header(const Type& type, const Extent& extent, Address data) {
  std::string messages;
  add_array(messages, type, extent);
  const std::uint64_t count = extent.rank == 0 ? 1 : extent.rows * extent.columns;
  std::string layout;
  put(layout, 3, 1);
  put(layout, 1, 1);
  put(layout, count == 0 ? nowhere : data, 8);
  put(layout, count * type.size, 8);
  add_message(messages, is_layout, layout);
  return object_header(messages);
}

namespace {

std::size_t key_size(int rank) { return 8 + 8 * (static_cast<std::size_t>(rank) + 1); }

}  // namespace

std::size_t node_size(int rank) {
  return 24 + node_children * 8 + (node_children + 1) * key_size(rank);
}

std::string chunk_node(int level, int rank, std::span<const NodeEntry> entries,
                       std::uint64_t end_row) {
  std::string out = "TREE";
  put(out, 1, 1);
  put(out, static_cast<std::uint64_t>(level), 1);
  put(out, entries.size(), 2);
  put(out, nowhere, 8);  // siblings: readers come from above
  put(out, nowhere, 8);
  const auto put_key = [&](const Chunk& chunk, std::uint64_t row) {
    put(out, chunk.size, 4);
    put(out, chunk.skipped, 4);
    put(out, row, 8);
    for (int i = 0; i < rank; ++i) put(out, 0, 8);
  };
  for (const NodeEntry& e : entries) {
    put_key(e.child, e.row);
    put(out, e.child.at, 8);
  }
  put_key({}, end_row);
  out.resize(node_size(rank));
  return out;
}

namespace {

/// Blocks of n × n bytes change places across the diagonal of their 2n × 2n square.
template <unsigned n>
void exchange(std::array<std::uint64_t, 8>& a, std::uint64_t low) {
#pragma GCC unroll 4
  for (unsigned k = 0; k < 4; ++k) {
    const unsigned i = k / n * 2 * n + k % n;
    const std::uint64_t change = ((a[i] >> (8 * n)) ^ a[i + n]) & low;
    a[i + n] ^= change;
    a[i] ^= change << (8 * n);
  }
}

/// A square of 8 × 8 bytes.
void transpose(std::array<std::uint64_t, 8>& a) {
  exchange<4>(a, 0x00000000ffffffff);
  exchange<2>(a, 0x0000ffff0000ffff);
  exchange<1>(a, 0x00ff00ff00ff00ff);
}

}  // namespace

void shuffle(std::span<const char> data, std::size_t element, std::vector<char>& out) {
  out.resize(data.size());
  const std::size_t count = data.size() / element;
  if (element == 1) {
    std::copy(data.begin(), data.end(), out.begin());
    return;
  }
  const std::size_t done = element == 8 ? count / 8 * 8 : 0;
  for (std::size_t i = 0; i < done; i += 8) {
    std::array<std::uint64_t, 8> square{};
    std::memcpy(square.data(), data.data() + 8 * i, sizeof square);
    transpose(square);
    for (std::size_t byte = 0; byte < 8; ++byte)
      std::memcpy(out.data() + byte * count + i, &square[byte], 8);
  }
  for (std::size_t byte = 0; byte < element; ++byte) {
    const char* from = data.data() + byte;
    char* to = out.data() + byte * count;
    for (std::size_t i = done; i < count; ++i) to[i] = from[i * element];
  }
}

}  // namespace saltus::hdf5
