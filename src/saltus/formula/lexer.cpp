// SPDX-License-Identifier: Apache-2.0
// Reading of numbers, names and operators.
#include "saltus/formula/lexer.h"

#include <array>
#include <charconv>
#include <string>

#include "saltus/formula/parse.h"

namespace saltus::formula {

namespace {

constexpr std::size_t longest_text = 64 * 1024;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Token next() {
    while (is_space(at(0))) ++position_;
    if (position_ >= text_.size()) return {TokenKind::end, {}, text_.size(), 0};
    if (is_digit(at(0)) || (at(0) == '.' && is_digit(at(1)))) return number();
    if (is_letter(at(0))) return name();
    return symbol();
  }

 private:
  [[nodiscard]] char at(std::size_t ahead) const {
    return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
  }

  Token take(TokenKind kind, std::size_t length, double value = 0) {
    const Token token{kind, text_.substr(position_, length), position_, value};
    position_ += length;
    return token;
  }

  Token number() {
    std::size_t n = 0;
    while (is_digit(at(n))) ++n;
    if (at(n) == '.') ++n;
    while (is_digit(at(n))) ++n;
    if (at(n) == 'e' || at(n) == 'E') {
      const std::size_t sign = at(n + 1) == '+' || at(n + 1) == '-' ? 1 : 0;
      if (is_digit(at(n + 1 + sign))) {
        n += 1 + sign;
        while (is_digit(at(n))) ++n;
      }
    }
    double value = 0;
    const char* first = text_.data() + position_;
    if (std::from_chars(first, first + n, value).ec != std::errc{}) {
      throw FormulaError("this number is too large or too small for double precision", position_,
                         n);
    }
    return take(TokenKind::number, n, value);
  }

  Token name() {
    std::size_t n = 0;
    while (is_letter(at(n)) || is_digit(at(n)) || (at(n) == '.' && is_letter(at(n + 1)))) ++n;
    return take(TokenKind::name, n);
  }

  Token symbol() {
    if (at(0) == '*' && at(1) == '*') throw FormulaError("write '^' for a power", position_, 2);
    constexpr std::array<std::string_view, 4> pairs{"<=", ">=", "==", "!="};
    for (const std::string_view pair : pairs) {
      if (text_.substr(position_, 2) == pair) return take(TokenKind::symbol, 2);
    }
    if (at(0) == '=') throw FormulaError("write '==' to compare", position_, 1);
    if (std::string_view{"+-*/^(),<>"}.find(at(0)) == std::string_view::npos) bad_character();
    return take(TokenKind::symbol, 1);
  }

  [[noreturn]] void bad_character() const {
    std::size_t n = 1;  // a character of several bytes is marked as a whole
    while ((static_cast<unsigned char>(at(n)) & 0xC0U) == 0x80U) ++n;
    const std::string_view character = text_.substr(position_, n);
    const auto code = static_cast<unsigned char>(character[0]);
    std::string message = "a formula cannot hold this character";
    if (code > 0x20 && code < 0x7F) message += " ('" + std::string(character) + "')";
    if (character == "\u2212" || character == "\u2013") message += "; write '-'";
    if (character == "\u00D7" || character == "\u00B7") message += "; write '*'";
    if (character == "\u00B2") message += "; write '^2'";
    throw FormulaError(message, position_, n);
  }

  std::string_view text_;
  std::size_t position_ = 0;
};

}  // namespace

std::vector<Token> tokens(std::string_view text) {
  if (text.size() > longest_text) {
    throw FormulaError("the formula is longer than 64 KiB", 0, text.size());
  }
  Lexer lexer(text);
  std::vector<Token> result;
  do {
    result.push_back(lexer.next());
  } while (result.back().kind != TokenKind::end);
  return result;
}

bool is_identifier(std::string_view name) {
  if (name.empty() || !is_letter(name[0])) return false;
  for (const char c : name) {
    if (!is_letter(c) && !is_digit(c)) return false;
  }
  return true;
}

}  // namespace saltus::formula
