// SPDX-License-Identifier: Apache-2.0
// What `saltus solve` says: a short table, or one object of JSON.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "saltus/laws/status.h"
#include "saltus/solvers/friction_solver.h"

namespace saltus::app {

struct Solved {
  std::string file;
  std::string_view format;  // local | global
  std::int32_t dim;
  std::size_t contacts;
  std::size_t dofs;  // global problems; else 0
  double tolerance;
  FrictionReport report;
  std::array<std::size_t, contact_status_names.size()> status;
  std::string solution;  // the file, "" where none is written
};

[[nodiscard]] std::string_view to_string(Measure measure);
[[nodiscard]] std::string solve_table(const Solved& solved);
[[nodiscard]] std::string solve_json(const Solved& solved);

}  // namespace saltus::app
