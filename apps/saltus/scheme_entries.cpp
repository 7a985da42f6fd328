// SPDX-License-Identifier: Apache-2.0
// From the words of --schemes to model trees, one per entry.
#include "scheme_entries.h"

#include <algorithm>

#include <fmt/format.h>

#include "saltus/base/error.h"
#include "saltus/io/override.h"

namespace saltus::app {
namespace {

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

std::vector<std::string> scheme_names() {
  std::vector<std::string> names;
  for_each_scheme([&](const auto& s) { names.emplace_back(s.name); });
  return names;
}

/// The options of the scheme of that name; of all schemes for "".
std::vector<std::string> option_names(const std::string& scheme) {
  std::vector<std::string> names;
  for_each_scheme([&](const auto& s) {
    if (!scheme.empty() && s.name != scheme) return;
    for (const std::string& name : field_names<std::decay_t<decltype(s)>>()) names.push_back(name);
  });
  return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// What --set says about scheme_options.
Table set_options(const Source& source) {
  const Value* options = scheme_options(source.other);
  const auto* table = options == nullptr ? nullptr : std::get_if<Table>(&options->data);
  return table == nullptr ? Table{} : *table;
}

}  // namespace

std::vector<std::string> split_list(std::string_view text, const std::string& option) {
  std::vector<std::string> parts(1);
  std::string closing;  // of the brackets and quotes that are open
  for (const char c : text) {
    if (!closing.empty() && c == closing.back()) {
      closing.pop_back();
    } else if (closing.empty() || (closing.back() != '"' && closing.back() != '\'')) {
      constexpr std::string_view opens = "{[(\"'", closes = "}])\"'";
      if (const auto i = opens.find(c); i != std::string_view::npos) closing += closes[i];
    }
    if (c == ',' && closing.empty())
      parts.emplace_back();
    else
      parts.back() += c;
  }
  if (!closing.empty()) {
    throw ModelError({option}, fmt::format("a '{}' is missing in '{}'", closing.back(), text));
  }
  for (std::string& part : parts) {
    part = trimmed(part);
    if (part.empty()) throw ModelError({option}, fmt::format("'{}' has an empty part", text));
  }
  return parts;
}

SchemeEntry read_entry(std::string_view text, const std::string& option) {
  SchemeEntry entry{trimmed(text), trimmed(text.substr(0, text.find('{'))), {}};
  const auto open = entry.label.find('{');
  if (open != std::string::npos) {
    const std::string origin = option + " " + entry.label;
    if (entry.label.back() != '}') {
      throw ModelError({origin}, "must end with '}': SCHEME{option=value,...}");
    }
    Value options{Table{}, {origin}};
    const std::string inside = entry.label.substr(open + 1, entry.label.size() - open - 2);
    if (trimmed(inside).empty()) return entry;
    for (const std::string& part : split_list(inside, origin)) {
      const auto equals = part.find('=');
      if (equals == std::string::npos) {
        throw ModelError({origin}, fmt::format("'{}' must be option=value", part));
      }
      apply_override(options, trimmed(part.substr(0, equals)), part.substr(equals + 1), origin);
    }
    entry.options = std::get<Table>(options.data);
  }
  const std::vector<std::string> names = scheme_names();
  if (!contains(names, entry.scheme)) {
    throw ModelError({option},
                     fmt::format("there is no scheme '{}'{}\n  there are: {}", entry.scheme,
                                 did_you_mean(entry.scheme, names), fmt::join(names, ", ")));
  }
  return entry;
}

std::vector<SchemeEntry> read_entries(std::string_view text, const std::string& option) {
  std::vector<SchemeEntry> entries;
  if (trimmed(text) == "all") {
    for (const std::string& name : scheme_names()) entries.push_back({name, name, {}});
    return entries;
  }
  for (const std::string& part : split_list(text, option)) {
    const bool again = std::any_of(entries.begin(), entries.end(),
                                   [&](const SchemeEntry& e) { return e.label == part; });
    if (again) throw ModelError({option}, "'" + part + "' is there twice");
    entries.push_back(read_entry(part, option));
  }
  return entries;
}

Value tree_of(const Source& source, const SchemeEntry& entry, const std::string& option) {
  Value tree = tree_of(source, entry.scheme);
  apply_override(tree, "simulation.scheme", entry.scheme, option);
  for (const Entry& own : entry.options) {
    apply_override(tree, "simulation.scheme_options." + own.key, to_text(own.value),
                   own.where.file);
  }
  return tree;
}

Source without_foreign_options(Source source, const std::vector<SchemeEntry>& entries,
                               const SchemeEntry& entry) {
  const std::vector<std::string> known = option_names(entry.scheme);
  for (const Entry& given : set_options(source)) {
    if (contains(known, given.key)) continue;
    const bool of_another = std::any_of(entries.begin(), entries.end(), [&](const auto& e) {
      return contains(option_names(e.scheme), given.key);
    });
    if (!of_another) {
      std::vector<std::string> here;
      for (const SchemeEntry& e : entries) {
        for (const std::string& name : option_names(e.scheme)) here.push_back(name);
      }
      throw ModelError(given.where, fmt::format("none of the schemes has an option '{}'{}",
                                                given.key, did_you_mean(given.key, here)));
    }
    for (Value* tree : {&source.own, &source.other}) {
      Value* options = find(*find(*tree, "simulation"), "scheme_options");
      std::erase_if(std::get<Table>(options->data),
                    [&](const Entry& e) { return e.key == given.key; });
    }
  }
  return source;
}

}  // namespace saltus::app
