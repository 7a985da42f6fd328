// SPDX-License-Identifier: Apache-2.0
// docs/models.md names every key of bodies with mass, shapes, joints and forces, where it belongs.
#include <fstream>
#include <iterator>
#include <string>
#include <variant>

#include <gtest/gtest.h>

#include "saltus/forces/list.h"
#include "saltus/joints/list.h"
#include "saltus/model/mechanism.h"
#include "saltus/shapes/planar/list.h"
#include "saltus/shapes/spatial/list.h"
#include "support/places.h"

namespace saltus::test_models_page {
namespace {

/// From its heading to the next one.
std::string section(const std::string& heading) {
  std::ifstream file(test::source_dir() + "/docs/models.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  const std::size_t begin = page.find("\n### " + heading + "\n");
  if (begin == std::string::npos) return {};
  return page.substr(begin, page.find("\n##", begin + 1) - begin);
}

/// The rows of a table that name this in their first cell.
std::string rows_of(const std::string& text, const std::string& first) {
  std::string rows;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    if (line.substr(0, line.find('|', 1)).find("`" + first + "`") != std::string::npos)
      rows += line + "\n";
    at = end + 1;
  }
  return rows;
}

bool names(const std::string& text, const std::string& key) {
  return text.find("`" + key + "`") != std::string::npos;
}

template <class T>
void expect_all_of(const std::string& text) {
  ASSERT_FALSE(text.empty());
  for (const std::string& key : field_names<T>()) EXPECT_TRUE(names(text, key)) << key;
}

template <class... S>
void expect_shapes(const std::string& text, const std::variant<S...>* /*kinds*/) {
  const auto one = [&]<class T>(const T* /*shape*/) {
    const std::string row = rows_of(text, std::string(T::kind));
    EXPECT_FALSE(row.empty()) << T::kind;
    for (const std::string& key : field_names<T>())
      EXPECT_TRUE(names(row, key)) << T::kind << " " << key;
  };
  (one(static_cast<const S*>(nullptr)), ...);
}

TEST(ModelsPage, NamesEveryKeyOfEveryShape) {
  const std::string text = section("Shapes");
  const std::size_t space = text.find("| in space |");
  ASSERT_NE(space, std::string::npos);
  expect_shapes(text.substr(0, space), static_cast<const planar::Shape*>(nullptr));
  expect_shapes(text.substr(space), static_cast<const spatial::Shape*>(nullptr));
  expect_all_of<planar::ProfileSegment>(rows_of(text, "profile"));
}

TEST(ModelsPage, NamesEveryKeyOfBodiesContactsJointsAndForces) {
  expect_all_of<SolidDescription>(section("Keys of bodies"));
  EXPECT_TRUE(names(section("Keys of bodies"), "repeat"));
  expect_all_of<ShapeContactDescription>(section("Contacts between shapes"));
  expect_all_of<JointDescription>(section("Joints between frames"));
  expect_all_of<LimitsDescription>(section("Joints between frames"));
  expect_all_of<ClearanceDescription>(section("Joints between frames"));
  expect_all_of<ForceDescription>(section("Forces"));
}

/// That the row of a key says of which kinds it is: `all`, or their names.
template <class Kinds>
void expect_kinds(const std::string& text, const Kinds& kinds) {
  for (const auto& kind : kinds) {
    EXPECT_TRUE(names(text, std::string(kind.name))) << kind.name;
    std::string keys{kind.keys};
    for (std::size_t at = 0; at < keys.size();) {
      const std::size_t end = std::min(keys.find(' ', at), keys.size());
      const std::string key = keys.substr(at, end - at);
      const std::string row = rows_of(text, key);
      const bool said =
          row.find("| all ") != std::string::npos || names(row, std::string(kind.name));
      EXPECT_TRUE(said) << kind.name << " has " << key << ": " << row;
      at = end + 1;
    }
  }
}

TEST(ModelsPage, SaysWhichForcesHaveWhichKeys) { expect_kinds(section("Forces"), force_list); }

TEST(ModelsPage, SaysWhichJointsHaveWhichKeys) {
  expect_kinds(section("Joints between frames"), joint_list);
}

}  // namespace
}  // namespace saltus::test_models_page
