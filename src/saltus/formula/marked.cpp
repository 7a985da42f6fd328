// SPDX-License-Identifier: Apache-2.0
// A formula shown in a message, with carets under the offending piece.
#include <algorithm>

#include "saltus/formula/parse.h"

namespace saltus::formula {

namespace {

constexpr std::size_t widest = 100;  // longer formulas are shown in part
constexpr std::size_t context = 40;  // characters kept before the piece then

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Columns on screen: one per character, whatever its number of bytes.
std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues_character(c); }));
}

std::size_t start_of_character(std::string_view text, std::size_t i) {
  while (i > 0 && i < text.size() && continues_character(text[i])) --i;
  return i;
}

}  // namespace

std::string marked(std::string_view text, const FormulaError& error) {
  const std::size_t position = std::min(error.position, text.size());
  std::size_t first = 0, last = text.size();
  if (text.size() > widest) {
    first = start_of_character(text, position > context ? position - context : 0);
    first = std::min(first, start_of_character(text, text.size() - widest));
    last = start_of_character(text, first + widest);
  }
  const std::size_t end = std::clamp(position + error.length, position, last);
  std::string shown = first > 0 ? "..." : "";
  const std::size_t indent = shown.size() + columns(text.substr(first, position - first));
  for (const char c : text.substr(first, last - first)) {
    const auto code = static_cast<unsigned char>(c);
    shown += code < 0x20 || code == 0x7F ? ' ' : c;
  }
  if (last < text.size()) shown += "...";
  const std::size_t width = columns(text.substr(position, end - position));
  return "    " + shown + "\n    " + std::string(indent, ' ') + '^' +
         std::string(width > 1 ? width - 1 : 0, '~');
}

}  // namespace saltus::formula
