// SPDX-License-Identifier: Apache-2.0
// The table of pairs, and what is asked of a shape of any kind.
#include "saltus/shapes/planar/list.h"

#include <array>
#include <utility>

#include "saltus/shapes/planar/pairs.h"

namespace saltus::planar {
namespace {

constexpr std::size_t kinds = std::variant_size_v<Shape>;
template <std::size_t I>
using Kind = std::variant_alternative_t<I, Shape>;

template <class A, class B>
void detect_as(const Shape& a, const Pose<2>& pose_a, const Shape& b, const Pose<2>& pose_b,
               double margin, std::vector<Feature>& out) {
  detect(*std::get_if<A>(&a), pose_a, *std::get_if<B>(&b), pose_b, margin, out);
}

template <class A, class B>
ContactPoint<2> evaluate_as(const Shape& a, const Pose<2>& pose_a, const Shape& b,
                            const Pose<2>& pose_b, Feature feature) {
  return evaluate(*std::get_if<A>(&a), pose_a, *std::get_if<B>(&b), pose_b, feature);
}

template <class A, class B>
bool still_over_as(const Shape& a, const Pose<2>& pose_a, const Shape& b, const Pose<2>& pose_b,
                   Feature feature) {
  return still_over(outline(*std::get_if<A>(&a)), pose_a, outline(*std::get_if<B>(&b)), pose_b,
                    feature);
}

template <class A, class B>
constexpr PairFunctions functions() {
  if constexpr (Meets<A, B> && Bounded<A> && Bounded<B>) {
    return {&detect_as<A, B>, &evaluate_as<A, B>, &still_over_as<A, B>};
  } else if constexpr (Meets<A, B>) {
    return {&detect_as<A, B>, &evaluate_as<A, B>, nullptr};
  } else {
    return {};
  }
}

template <std::size_t... I>
constexpr auto make_table(std::index_sequence<I...> /*all*/) {
  return std::array{functions<Kind<I / kinds>, Kind<I % kinds>>()...};
}
constexpr auto pair_table = make_table(std::make_index_sequence<kinds * kinds>{});

template <std::size_t... I>
constexpr auto make_names(std::index_sequence<I...> /*all*/) {
  return std::array{Kind<I>::kind...};
}
constexpr auto names = make_names(std::make_index_sequence<kinds>{});

template <std::size_t... I>
Shape shape_of(std::size_t index, std::index_sequence<I...> /*all*/) {
  Shape shape;
  (void)((index == I && (shape.emplace<I>(), true)) || ...);
  return shape;
}

}  // namespace

PairFunctions pair_functions(std::size_t first, std::size_t second) {
  return pair_table.at(first * kinds + second);
}

std::vector<std::string> pairs_as_text() {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < kinds; ++i) {
    std::string line = std::string(names.at(i)) + " with";
    for (std::size_t j = 0; j < kinds; ++j) {
      if (!pair_functions(i, j)) continue;
      line += (line.ends_with("with") ? " " : ", ") + std::string(names.at(j));
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string_view kind_of(const Shape& shape) { return names.at(shape.index()); }

void prepare(Shape& shape) {
  std::visit([](auto& s) { prepare(s); }, shape);
}

Bounds<2> bounds(const Shape& shape, const Pose<2>& pose) {
  return std::visit([&](const auto& s) { return bounds(s, pose); }, shape);
}

std::optional<MassProperties<2>> mass_properties(const Shape& shape) {
  return std::visit(
      [](const auto& s) -> std::optional<MassProperties<2>> {
        if constexpr (std::is_same_v<std::decay_t<decltype(s)>, Plane>) {
          return {};
        } else {
          return mass_properties(s);
        }
      },
      shape);
}

Shape read_shape(const Value& value, const ReadContext& context, std::string_view what,
                 const std::vector<std::string>& other_keys) {
  const Value* type = find(value, "type");
  if (type == nullptr) throw_missing_key(value.where, what, "type");
  const std::vector<std::string> known(names.begin(), names.end());
  Shape shape = shape_of(read_choice(*type, "'type' of " + std::string(what), known),
                         std::make_index_sequence<kinds>{});
  std::vector<std::string> keys{"type"};
  keys.insert(keys.end(), other_keys.begin(), other_keys.end());
  std::visit([&](auto& s) { read_fields(s, value, context, what, keys); }, shape);
  prepare(shape);
  return shape;
}

}  // namespace saltus::planar
