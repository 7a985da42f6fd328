// SPDX-License-Identifier: Apache-2.0
// Numbers of a description that are written as formulas of its parameters.
#include "saltus/model/description.h"

#include "saltus/formula/parse.h"

namespace saltus {

ReadContext read_context(const formula::Parameters& parameters) {
  return {[&parameters](std::string_view text, const Location& where, std::string_view what) {
    try {
      return formula::evaluate(text, parameters);
    } catch (const formula::FormulaError& error) {
      throw ModelError(
          where, std::string(what) + ": " + error.what() + "\n" + formula::marked(text, error));
    }
  }};
}

}  // namespace saltus
