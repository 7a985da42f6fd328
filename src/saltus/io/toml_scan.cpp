// SPDX-License-Identifier: Apache-2.0
// A pass over strings, comments, brackets and dots; the rest of the grammar is toml++'s.
#include "saltus/io/toml_scan.h"

#include <algorithm>

#include "saltus/base/error.h"

namespace saltus {
namespace {

constexpr int most_parts = 16;

/// Past the string that starts at `i`; the end of the text where it does not close.
std::size_t skip_string(std::string_view text, std::size_t i) {
  const char quote = text[i];
  const bool is_long = text.substr(i, 3) == std::string(3, quote);
  const std::string close(is_long ? 3 : 1, quote);
  i += close.size();
  while (i < text.size() && text.substr(i, close.size()) != close) {
    if (!is_long && text[i] == '\n') return i;
    i += quote == '"' && text[i] == '\\' ? 2 : 1;
  }
  return std::min(i + close.size(), text.size());
}

/// A letter, a digit, - _ " or ' may begin a key.
bool begins_key(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '"' || c == '\'';
}

class Scanner {
 public:
  Scanner(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  void scan() {
    if (text_.starts_with("\xEF\xBB\xBF")) i_ = line_start_ = 3;  // byte order mark
    while (i_ < text_.size()) {
      switch (text_[i_]) {
        case '"':
        case '\'':
          move_to(skip_string(text_, i_));
          break;
        case '#':
          move_to(std::min(text_.find('\n', i_), text_.size()));
          break;
        case '\n':
          next_line();
          break;
        default:
          read_sign(text_[i_]);
      }
    }
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw ModelError({file_, line_, static_cast<int>(i_ - line_start_) + 1}, what);
  }

  void next_line() {
    ++i_;
    ++line_;
    line_start_ = i_;
    is_line_blank_ = true;
    dots_ = 0;
  }

  /// A long string may hold line ends.
  void move_to(std::size_t end) {
    is_line_blank_ = false;
    for (; i_ < end; ++i_) {
      if (text_[i_] != '\n') continue;
      ++line_;
      line_start_ = i_ + 1;
    }
  }

  void read_sign(char c) {
    if (static_cast<unsigned char>(c) > '~') {
      refuse("characters other than ASCII may stand in strings and comments only");
    }
    if (c == '[' && is_line_blank_ && depth_ == 0) demand_header_name();
    if (c == '[' || c == '{') ++depth_;
    if (c == ']' || c == '}') depth_ = std::max(depth_ - 1, 0);
    if (std::string_view("=,[]{}").find(c) != std::string_view::npos) dots_ = 0;
    if (c == '.' && ++dots_ >= most_parts) refuse("a key of more than 16 parts");
    if (c != ' ' && c != '\t' && c != '\r') is_line_blank_ = false;
    ++i_;
  }

  void demand_header_name() const {
    const std::size_t brackets = text_.substr(i_, 2) == "[[" ? 2 : 1;
    const std::size_t name = text_.find_first_not_of(" \t", i_ + brackets);
    if (name == std::string_view::npos || !begins_key(text_[name])) {
      refuse("a name must follow " + std::string(brackets, '['));
    }
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t i_ = 0;
  std::size_t line_start_ = 0;
  int line_ = 1;
  int depth_ = 0;  // of brackets and braces
  int dots_ = 0;   // in this key
  bool is_line_blank_ = true;
};

}  // namespace

void demand_sound_keys(std::string_view text, const std::string& file_name) {
  Scanner(text, file_name).scan();
}

}  // namespace saltus
