// SPDX-License-Identifier: Apache-2.0
// The list of laws: a new law is its file, its LawKind, and one line here.
#pragma once

#include <tuple>
#include <utility>

#include "saltus/laws/bilateral.h"
#include "saltus/laws/coulomb2.h"
#include "saltus/laws/coulomb3.h"
#include "saltus/laws/law.h"
#include "saltus/laws/unilateral.h"

namespace saltus {

using Laws = std::tuple<  //
    Bilateral,            //
    Unilateral,           //
    Coulomb2,             //
    Coulomb3>;

inline constexpr std::size_t law_count = std::tuple_size_v<Laws>;

/// f(Law{}) for the law of that kind.
template <std::size_t I = 0, class F>
constexpr decltype(auto) visit_law(LawKind kind, F&& f) {
  using L = std::tuple_element_t<I, Laws>;
  if constexpr (I + 1 == law_count) {
    return std::forward<F>(f)(L{});
  } else {
    if (kind == L::kind) return std::forward<F>(f)(L{});
    return visit_law<I + 1>(kind, std::forward<F>(f));
  }
}

/// What `saltus list laws` prints, indexed by LawKind.
struct LawInfo {
  std::string_view name;
  std::string_view summary;
  std::size_t dimension;
};

inline constexpr auto law_infos = []<class... L>(std::type_identity<std::tuple<L...>>) {
  return std::array<LawInfo, sizeof...(L)>{LawInfo{L::name, L::summary, L::dimension}...};
}(std::type_identity<Laws>{});

[[nodiscard]] constexpr const LawInfo& law_info(LawKind kind) {
  return law_infos[static_cast<std::size_t>(kind)];
}

static_assert(
    []<std::size_t... I>(std::index_sequence<I...>) {
      return ((static_cast<std::size_t>(std::tuple_element_t<I, Laws>::kind) == I) && ...);
    }(std::make_index_sequence<law_count>{}),
    "Laws must be in the order of LawKind");

}  // namespace saltus
