// SPDX-License-Identifier: Apache-2.0
// The schemes there are: a new one is its file and one line here.
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "saltus/schemes/adaptive.h"
#include "saltus/schemes/combined_projection.h"
#include "saltus/schemes/direct_projection.h"
#include "saltus/schemes/generalized_alpha.h"
#include "saltus/schemes/half_explicit.h"
#include "saltus/schemes/half_explicit_acceleration.h"
#include "saltus/schemes/hooks.h"
#include "saltus/schemes/moreau_jean.h"
#include "saltus/schemes/moreau_jean_explicit.h"
#include "saltus/schemes/newmark.h"
#include "saltus/schemes/schatzman_paoli.h"
#include "saltus/schemes/smooth_alpha.h"
#include "saltus/schemes/split_midpoint.h"

namespace saltus {

using Scheme = std::variant<   //
    MoreauJean,                //
    MoreauJeanDissipative,     //
    MoreauJeanExplicit,        //
    SchatzmanPaoli,            //
    DirectProjection,          //
    CombinedProjection,        //
    GeneralizedAlpha,          //
    Newmark,                   //
    Hht,                       //
    SmoothAlpha,               //
    HalfExplicit,              //
    HalfExplicitAcceleration,  //
    SplitMidpoint,             //
    Adaptive>;

/// Calls f(T{}) for every scheme, in the order of the list.
template <class F, std::size_t... I>
void for_each_scheme(F&& f, std::index_sequence<I...> /*all*/) {
  (f(std::variant_alternative_t<I, Scheme>{}), ...);
}
template <class F>
void for_each_scheme(F&& f) {
  for_each_scheme(f, std::make_index_sequence<std::variant_size_v<Scheme>>{});
}

[[nodiscard]] std::string_view scheme_name(const Scheme& scheme);
[[nodiscard]] Multipliers multipliers_of(const Scheme& scheme);
/// Why this scheme cannot run this model; "" where it can.
[[nodiscard]] std::string refusal_of(const Scheme& scheme, const Model& model);

/// The step that replaces one with an impact, in s; 0 where none does.
[[nodiscard]] double impact_step_of(const Scheme& scheme);

/// Does it locate events, and have states at any time?
[[nodiscard]] bool locates_events_of(const Scheme& scheme);
/// Does it take steps of its own choice, up to the one that is given?
[[nodiscard]] bool chooses_step_of(const Scheme& scheme);
/// Sets the option `tolerance` of a scheme that chooses its steps.
void set_tolerance(Scheme& scheme, double tolerance);

/// The scheme of that name with its options. Throws ModelError.
[[nodiscard]] Scheme read_scheme(const Value& name, const Value& options,
                                 const ReadContext& context);

}  // namespace saltus
