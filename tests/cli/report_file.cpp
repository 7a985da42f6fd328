// SPDX-License-Identifier: Apache-2.0
#include "cli/report_file.h"

#include <zlib.h>

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

namespace saltus {
namespace {

std::string between(const std::string& text, const std::string& first, const std::string& last) {
  const std::size_t start = text.find(first);
  EXPECT_NE(start, std::string::npos) << first;
  if (start == std::string::npos) return {};
  const std::size_t from = start + first.size();
  return text.substr(from, text.find(last, from) - from);
}

std::string decoded(const std::string& base64) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  unsigned bits = 0;
  int count = 0;
  for (const char c : base64) {
    if (c == '=') break;
    bits = (bits << 6U) | static_cast<unsigned>(digits.find(c));
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>((bits >> static_cast<unsigned>(count)) & 255U);
  }
  return out;
}

std::string inflated(const std::string& data) {
  if (data.empty()) return {};
  std::string out(std::max<std::size_t>(1U << 20U, 60 * data.size()), '\0');
  uLongf size = out.size();
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(out.data()), &size,
                       reinterpret_cast<const Bytef*>(data.data()), data.size()),
            Z_OK);
  out.resize(size);
  return out;
}

}  // namespace

ReportFile::ReportFile(const std::string& path) {
  std::ifstream stream(path);
  EXPECT_TRUE(stream) << path;
  std::ostringstream text;
  text << stream.rdbuf();
  header = nlohmann::json::parse(
      between(text.str(), R"(<script type="application/json" id="saltus-header">)", "</script>"));
  bytes = inflated(
      decoded(between(text.str(), R"(<script type="text/plain" id="saltus-data">)", "</script>")));
}

std::vector<double> ReportFile::numbers(const std::string& array) const {
  EXPECT_EQ(header.at("arrays").at(array).at("type"), "f64");
  return values<double>(array);
}

}  // namespace saltus
