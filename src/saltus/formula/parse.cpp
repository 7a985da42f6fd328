// SPDX-License-Identifier: Apache-2.0
// Recursive descent over the tokens of a formula:
//   formula := sum [ (< <= > >= == !=) sum ]
//   sum     := product { (+ -) product }
//   product := signed { (* /) signed }
//   signed  := { + - } power
//   power   := primary { ^ { + - } primary }          right-associative
//   primary := number | name | function ( formula, … ) | ( formula )
// Only parentheses and calls recurse, so that their limit bounds the stack.
#include "saltus/formula/parse.h"

#include "saltus/base/error.h"
#include "saltus/formula/functions.h"
#include "saltus/formula/lexer.h"
#include "saltus/formula/operations.h"

namespace saltus::formula {

namespace {

constexpr int deepest_nesting = 200;

class Parser {
 public:
  Parser(Graph& graph, std::string_view text, const Scope& scope)
      : graph_(graph), scope_(scope), tokens_(tokens(text)) {}

  Node whole() {
    if (now().kind == TokenKind::end) throw FormulaError("the formula is empty", 0, 0);
    const Node result = formula();
    if (now().kind != TokenKind::end) fail_after_operand();
    return result;
  }

 private:
  [[nodiscard]] const Token& now() const { return tokens_[next_]; }
  [[nodiscard]] const Token& before() const { return tokens_[next_ - 1]; }
  [[nodiscard]] bool at(std::string_view symbol) const {
    return now().kind == TokenKind::symbol && now().text == symbol;
  }
  bool take(std::string_view symbol) {
    if (!at(symbol)) return false;
    ++next_;
    return true;
  }

  [[noreturn]] static void fail(const std::string& message, const Token& piece) {
    throw FormulaError(message, piece.position, piece.text.size());
  }

  /// A new operation, written from `start` up to the last token taken.
  Node build(std::size_t start, Op op, Node a, Node b = {}, Node c = {}) {
    const Node n = graph_.make(op, a, b, c);
    const Graph::Entry& e = graph_.entry(n);
    const int arguments = arity(e.op);
    if (arguments == 0) return n;
    const std::size_t length = before().position + before().text.size() - start;
    if (e.op == Op::div && graph_.value(e.b) == 0.0) {
      throw FormulaError("division by zero", start, length);
    }
    if (graph_.value(e.a) && (arguments < 2 || graph_.value(e.b)) &&
        (arguments < 3 || graph_.value(e.c))) {
      throw FormulaError("this has no finite value", start, length);
    }
    return n;
  }

  Node formula() {
    const std::size_t start = now().position;
    const Node a = sum();
    const auto comparison = compared();
    if (!comparison) return a;
    ++next_;
    const Node b = sum();
    if (compared()) {
      fail("comparisons cannot be chained; multiply two of them: (a < b)*(b < c)", now());
    }
    return comparison->swapped ? build(start, comparison->op, b, a)
                               : build(start, comparison->op, a, b);
  }

  struct Comparison {
    Op op;
    bool swapped;
  };

  [[nodiscard]] std::optional<Comparison> compared() const {
    if (at("<")) return Comparison{Op::less, false};
    if (at("<=")) return Comparison{Op::less_equal, false};
    if (at(">")) return Comparison{Op::less, true};
    if (at(">=")) return Comparison{Op::less_equal, true};
    if (at("==")) return Comparison{Op::equal, false};
    if (at("!=")) return Comparison{Op::not_equal, false};
    return std::nullopt;
  }

  Node sum() {
    const std::size_t start = now().position;
    Node result = product();
    while (at("+") || at("-")) {
      const Op op = at("+") ? Op::add : Op::sub;
      ++next_;
      const Node right = product();
      result = build(start, op, result, right);
    }
    return result;
  }

  Node product() {
    const std::size_t start = now().position;
    Node result = signed_power();
    while (at("*") || at("/")) {
      const Op op = at("*") ? Op::mul : Op::div;
      ++next_;
      const Node right = signed_power();
      result = build(start, op, result, right);
    }
    return result;
  }

  bool take_signs() {
    bool negative = false;
    while (at("+") || at("-")) {
      negative ^= at("-");
      ++next_;
    }
    return negative;
  }

  Node signed_power() {
    const std::size_t start = now().position;
    const bool negative = take_signs();
    const Node result = power();
    return negative ? build(start, Op::neg, result) : result;
  }

  Node power() {
    struct Factor {
      std::size_t start;
      bool negative;
      Node node;
    };
    const std::size_t start = now().position;
    std::vector<Factor> tower{{start, false, primary()}};
    while (take("^")) {
      const std::size_t exponent = now().position;
      const bool negative = take_signs();
      tower.push_back({exponent, negative, primary()});
    }
    Node result = tower.back().node;
    for (std::size_t i = tower.size() - 1; i > 0; --i) {
      if (tower[i].negative) result = build(tower[i].start, Op::neg, result);
      result = build(tower[i - 1].start, Op::pow, tower[i - 1].node, result);
    }
    return result;
  }

  Node primary() {
    const Token token = now();
    if (token.kind == TokenKind::number) {
      ++next_;
      return graph_.constant(token.number);
    }
    if (token.kind == TokenKind::name) {
      ++next_;
      return at("(") ? call(token) : named(token);
    }
    if (at("(")) {
      ++next_;
      enter(token);
      const Node inside = formula();
      leave(token);
      return inside;
    }
    if (token.kind == TokenKind::end) fail("the formula ends where a value is expected", token);
    if (at(")") && nesting_ == 0) fail("this parenthesis closes nothing", token);
    fail("a value is expected here, not '" + std::string(token.text) + "'", token);
  }

  void enter(const Token& opening) {
    if (++nesting_ > deepest_nesting) {
      fail("more than " + std::to_string(deepest_nesting) + " nested parentheses", opening);
    }
  }

  void leave(const Token& opening) {
    if (!at(")")) {
      if (now().kind == TokenKind::end) fail("this parenthesis is never closed", opening);
      fail_after_operand();
    }
    ++next_;
    --nesting_;
  }

  [[noreturn]] void fail_after_operand() const {
    const Token& token = now();
    if (at(")")) fail("this parenthesis closes nothing", token);
    if (at(",")) fail("a comma has a meaning only between the arguments of a function", token);
    if (token.kind == TokenKind::symbol && !at("(")) {
      fail("an operator is expected here, not '" + std::string(token.text) + "'", token);
    }
    const auto shown = [](const Token& t) {
      return t.text.size() > 20 ? std::string("...") : std::string(t.text);
    };
    throw FormulaError("an operator is missing; for a product write '" + shown(before()) + "*" +
                           shown(token) + (at("(") ? "...)'" : "'"),
                       before().position, token.position + token.text.size() - before().position);
  }

  Node named(const Token& name) const {
    const auto found = scope_.find(name.text);
    if (found != scope_.end()) return found->second;
    const std::string quoted = "'" + std::string(name.text.substr(0, 80)) + "'";
    if (find_function(name.text) != nullptr) {
      fail(quoted + " is a function; write its argument in parentheses", name);
    }
    if (name.text == "t") fail("the time 't' cannot be used here", name);
    fail("unknown name " + quoted + suggestion(name.text), name);
  }

  [[nodiscard]] std::string suggestion(std::string_view word, bool functions_only = false) const {
    std::vector<std::string> candidates;
    if (!functions_only) {
      for (const auto& [known, node] : scope_) candidates.push_back(known);
    }
    for (const Function& f : functions) candidates.emplace_back(f.name);
    return did_you_mean(word, candidates);
  }

  Node call(const Token& name) {
    const Function* function = find_function(name.text);
    if (function == nullptr) fail_unknown_function(name);
    const Token opening = now();
    ++next_;
    enter(opening);
    std::vector<Node> arguments;
    if (!at(")")) {
      do {
        arguments.push_back(formula());
      } while (take(","));
    }
    leave(opening);
    const std::size_t wanted = function->arguments;
    const bool open_ended = function->kind == CallKind::from_pairs;
    if (open_ended ? arguments.size() < wanted : arguments.size() != wanted) {
      throw FormulaError(std::string(name.text) + " takes " + std::to_string(wanted) +
                             (open_ended ? " or more" : "") +
                             (wanted == 1 ? " argument" : " arguments") + ", not " +
                             std::to_string(arguments.size()),
                         name.position, before().position + 1 - name.position);
    }
    return combine(*function, name.position, arguments);
  }

  Node combine(const Function& f, std::size_t start, const std::vector<Node>& x) {
    switch (f.kind) {
      case CallKind::from_pairs: {
        Node result = x[0];
        for (std::size_t i = 1; i < x.size(); ++i) result = build(start, f.op, result, x[i]);
        return result;
      }
      case CallKind::hypot: {
        const Node squares = build(start, Op::add, build(start, Op::mul, x[0], x[0]),
                                   build(start, Op::mul, x[1], x[1]));
        return build(start, f.op, squares);
      }
      case CallKind::plain:
        break;
    }
    return build(start, f.op, x[0], x.size() > 1 ? x[1] : Node{}, x.size() > 2 ? x[2] : Node{});
  }

  [[noreturn]] void fail_unknown_function(const Token& name) const {
    const std::string quoted = "'" + std::string(name.text.substr(0, 80)) + "'";
    if (scope_.contains(name.text)) {
      fail(quoted + " is not a function; a product needs '*' before the parenthesis", name);
    }
    fail("unknown function " + quoted + suggestion(name.text, true), name);
  }

  Graph& graph_;
  const Scope& scope_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  int nesting_ = 0;
};

}  // namespace

Node parse(Graph& graph, std::string_view text, const Scope& scope) {
  try {
    return Parser(graph, text, scope).whole();
  } catch (const std::length_error& error) {  // the graph is full
    throw FormulaError(error.what(), 0, text.size());
  }
}

}  // namespace saltus::formula
