// SPDX-License-Identifier: Apache-2.0
// The one file that knows toml++: its tree becomes ours.
#include "saltus/io/toml.h"

// A broken precondition inside toml++ is bad input that it did not foresee: no reason to abort, and
// none to go on regardless, which is what it does where NDEBUG is defined.
namespace saltus {
struct UnforeseenToml {};
[[noreturn]] static void throw_unforeseen() { throw UnforeseenToml{}; }
}  // namespace saltus
#undef NDEBUG
#define TOML_ASSERT(condition) ((condition) ? void() : ::saltus::throw_unforeseen())
// Compiled in rather than taken from the shared library, so that these settings hold.
#undef TOML_HEADER_ONLY
#undef TOML_SHARED_LIB
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 1
#define TOML_MAX_NESTED_VALUES 32
#include <algorithm>
#include <utility>

#include <toml++/toml.h>

#include "saltus/io/text_file.h"
#include "saltus/io/toml_scan.h"

namespace saltus {
namespace {

class Converter {
 public:
  explicit Converter(const std::string& file) : file_(file) {}

  [[nodiscard]] Value value(const toml::node& node) const {
    const Location where = location(node.source());
    switch (node.type()) {
      case toml::node_type::table:
        return {table(*node.as_table()), where};
      case toml::node_type::array:
        return {array(*node.as_array()), where};
      case toml::node_type::string:
        return {node.as_string()->get(), where};
      case toml::node_type::integer:
        return {Number{static_cast<double>(node.as_integer()->get()), true}, where};
      case toml::node_type::floating_point:
        return {Number{node.as_floating_point()->get(), false}, where};
      case toml::node_type::boolean:
        return {node.as_boolean()->get(), where};
      default:
        throw ModelError(where, "dates and times are not used in model files");
    }
  }

  [[nodiscard]] Location location(const toml::source_region& region) const {
    return {file_, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
  }

 private:
  [[nodiscard]] Table table(const toml::table& node) const {
    Table entries;
    for (const auto& [key, child] : node) {
      entries.push_back({std::string(key.str()), location(key.source()), value(child)});
    }
    // toml++ sorts by name; our order is the file's
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
      return std::pair(a.where.line, a.where.column) < std::pair(b.where.line, b.where.column);
    });
    return entries;
  }

  [[nodiscard]] Array array(const toml::array& node) const {
    Array values;
    for (const toml::node& child : node) values.push_back(value(child));
    return values;
  }

  const std::string& file_;
};

}  // namespace

Value parse_toml(std::string_view text, const std::string& file_name) {
  demand_text(text, file_name);
  demand_sound_keys(text, file_name);
  const Converter convert(file_name);
  Value root;
  try {
    root = convert.value(toml::parse(text));
  } catch (const toml::parse_error& error) {
    throw ModelError(convert.location(error.source()), std::string(error.description()));
  } catch (const UnforeseenToml&) {
    throw ModelError({file_name}, "is not TOML");
  }
  root.where = {file_name, 1, 1};
  return root;
}

Value read_toml(const std::string& path) { return parse_toml(read_text_file(path), path); }

}  // namespace saltus
