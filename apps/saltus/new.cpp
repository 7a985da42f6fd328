// SPDX-License-Identifier: Apache-2.0
// `saltus new`: a bundled example's model file, to start from.
#include <algorithm>

#include <fmt/format.h>

#include "commands.h"
#include "examples.h"
#include "saltus/base/error.h"
#include "saltus/io/text_file.h"

namespace saltus::app {

int new_model(const std::string& example, const std::optional<std::string>& file) {
  const auto all = examples();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Example& e) { return e.name == example; });
  if (found == all.end()) {
    std::vector<std::string> names;
    for (const Example& e : all) names.emplace_back(e.name);
    throw ModelError({"new"}, fmt::format("there is no example '{}'{}\n  there are: {}", example,
                                          did_you_mean(example, names), fmt::join(names, ", ")));
  }
  const std::string path = file.value_or(example + ".toml");
  write_new_file(path, found->text);
  fmt::print("wrote {}; to run it: saltus run {}\n", path, path);
  return 0;
}

}  // namespace saltus::app
