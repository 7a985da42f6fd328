// SPDX-License-Identifier: Apache-2.0
// A formula's text cut into numbers, names and operators.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace saltus::formula {

enum class TokenKind : std::uint8_t { number, name, symbol, end };

struct Token {
  TokenKind kind;
  std::string_view text;  // empty at the end of the formula
  std::size_t position;
  double number;
};

/// The last token is always the end. Throws FormulaError: unknown character, number out of range,
/// text longer than 64 KiB.
[[nodiscard]] std::vector<Token> tokens(std::string_view text);

}  // namespace saltus::formula
