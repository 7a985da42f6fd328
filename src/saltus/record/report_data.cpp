// SPDX-License-Identifier: Apache-2.0
#include "saltus/record/report_data.h"

#include <zlib.h>

#include <array>
#include <cstring>

#include <fmt/format.h>

#include "saltus/base/base64.h"
#include "saltus/base/error.h"
#include "saltus/base/json.h"
#include "saltus/record/hdf5_format.h"

namespace saltus {
namespace {

std::string deflated(const std::string& bytes) {
  std::string out(compressBound(bytes.size()), '\0');
  uLongf size = out.size();
  constexpr int level = 6;
  const int status = compress2(reinterpret_cast<Bytef*>(out.data()), &size,
                               reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(), level);
  if (status != Z_OK) throw FileError("the report's data could not be compressed");
  out.resize(size);
  return out;
}

/// No text in the header may end the element that it stands in.
std::string without_tags(const std::string& json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

void ReportData::append(const std::string& name, std::string_view type, const void* values,
                        std::size_t count, std::size_t size, Shape shape, bool differences) {
  std::size_t known = 1;
  for (const std::size_t n : shape) known *= n == 0 ? 1 : n;
  for (std::size_t& n : shape)
    if (n == 0) n = known == 0 ? 0 : count / known;
  arrays_ += fmt::format(R"({}{}:{{"type":"{}","offset":{},"shape":[{}]{}}})",
                         arrays_.empty() ? "" : ",", json_text(name), type, bytes_.size(),
                         fmt::join(shape, ","), differences ? R"(,"delta":true)" : "");
  if (count > 0) {
    const std::span bytes(static_cast<const char*>(values), count * size);
    hdf5::shuffle(bytes, size, shuffled_);
    bytes_.append(shuffled_.data(), shuffled_.size());
  }
  bytes_.append((8 - bytes_.size() % 8) % 8, '\0');
}

void ReportData::add(const std::string& name, std::span<const double> values, Shape shape) {
  append(name, "f64", values.data(), values.size(), sizeof(double), std::move(shape));
}
void ReportData::add(const std::string& name, std::span<const float> values, Shape shape) {
  append(name, "f32", values.data(), values.size(), sizeof(float), std::move(shape));
}
void ReportData::add(const std::string& name, std::span<const std::uint32_t> values, Shape shape) {
  append(name, "u32", values.data(), values.size(), sizeof(std::uint32_t), std::move(shape));
}
void ReportData::add(const std::string& name, std::span<const std::uint8_t> values, Shape shape) {
  append(name, "u8", values.data(), values.size(), sizeof(std::uint8_t), std::move(shape));
}

void ReportData::add_rows(const std::string& name, std::vector<std::uint16_t> values, Shape shape) {
  append_rows(name, "u16", std::move(values), std::move(shape));
}
void ReportData::add_rows(const std::string& name, std::span<const std::int16_t> values,
                          Shape shape) {
  append_rows(name, "i16", {values.begin(), values.end()}, std::move(shape));
}

/// Modulo 2^16, so that signs do not matter.
void ReportData::append_rows(const std::string& name, std::string_view type,
                             std::vector<std::uint16_t> values, Shape shape) {
  std::size_t row = 1;
  for (std::size_t i = 1; i < shape.size(); ++i) row *= shape[i];
  for (std::size_t k = values.size(); k-- > row;)
    values[k] = static_cast<std::uint16_t>(values[k] - values[k - row]);
  append(name, type, values.data(), values.size(), sizeof(std::uint16_t), std::move(shape), true);
}

void ReportData::set(std::string_view key, std::string_view json) {
  header_ += fmt::format(",\n{}:{}", json_text(key), json);
}

std::string ReportData::html(std::string_view page) const {
  constexpr std::string_view place = "<!-- saltus:data -->";
  const std::size_t at = page.find(place);
  if (at == std::string_view::npos || page.find(place, at + 1) != std::string_view::npos)
    throw FileError("the report's page has no place for its data");
  const std::string header = fmt::format(R"({{"format":2{},"arrays":{{{}}}}})", header_, arrays_);
  std::string out(page.substr(0, at));
  out += R"(<script type="application/json" id="saltus-header">)" + without_tags(header) +
         "</script>\n" + R"(<script type="text/plain" id="saltus-data">)";
  if (!bytes_.empty()) out += base64(deflated(bytes_));
  out += "</script>";
  out += page.substr(at + place.size());
  return out;
}

std::string json_list(std::span<const double> numbers) {
  std::vector<std::string> pieces;
  for (const double x : numbers) pieces.push_back(json_number(x));
  return json_list(pieces);
}

std::string json_list(std::span<const std::string> pieces) {
  return fmt::format("[{}]", fmt::join(pieces, ","));
}

}  // namespace saltus
