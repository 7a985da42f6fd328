// SPDX-License-Identifier: Apache-2.0
#include "saltus/shapes/spatial/list.h"

#include <array>
#include <stdexcept>
#include <utility>

namespace saltus::spatial {
namespace {

constexpr std::size_t kinds = std::variant_size_v<Shape>;

template <std::size_t I>
using Kind = std::variant_alternative_t<I, Shape>;

template <class A, class B>
concept Meets = requires(const A& a, const B& b, const Pose<3>& pose, double margin,
                         std::vector<Feature>& out, Feature f) {
  detect(a, pose, b, pose, margin, out);
  evaluate(a, pose, b, pose, f);
};

template <class A, class B>
void detect_as(const Shape& first, const Pose<3>& at_first, const Shape& second,
               const Pose<3>& at_second, double margin, std::vector<Feature>& out) {
  const A& a = *std::get_if<A>(&first);
  const B& b = *std::get_if<B>(&second);
  if constexpr (Meets<A, B>) {
    detect(a, at_first, b, at_second, margin, out);
  } else {
    detect(b, at_second, a, at_first, margin, out);
  }
}

template <class A, class B>
ContactPoint<3> evaluate_as(const Shape& first, const Pose<3>& at_first, const Shape& second,
                            const Pose<3>& at_second, Feature f) {
  const A& a = *std::get_if<A>(&first);
  const B& b = *std::get_if<B>(&second);
  if constexpr (Meets<A, B>) {
    return evaluate(a, at_first, b, at_second, f);
  } else {
    ContactPoint<3> c = evaluate(b, at_second, a, at_first, f);
    c.normal = -c.normal;
    std::swap(c.on_first, c.on_second);
    return c;
  }
}

template <class A, class B>
concept CanSink = requires(const A& a, const B& b, const Pose<3>& pose, Feature f) {
  still_over(a, pose, b, pose, f);
};

template <class A, class B>
bool still_over_as(const Shape& first, const Pose<3>& at_first, const Shape& second,
                   const Pose<3>& at_second, Feature f) {
  const A& a = *std::get_if<A>(&first);
  const B& b = *std::get_if<B>(&second);
  if constexpr (Meets<A, B>) {
    return still_over(a, at_first, b, at_second, f);
  } else {
    return still_over(b, at_second, a, at_first, f);
  }
}

template <std::size_t I>
constexpr PairFunctions functions_of() {
  using A = Kind<I / kinds>;
  using B = Kind<I % kinds>;
  if constexpr (CanSink<A, B> || (!Meets<A, B> && CanSink<B, A>)) {
    return {&detect_as<A, B>, &evaluate_as<A, B>, &still_over_as<A, B>};
  } else if constexpr (Meets<A, B> || Meets<B, A>) {
    return {&detect_as<A, B>, &evaluate_as<A, B>, nullptr};
  }
  return {};
}

using PairTable = std::array<PairFunctions, kinds * kinds>;

template <std::size_t... I>
constexpr PairTable make_table(std::index_sequence<I...> /*all*/) {
  return {functions_of<I>()...};
}

constexpr PairTable pair_table = make_table(std::make_index_sequence<kinds * kinds>{});

/// Calls f(std::in_place_type<T>) for every kind.
template <class F, std::size_t... I>
void for_each_kind(const F& f, std::index_sequence<I...> /*all*/) {
  (f(std::in_place_type<Kind<I>>), ...);
}
template <class F>
void for_each_kind(const F& f) {
  for_each_kind(f, std::make_index_sequence<kinds>{});
}

std::string partners_text(std::size_t kind) {
  const std::vector<std::string> names = shape_kinds();
  std::string text;
  for (std::size_t k = 0; k < kinds; ++k) {
    if (pair_table.at(kind * kinds + k)) text += (text.empty() ? "" : ", ") + names[k];
  }
  return text;
}

}  // namespace

PairFunctions pair_functions(const Shape& first, const Shape& second) {
  return pair_table.at(first.index() * kinds + second.index());
}

std::string no_pair_text(const Shape& first, const Shape& second) {
  const std::string a(kind_of(first));
  return "there is no contact between '" + a + "' and '" + std::string(kind_of(second)) + "'; '" +
         a + "' meets: " + partners_text(first.index());
}

std::vector<std::string> shape_kinds() {
  std::vector<std::string> names;
  for_each_kind([&]<class T>(std::in_place_type_t<T> /*kind*/) { names.emplace_back(T::kind); });
  return names;
}

std::string_view kind_of(const Shape& shape) {
  return std::visit([](const auto& s) { return s.kind; }, shape);
}

std::string_view summary_of(const Shape& shape) {
  return std::visit([](const auto& s) { return s.summary; }, shape);
}

std::optional<Shape> shape_of_kind(std::string_view kind) {
  std::optional<Shape> shape;
  for_each_kind([&]<class T>(std::in_place_type_t<T> /*kind*/) {
    if (T::kind == kind) shape.emplace(T{});
  });
  return shape;
}

std::string shapes_text() {
  std::string text;
  std::size_t k = 0;
  for_each_kind([&]<class T>(std::in_place_type_t<T> /*kind*/) {
    std::string name(T::kind);
    name.resize(std::max<std::size_t>(name.size(), 12), ' ');
    text += name + " " + std::string(T::summary) + "; meets " + partners_text(k++) + "\n";
  });
  return text;
}

Shape read_shape(std::string_view kind, const Value& table_value, const ReadContext& context,
                 std::string_view what, std::vector<std::string> other_keys) {
  std::optional<Shape> shape = shape_of_kind(kind);
  if (!shape) {
    const std::vector<std::string> names = shape_kinds();
    throw ModelError(table_value.where, "there is no kind of shape '" + std::string(kind) +
                                            "' in space" + did_you_mean(kind, names));
  }
  other_keys.emplace_back("type");
  std::visit([&](auto& s) { read_fields(s, table_value, context, what, other_keys); }, *shape);
  try {
    prepare_shape(*shape);
  } catch (const std::runtime_error& error) {  // of a file: it is named by the model
    const Value* file = find(table_value, "file");
    if (file == nullptr) throw;
    throw ModelError(file->where, "'file' of " + std::string(what) + ": " + error.what());
  }
  return *std::move(shape);
}

void prepare_shape(Shape& shape) {
  std::visit([](auto& s) { prepare(s); }, shape);
}

Bounds<3> bounds_of(const Shape& shape, const Pose<3>& pose) {
  return std::visit([&](const auto& s) { return bounds(s, pose); }, shape);
}

std::optional<MassProperties<3>> mass_properties_of(const Shape& shape) {
  return std::visit(
      [](const auto& s) -> std::optional<MassProperties<3>> {
        if constexpr (requires { mass_properties(s); }) return mass_properties(s);
        return std::nullopt;
      },
      shape);
}

}  // namespace saltus::spatial
