// SPDX-License-Identifier: Apache-2.0
#include "cli/recorded_run.h"

#include <sys/wait.h>

#include <cstdlib>
#include <vector>

#include "support/places.h"

namespace saltus {

int RecordedRun::disturb(const std::string& arguments, const std::string& then) const {
  const std::string command = "cd '" + folder.string() + "' && { '" + test::program() + "' " +
                              arguments + " >stdout.txt 2>stderr.txt & p=\\$!; " + then +
                              "; wait \\$p 2>wait.txt; }";
  const int status = std::system(("bash -c \"" + command + "\" 2>/dev/null").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void RecordedRun::run(const std::string& arguments) const {
  const Answer answer = saltus("run " + arguments);
  ASSERT_EQ(answer.code, 0) << answer.err;
}

Hdf5File RecordedRun::open(const std::string& name) const {
  return Hdf5File::open((folder / name / "results.h5").string());
}

void RecordedRun::expect_same(const std::string& a, const std::string& b) const {
  const Hdf5File first = open(a);
  const Hdf5File second = open(b);
  std::vector<std::string> paths;
  for (const std::string& name : first.members("/")) {
    if (!first.has_group(name)) {
      paths.push_back(name);
      continue;
    }
    EXPECT_EQ(first.members(name), second.members(name));
    for (const std::string& inner : first.members(name)) paths.push_back(name + "/" + inner);
  }
  EXPECT_EQ(first.members("/"), second.members("/"));
  ASSERT_GT(paths.size(), 15U);
  for (const std::string& path : paths) {
    const auto rows = first.table_size(path).rows;
    ASSERT_EQ(second.table_size(path).rows, rows) << path;
    EXPECT_TRUE(first.table_bytes(path, 0, rows) == second.table_bytes(path, 0, rows)) << path;
  }
}

}  // namespace saltus
