// SPDX-License-Identifier: Apache-2.0
// Names to schemes.
#include "saltus/schemes/list.h"

namespace saltus {

std::string_view scheme_name(const Scheme& scheme) {
  return std::visit([](const auto& s) { return s.name; }, scheme);
}

Multipliers multipliers_of(const Scheme& scheme) {
  return std::visit([]<class S>(const S&) { return multipliers_of<S>(); }, scheme);
}

std::string refusal_of(const Scheme& scheme, const Model& model) {
  return std::visit([&](const auto& s) { return refusal_of(s, model); }, scheme);
}

double impact_step_of(const Scheme& scheme) {
  return std::visit([](const auto& s) { return impact_step_of(s); }, scheme);
}

bool locates_events_of(const Scheme& scheme) {
  return std::visit([]<class S>(const S&) { return locates_events<S>; }, scheme);
}

bool chooses_step_of(const Scheme& scheme) {
  return std::visit([](const auto& s) { return chooses_step_of(s); }, scheme);
}

void set_tolerance(Scheme& scheme, double tolerance) {
  std::visit(
      [&](auto& s) {
        if constexpr (requires { s.tolerance; }) s.tolerance = tolerance;
      },
      scheme);
}

Scheme read_scheme(const Value& name, const Value& options, const ReadContext& context) {
  std::vector<std::string> names;
  for_each_scheme([&](const auto& s) { names.emplace_back(s.name); });
  const std::size_t chosen = read_choice(name, "'scheme' of [simulation]", names);
  Scheme scheme;
  std::size_t i = 0;
  for_each_scheme([&](auto s) {
    if (i++ != chosen) return;
    read_fields(s, options, context, "the options of scheme '" + std::string(s.name) + "'");
    scheme = s;
  });
  return scheme;
}

}  // namespace saltus
