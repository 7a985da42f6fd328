// SPDX-License-Identifier: Apache-2.0
// The scheme of a model that names none.
#pragma once

#include <optional>
#include <string>

#include "saltus/model/description.h"
#include "saltus/model/model.h"

namespace saltus {

/// The largest |λ| of the free motion, linearised at the start: M δq'' + C δq' + (K + S) δq = 0 of
/// every cluster, without joints and contacts, in 1/s. An upper bound where a cluster is large.
[[nodiscard]] double largest_eigenvalue(const Model& model);

struct SchemeChoice {
  std::string scheme;
  double h_lambda = 0;  // |h λ| at the start
  bool is_stiff = false;
  bool captures = false;  // no scheme that locates events can run the model
};

/// "the model is not stiff, |h λ| = 0.02 at the start"
[[nodiscard]] std::string reason(const SchemeChoice& choice);

/// Names a scheme in a description that has none, and says which; nothing where it has one. Throws
/// ModelError where there are options of a scheme that is not named.
std::optional<SchemeChoice> choose_scheme(Description& description, const Model& model);

}  // namespace saltus
