// SPDX-License-Identifier: Apache-2.0
// In which order contacts are swept, and which of them may be swept at once.
#pragma once

#include <cstdint>
#include <vector>

#include "saltus/problems/body_problem.h"

namespace saltus {

/// The colour of each contact, from 0. Contacts of one colour share no body, so that those of one
/// colour may be swept in any order or at once.
///
/// Sweeping colour by colour gives the very numbers of a sweep layer by layer from what is fixed
/// and carries the load, within a layer breadth first: a contact's colour is one more than the last
/// before it among those that share a body with it. Such a sweep hands a change on along the whole
/// layer and up the whole pile; with as few colours as possible neighbours are far apart in the
/// sweep, and it goes only a few bodies further.
[[nodiscard]] std::vector<std::int32_t> colour(const BodyProblem& problem);

}  // namespace saltus
