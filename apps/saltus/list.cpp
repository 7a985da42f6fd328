// SPDX-License-Identifier: Apache-2.0
// `saltus list`: what there is, from the same lists that read the names.
#include "saltus/laws/list.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

#include "commands.h"
#include "examples.h"
#include "saltus/base/error.h"
#include "saltus/base/value.h"
#include "saltus/io/read_mechanism.h"
#include "saltus/io/toml.h"
#include "saltus/schemes/list.h"
#include "saltus/shapes/planar/list.h"
#include "saltus/shapes/spatial/list.h"
#include "saltus/solvers/list.h"

namespace saltus::app {
namespace {

struct Line {
  std::string name;
  std::string summary;
};
using Lines = std::vector<Line>;

template <class Infos>
Lines lines_of(const Infos& infos) {
  Lines lines;
  for (const auto& info : infos)
    lines.push_back({std::string(info.name), std::string(info.summary)});
  return lines;
}

Lines kinds_of(std::span<const Kind> kinds) {
  Lines lines;
  for (const Kind& kind : kinds)
    lines.push_back({std::string(kind.type), std::string(kind.summary)});
  return lines;
}

Lines schemes() {
  Lines lines;
  for_each_scheme([&](const auto& s) {
    lines.push_back({std::string(s.name), std::string(s.summary)});
  });
  return lines;
}

/// The example's title is its summary.
Lines example_lines() {
  Lines lines;
  for (const Example& example : examples()) {
    const std::string name(example.name);
    const Value root = parse_toml(example.text, name + ".toml");
    const Value* title = find(root, "title");
    const auto* text = title == nullptr ? nullptr : std::get_if<std::string>(&title->data);
    lines.push_back({name, text == nullptr ? "" : *text});
  }
  return lines;
}

/// Kinds in the plane and in space, each with the kinds that it meets.
Lines shapes() {
  Lines lines;
  const auto split = [&](const std::string& place, const std::string& text) {
    const std::size_t blank = text.find(' ');
    lines.push_back(
        {place + text.substr(0, blank),
         blank == std::string::npos ? "" : text.substr(text.find_first_not_of(' ', blank))});
  };
  for (const std::string& line : planar::pairs_as_text()) split("plane: ", line);
  std::istringstream spatial_lines(spatial::shapes_text());
  for (std::string line; std::getline(spatial_lines, line);) {
    if (!line.empty()) split("space: ", line);
  }
  return lines;
}

struct Topic {
  std::string_view name;
  Lines (*lines)();
};

constexpr std::array topics{
    Topic{"schemes", schemes},
    Topic{"solvers", [] { return lines_of(solver_infos); }},
    Topic{"bodies", [] { return kinds_of(body_kinds()); }},
    Topic{"joints", [] { return kinds_of(joint_kinds()); }},
    Topic{"forces", [] { return kinds_of(force_kinds()); }},
    Topic{"laws", [] { return lines_of(law_infos); }},
    Topic{"shapes", shapes},
    Topic{"examples", example_lines},
};

}  // namespace

std::vector<std::string> list_topics() {
  std::vector<std::string> names;
  for (const Topic& topic : topics) names.emplace_back(topic.name);
  return names;
}

int list(const std::string& what) {
  const auto topic =
      std::find_if(topics.begin(), topics.end(), [&](const Topic& t) { return t.name == what; });
  if (topic == topics.end()) {
    const std::vector<std::string> names = list_topics();
    throw ModelError({"list"}, fmt::format("there is no list of '{}'{}\n  there are: {}", what,
                                           did_you_mean(what, names), fmt::join(names, ", ")));
  }
  const Lines lines = topic->lines();
  std::size_t width = 0;
  for (const Line& line : lines) width = std::max(width, line.name.size());
  for (const Line& line : lines) fmt::print("{:<{}}   {}\n", line.name, width, line.summary);
  return 0;
}

}  // namespace saltus::app
