// SPDX-License-Identifier: Apache-2.0
// The solvers' field lists, and a solver from its table in the model file.
#pragma once

#include "saltus/base/fields.h"
#include "saltus/solvers/list.h"

namespace saltus {

template <>
struct Fields<Auto> {
  static constexpr auto list = std::tuple{
      field("tolerance", &Auto::tolerance, "on nat_scaled, the judge's unit-free residual",
            positive()),
      field("max_iterations", &Auto::max_iterations,
            "pivots of exact; nsgs sweeps at most 200 times", at_least(1)),
      field("max_rows", &Auto::max_rows, "largest problem given to exact", at_least(0)),
      field("seconds", &Auto::seconds, "for one problem that the small solvers leave", positive())};
};

template <>
struct Fields<Exact> {
  static constexpr auto list =
      std::tuple{field("tolerance", &Exact::tolerance,
                       "on nat_scaled, the judge's unit-free residual", positive()),
                 field("max_iterations", &Exact::max_iterations, "pivots", at_least(1)),
                 field("max_rows", &Exact::max_rows, "largest problem attempted", at_least(0))};
};

template <>
struct Fields<Nsgs> {
  static constexpr auto list =
      std::tuple{field("tolerance", &Nsgs::tolerance,
                       "on nat_scaled, the judge's unit-free residual", positive()),
                 field("max_iterations", &Nsgs::max_iterations, "sweeps", at_least(1)),
                 field("polish_every", &Nsgs::polish_every,
                       "sweeps between direct solves; 0: never", at_least(0))};
};

template <class Method>
struct Fields<Alone<Method>> {
  static constexpr auto list =
      std::tuple{field("tolerance", &Alone<Method>::tolerance,
                       "on nat_scaled, the judge's unit-free residual", positive()),
                 field("seconds", &Alone<Method>::seconds, "for one problem", positive())};
};

/// `solver = { name = "auto", … }`: the name picks the field list. Throws ModelError.
[[nodiscard]] Solver read_solver(const Value& table, const ReadContext& context);

}  // namespace saltus
