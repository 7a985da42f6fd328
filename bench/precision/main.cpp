// SPDX-License-Identifier: Apache-2.0
// Usage: work_precision FOLDER    Writes FOLDER/work_precision.md and FOLDER/images/….svg.
#include <exception>
#include <filesystem>

#include <fmt/format.h>

#include "common/tell.h"
#include "precision/report.h"
#include "saltus/base/write_text.h"

namespace {

int write(const std::filesystem::path& folder) {
  using namespace saltus::bench;
  const std::vector<Entry> all = entries();
  std::vector<Sheet> sheets;
  for (Case& c : cases()) {
    complete(c);
    Sheet sheet{std::move(c), {}};
    for (const Entry& entry : all) sheet.schemes.push_back(measured(sheet.subject, entry, tell));
    sheets.push_back(std::move(sheet));
  }
  tell("");
  std::filesystem::create_directories(folder / "images");
  const std::string text = page(all, sheets);
  saltus::write_text(folder / "work_precision.md", text);
  saltus::write_text(folder / "images" / "work_precision.svg", picture(all, sheets));
  fmt::print("{}", text.substr(text.find("\n## ") + 1));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: work_precision FOLDER\n");
    return 2;
  }
  try {
    return write(argv[1]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 1;
  }
}
