// SPDX-License-Identifier: Apache-2.0
// What pressed since the frame before: an impact between two frames is seen in the next one.
#pragma once

#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "saltus/record/recorder.h"

namespace saltus {

class FrameContacts {
 public:
  struct Pressed {
    std::array<double, 3> point{};    // where it was last
    std::array<double, 3> impulse{};  // the sum
    double pn = 0;
    ContactStatus status = ContactStatus::open;
  };

  /// The impulses of a sample; of contacts that have a place. `own`: contacts without names.
  void add(const std::vector<ContactSample>& contacts, std::size_t own);
  [[nodiscard]] const std::vector<Pressed>& all() const { return all_; }
  /// Leaves the strongest, in their order, until the next clear(). False where all stay.
  bool keep_strongest(std::size_t most);
  void clear();

 private:
  std::vector<Pressed> all_;
  std::vector<std::size_t> by_number_;                    // of own contacts: 1 + entry of all_
  std::unordered_map<std::string, std::size_t> by_name_;  // looked up, never listed
};

}  // namespace saltus
