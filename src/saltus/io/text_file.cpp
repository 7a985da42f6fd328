// SPDX-License-Identifier: Apache-2.0
// Reading whole text files.
#include "saltus/io/text_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "saltus/base/error.h"

namespace saltus {
namespace {

constexpr std::size_t largest_file = 16U << 20U;

/// Length of the UTF-8 sequence that starts here (RFC 3629, table 3-7 of Unicode), 0 if it is none.
std::size_t utf8_sequence(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned lead = byte(0);
  const unsigned second = byte(1);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const bool overlong = lead == 0xE0 && second < 0xA0;
    const bool surrogate = lead == 0xED && second > 0x9F;
    return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const bool overlong = lead == 0xF0 && second < 0x90;
    const bool too_large = lead == 0xF4 && second > 0x8F;
    return continues(1) && continues(2) && continues(3) && !overlong && !too_large ? 4 : 0;
  }
  return 0;
}

std::string reason() {
  return errno == 0 ? "unknown reason" : std::system_category().message(errno);
}

}  // namespace

std::string read_text_file(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) {
    throw FileError(path + ": there is no such file");
  }
  if (std::filesystem::is_directory(status)) throw FileError(path + ": is a folder, not a file");
  if (std::filesystem::is_fifo(status)) {
    throw FileError(path + ": is a pipe, which may never end; use a file");
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw FileError(path + ": cannot be opened: " + reason());

  // Read in pieces up to the limit: the size of a pipe or a device is not known beforehand.
  std::string text;
  std::string piece(1U << 16U, '\0');
  while (file && text.size() <= largest_file) {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    text.append(piece, 0, static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) throw FileError(path + ": cannot be read: " + reason());
  if (text.size() > largest_file) {
    throw FileError(path + ": is larger than 16 MB, so it is no model file");
  }
  return text;
}

void demand_text(std::string_view text, const std::string& file_name) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = text[i] == '\0' ? 0 : utf8_sequence(text.substr(i));
    if (length == 0) {
      const auto line =
          std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(i), '\n');
      throw FileError(file_name + ": is no text file: byte " + std::to_string(i + 1) +
                      ", in line " + std::to_string(line + 1) + ", is not UTF-8 text");
    }
    i += length;
  }
}

void write_new_file(const std::string& path, std::string_view text) {
  errno = 0;
  std::FILE* file = std::fopen(path.c_str(), "wx");  // x: fails where the file exists, no race
  if (file == nullptr) {
    if (errno == EEXIST) throw FileError(path + ": is there already, and is not overwritten");
    throw FileError(path + ": cannot be written: " + reason());
  }
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const bool closed = std::fclose(file) == 0;
  if (!written || !closed) throw FileError(path + ": cannot be written: " + reason());
}

}  // namespace saltus
