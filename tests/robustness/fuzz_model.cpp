// SPDX-License-Identifier: Apache-2.0
// The reader under libFuzzer (fuzz.sh), and the same entry for the tests that replay its corpus.
#include "robustness/fuzz_model.h"

#include <cstddef>
#include <cstdint>

#include "saltus/io/read_model.h"
#include "saltus/io/toml.h"
#include "saltus/model/compile.h"
#include "saltus/run/choose_scheme.h"
#include "saltus/run/simulate.h"

namespace saltus {

bool try_model(std::string_view text) {
  try {
    Description description = read_model(parse_toml(text, "fuzz.toml"), "fuzz");
    Model model = compile(description);
    settle_start(description, model);
    static_cast<void>(choose_scheme(description, model));
    const Simulation simulation = make_simulation(description);
    check_output(description, simulation);
    check_scheme(description, model, simulation);
    return true;
  } catch (const ModelError&) {
  } catch (const FileError&) {
  }
  return false;
}

}  // namespace saltus

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)saltus::try_model({reinterpret_cast<const char*>(data), size});
  return 0;
}
