// SPDX-License-Identifier: Apache-2.0
// Text to graph: + - * / ^ ( ) , comparisons, functions, names.
#pragma once

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "saltus/formula/graph.h"

namespace saltus::formula {

/// A formula that cannot be read. `position` and `length` mark the offending piece of the text.
class FormulaError : public std::runtime_error {
 public:
  FormulaError(const std::string& message, std::size_t start, std::size_t count)
      : std::runtime_error(message), position(start), length(count) {}
  std::size_t position;
  std::size_t length;
};

/// What names mean in a formula. A name may hold dots ("body.coordinate").
using Scope = std::map<std::string, Node, std::less<>>;

/// Throws FormulaError. An unknown name gets a "did you mean" from the scope and the functions.
[[nodiscard]] Node parse(Graph& graph, std::string_view text, const Scope& scope);

/// pi, mm, cm, deg as nodes of the graph.
[[nodiscard]] Scope constants(Graph& graph);

/// Names that no parameter, coordinate or body may take: functions, constants, t.
[[nodiscard]] bool is_reserved(std::string_view name);

/// Letter or underscore, then letters, digits, underscores.
[[nodiscard]] bool is_identifier(std::string_view name);

/// The formula and a line of carets under the marked piece, to be put into a message.
[[nodiscard]] std::string marked(std::string_view text, const FormulaError& error);

}  // namespace saltus::formula
