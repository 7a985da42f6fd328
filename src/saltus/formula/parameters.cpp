// SPDX-License-Identifier: Apache-2.0
// Order of parameters by dependence (depth first, without recursion), then their values.
#include "saltus/formula/parameters.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "saltus/formula/lexer.h"
#include "saltus/formula/parse.h"

namespace saltus::formula {

namespace {

using Index = std::map<std::string, std::size_t, std::less<>>;

[[noreturn]] void fail(const Parameter& p, const FormulaError& error) {
  throw ModelError(p.where,
                   "parameter '" + p.name + "': " + error.what() + "\n" + marked(p.text, error));
}

Index index_of(std::span<const Parameter> parameters) {
  Index index;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Parameter& p = parameters[i];
    if (!is_identifier(p.name)) {
      throw ModelError(p.where, "'" + p.name +
                                    "' cannot name a parameter: a letter or underscore, then "
                                    "letters, digits, underscores");
    }
    if (is_reserved(p.name)) {
      throw ModelError(p.where, "'" + p.name +
                                    "' cannot name a parameter: it is a function, a constant or "
                                    "the time; choose another name");
    }
    const auto [known, added] = index.emplace(p.name, i);
    if (!added) {
      throw ModelError(p.where, "parameter '" + p.name + "' is defined twice, first at " +
                                    to_string(parameters[known->second].where));
    }
  }
  return index;
}

/// Everything but the values, with all parameters known: so that a misspelt name is compared with
/// all of them.
void check_syntax(std::span<const Parameter> parameters) {
  Graph graph;
  Scope scope = constants(graph);
  for (const Parameter& p : parameters) scope.emplace(p.name, graph.symbol());
  for (const Parameter& p : parameters) {
    try {
      static_cast<void>(parse(graph, p.text, scope));
    } catch (const FormulaError& error) {
      fail(p, error);
    }
  }
}

/// The parameters a text names, whether or not its value depends on them in the end.
std::vector<std::size_t> uses(const Parameter& p, const Index& index) {
  std::vector<std::size_t> result;
  for (const Token& token : tokens(p.text)) {
    if (token.kind != TokenKind::name) continue;
    if (const auto found = index.find(token.text); found != index.end()) {
      result.push_back(found->second);
    }
  }
  return result;
}

struct Visit {
  std::size_t parameter;
  std::vector<std::size_t> uses;
  std::size_t next = 0;
};

[[noreturn]] void fail_cycle(std::span<const Parameter> parameters, std::span<const Visit> path,
                             std::size_t again) {
  constexpr std::size_t most_names = 20;
  const auto* first = std::find_if(path.data(), path.data() + path.size(),
                                   [&](const Visit& v) { return v.parameter == again; });
  const auto length = static_cast<std::size_t>(path.data() + path.size() - first);
  std::string chain;
  for (std::size_t i = 0; i < std::min(length, most_names); ++i) {
    chain += parameters[first[i].parameter].name + " -> ";
  }
  if (length > most_names) chain += "... -> ";
  chain += parameters[again].name;
  throw ModelError(parameters[again].where, "parameters that need each other: " + chain);
}

std::vector<std::size_t> order(std::span<const Parameter> parameters, const Index& index) {
  enum class Mark : unsigned char { fresh, open, done };
  std::vector<Mark> marks(parameters.size(), Mark::fresh);
  std::vector<std::size_t> result;
  std::vector<Visit> path;
  const auto open = [&](std::size_t i) {
    marks[i] = Mark::open;
    path.push_back({i, uses(parameters[i], index)});
  };
  for (std::size_t root = 0; root < parameters.size(); ++root) {
    if (marks[root] == Mark::fresh) open(root);
    while (!path.empty()) {
      Visit& top = path.back();
      if (top.next == top.uses.size()) {
        marks[top.parameter] = Mark::done;
        result.push_back(top.parameter);
        path.pop_back();
        continue;
      }
      const std::size_t used = top.uses[top.next++];
      if (marks[used] == Mark::open) fail_cycle(parameters, path, used);
      if (marks[used] == Mark::fresh) open(used);
    }
  }
  return result;
}

double number(Graph& graph, std::string_view text, const Scope& scope) {
  const Node n = parse(graph, text, scope);
  const auto value = graph.value(n);
  if (!value || !std::isfinite(*value)) {
    throw FormulaError("this is not a number", 0, text.size());
  }
  return *value;
}

}  // namespace

Parameters evaluate(std::span<const Parameter> parameters) {
  const Index index = index_of(parameters);
  check_syntax(parameters);
  Graph graph;
  Scope scope = constants(graph);
  Parameters values;
  for (const std::size_t i : order(parameters, index)) {
    const Parameter& p = parameters[i];
    try {
      const double value = number(graph, p.text, scope);
      values.emplace(p.name, value);
      scope.emplace(p.name, graph.constant(value));
    } catch (const FormulaError& error) {
      fail(p, error);
    }
  }
  return values;
}

double evaluate(std::string_view text, const Parameters& parameters) {
  Graph graph;
  Scope scope = constants(graph);
  bool complete = true;
  for (const Token& token : tokens(text)) {
    if (token.kind != TokenKind::name) continue;
    const auto found = parameters.find(token.text);
    if (found != parameters.end()) scope.emplace(found->first, graph.constant(found->second));
    complete = complete && (found != parameters.end() || is_reserved(token.text));
  }
  if (!complete) {  // an unknown name is to be compared with all that could have been meant
    for (const auto& [name, value] : parameters) scope.emplace(name, graph.constant(value));
  }
  return number(graph, text, scope);
}

}  // namespace saltus::formula
