// SPDX-License-Identifier: Apache-2.0
// Tests that run over the list of schemes.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "saltus/schemes/list.h"

namespace saltus::test {

inline std::vector<std::string> all_schemes() {
  std::vector<std::string> names;
  for_each_scheme([&](const auto& s) { names.emplace_back(s.name); });
  return names;
}

/// Those that capture impacts in steps of given length, instead of locating them.
inline std::vector<std::string> capturing_schemes() {
  std::vector<std::string> names;
  for_each_scheme([&]<class S>(const S& s) {
    if constexpr (!locates_events<S>) names.emplace_back(s.name);
  });
  return names;
}

/// moreau-jean → moreau_jean
inline std::string identifier_of(const std::string& scheme) {
  std::string name;
  for (const char c : scheme) name += c == '-' ? '_' : c;
  return name;
}

inline std::string identifier(const testing::TestParamInfo<std::string>& info) {
  return identifier_of(info.param);
}

class EveryScheme : public testing::TestWithParam<std::string> {};

}  // namespace saltus::test
