// SPDX-License-Identifier: Apache-2.0
// Field lists: what is read, and where and how wrong input is refused.
#include <cstdlib>

#include <gtest/gtest.h>

#include "io/message.h"
#include "saltus/base/describe.h"
#include "saltus/base/fields.h"
#include "saltus/io/toml.h"

namespace saltus {
namespace {

enum class Colour { red, green };

struct Wheel {
  double radius = 0;
  Location where;
};

struct Cart {
  double mass = 0;
  double drag = 0.25;
  int seats = 1;
  bool open = false;
  std::string name = "cart";
  Colour colour = Colour::red;
  std::optional<double> load;
  std::vector<double> sizes;
  std::vector<Wheel> wheels;
  Wheel spare;
  FormulaText law;
  FormulaTable laws;
  Value raw;
};

}  // namespace

template <>
struct EnumNames<Colour> {
  static constexpr std::array list{EnumName{"red", Colour::red, "like a tomato"},
                                   EnumName{"green", Colour::green, "like a leaf"}};
};

template <>
struct Fields<Wheel> {
  static constexpr auto list = std::tuple{required("radius", &Wheel::radius, "in m", positive())};
};

template <>
struct Fields<Cart> {
  static constexpr auto list = std::tuple{required("mass", &Cart::mass, "in kg", positive()),
                                          field("drag", &Cart::drag, "of the air", in_range(0, 1)),
                                          field("seats", &Cart::seats, "for people", at_least(1)),
                                          field("open", &Cart::open, "no roof"),
                                          field("name", &Cart::name, "painted on it"),
                                          field("colour", &Cart::colour, "of the paint"),
                                          field("load", &Cart::load, "in kg", non_negative()),
                                          field("sizes", &Cart::sizes, "in m", positive()),
                                          field("wheels", &Cart::wheels, "from the front"),
                                          field("spare", &Cart::spare, "on the back"),
                                          field("law", &Cart::law, "of motion"),
                                          field("laws", &Cart::laws, "by name"),
                                          field("raw", &Cart::raw, "kept as it is")};
};

namespace {

/// "twice:3" stands for a formula of parameters.
double twice(std::string_view text, const Location& where, std::string_view what) {
  if (text.substr(0, 6) != "twice:") throw ModelError(where, std::string(what) + ": no formula");
  return 2 * std::stod(std::string(text.substr(6)));
}

Cart cart(const std::string& toml) {
  return read<Cart>(parse_toml(toml, "cart.toml"), {twice}, "the cart");
}

std::string refusal(const std::string& toml) {
  return message([&] { (void)cart(toml); });
}

TEST(Fields, EveryMemberTypeIsRead) {
  const Cart c = cart(R"toml(
mass = "twice:3"
drag = 1
seats = 4.0
open = true
name = "x"
colour = "green"
load = 7
sizes = [1, "twice:0.5", 2.5]
wheels = [{ radius = 0.1 }, { radius = 0.2 }]
spare.radius = 3
law = "a + b"
laws = { z = "sin(t)", a = 0.1 }
raw = { deep = [1] }
)toml");
  EXPECT_EQ(c.mass, 6);
  EXPECT_EQ(c.drag, 1);
  EXPECT_EQ(c.seats, 4);
  EXPECT_TRUE(c.open);
  EXPECT_EQ(c.name, "x");
  EXPECT_EQ(c.colour, Colour::green);
  EXPECT_EQ(c.load, 7);
  EXPECT_EQ(c.sizes, (std::vector<double>{1, 1, 2.5}));
  ASSERT_EQ(c.wheels.size(), 2U);
  EXPECT_EQ(c.wheels[1].radius, 0.2);
  EXPECT_EQ(to_string(c.wheels[1].where), "cart.toml:10:29");
  EXPECT_EQ(c.spare.radius, 3);
  EXPECT_EQ(c.law.text, "a + b");
  ASSERT_EQ(c.laws.size(), 2U);
  EXPECT_EQ(c.laws[0].first, "z");  // the file's order, not the alphabet's
  EXPECT_EQ(c.laws[1].second.text, "0.1");
  EXPECT_EQ(to_text(c.raw), "{ deep = [1] }");
}

TEST(Fields, OptionalFieldsKeepTheirInitialValues) {
  const Cart c = cart("mass = 1");
  EXPECT_EQ(c.drag, 0.25);
  EXPECT_EQ(c.name, "cart");
  EXPECT_FALSE(c.load.has_value());
}

TEST(Fields, UnknownKeyIsRefusedAtTheKeyWithTheClosestName) {
  const std::string text = refusal("mass = 1\n  dragg = 0.5");
  EXPECT_TRUE(starts_with(text, "cart.toml:2:3: unknown key \"dragg\" in the cart")) << text;
  EXPECT_TRUE(holds(text, "did you mean 'drag'?")) << text;
  EXPECT_TRUE(holds(text, "accepted keys: mass, drag, seats")) << text;
}

TEST(Fields, MissingKeyIsRefusedAtTheTable) {
  EXPECT_EQ(refusal("drag = 0.5"), "cart.toml:1:1: the cart needs 'mass'");
  EXPECT_EQ(refusal("mass = 1\nspare = {}"), "cart.toml:2:9: 'spare' of the cart needs 'radius'");
}

TEST(Fields, WrongTypeNamesTheExpectedAndTheGiven) {
  EXPECT_EQ(refusal("mass = [1]"),
            "cart.toml:1:8: 'mass' of the cart must be a number or a formula of the parameters, is "
            "an array");
  EXPECT_TRUE(holds(refusal("mass = true"), "is true or false"));
  EXPECT_TRUE(holds(refusal("mass = 1\nopen = 1"), "must be true or false, is a number"));
  EXPECT_TRUE(holds(refusal("mass = 1\nname = 1"), "must be a string, is a number"));
  EXPECT_TRUE(holds(refusal("mass = 1\nsizes = 1"), "must be an array, is a number"));
  EXPECT_TRUE(holds(refusal("mass = 1\nspare = 1"), "must be a table, is a number"));
  EXPECT_TRUE(holds(refusal("mass = 1\nlaw = []"), "must be a formula"));
  EXPECT_TRUE(holds(refusal("mass = 1\nlaws = 'x'"), "must be a table"));
  EXPECT_TRUE(
      holds(refusal("mass = 1\ncolour = 2"), "must be one of \"red\", \"green\", is a number"));
  EXPECT_TRUE(holds(refusal("mass = 1\nseats = 1.5"), "must be a whole number, is 1.5"));
  EXPECT_TRUE(holds(refusal("mass = 1\nseats = 1e10"), "must be a whole number"));
}

TEST(Fields, NumbersOutsideTheirRangeAreRefusedWithTheRange) {
  EXPECT_EQ(refusal("mass = -0.1"), "cart.toml:1:8: 'mass' of the cart must be > 0, is -0.1");
  EXPECT_TRUE(holds(refusal("mass = 0"), "must be > 0, is 0"));
  EXPECT_TRUE(holds(refusal("mass = 1\ndrag = 1.01"), "must be in [0, 1], is 1.01"));
  EXPECT_TRUE(holds(refusal("mass = 1\nload = -1"), "must be >= 0, is -1"));
  EXPECT_TRUE(holds(refusal("mass = 1\nsizes = [1, -1]"), "an element of 'sizes' of the cart"));
  EXPECT_TRUE(holds(refusal("mass = 'twice:-1'"), "must be > 0, is -2"));
}

TEST(Fields, InfiniteAndUndefinedNumbersAreRefused) {
  EXPECT_TRUE(holds(refusal("mass = inf"), "must be finite, is inf"));
  EXPECT_TRUE(holds(refusal("mass = nan"), "must be finite, is nan"));
  EXPECT_TRUE(holds(refusal("mass = 'twice:inf'"), "must be finite"));
  EXPECT_TRUE(holds(refusal("mass = 1\nlaw = inf"), "must be finite"));
}

TEST(Fields, MisspeltChoiceGetsTheListAndTheClosest) {
  const std::string text = refusal("mass = 1\ncolour = 'gren'");
  EXPECT_TRUE(starts_with(text, "cart.toml:2:10: ")) << text;
  EXPECT_TRUE(holds(text, "must be one of \"red\", \"green\", is \"gren\"; did you mean 'green'?"))
      << text;
}

TEST(Fields, DescriptionHoldsNamesTypesValuesAndRanges) {
  const std::vector<FieldText> lines = describe(Cart{});
  ASSERT_EQ(lines.size(), 13U);
  EXPECT_EQ(lines[0].name, "mass");
  EXPECT_TRUE(lines[0].is_required);
  EXPECT_EQ(lines[1].value, "0.25");
  EXPECT_EQ(lines[1].range, "in [0, 1]");
  EXPECT_EQ(lines[5].type, "red | green");
  EXPECT_EQ(lines[5].value, "red");
  EXPECT_EQ(lines[7].type, "array of number");
  EXPECT_EQ(lines[11].type, "table of formulas");
}

TEST(Text, OfANumberIsTheShortestThatGivesItBack) {
  for (const double x : {0.1, 1e-300, 1.0 / 3, -2.5e17, 5e-324, 1.7976931348623157e308}) {
    EXPECT_EQ(std::strtod(to_text(x).c_str(), nullptr), x) << to_text(x);
  }
  EXPECT_EQ(to_text(0.1), "0.1");
  EXPECT_EQ(to_text(1e-4), "1e-04");
}

}  // namespace
}  // namespace saltus
