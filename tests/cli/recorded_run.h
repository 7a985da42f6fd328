// SPDX-License-Identifier: Apache-2.0
// Runs with a recording: disturbed from outside, and compared byte by byte.
#pragma once

#include <string>

#include "cli/program.h"
#include "saltus/base/hdf5_file.h"
#include "support/places.h"

namespace saltus {

inline const std::string crank = "'" + test::source_dir() + "/examples/slider_crank.toml' --quiet";

struct RecordedRun : Program {
  /// The program in the background as $p, then what the shell does to it; the program's exit code.
  int disturb(const std::string& arguments, const std::string& then) const;
  /// To its end.
  void run(const std::string& arguments) const;
  [[nodiscard]] Hdf5File open(const std::string& name) const;
  /// Every dataset, byte for byte.
  void expect_same(const std::string& a, const std::string& b) const;
};

}  // namespace saltus
