// SPDX-License-Identifier: Apache-2.0
// TOML to values with places; files that are no model files.
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "io/message.h"
#include "saltus/io/text_file.h"
#include "saltus/io/toml.h"

namespace saltus::test_toml {
namespace {

std::string refusal(const std::string& text) {
  return message([&] { (void)parse_toml(text, "m.toml"); });
}

class TomlFile : public testing::Test {
 protected:
  void SetUp() override {
    folder = std::filesystem::temp_directory_path() /
             ("saltus_toml_" +
              std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::string file(const std::string& content) const {
    const std::string path = folder / "m.toml";
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }
  std::filesystem::path folder;
};

std::string read_refusal(const std::string& path) {
  return message([&] { (void)read_toml(path); });
}

TEST(Toml, ValuesCarryTheirPlacesAndKeepTheFilesOrder) {
  const Value root =
      parse_toml("z = 1\na = [true, 'x', 2.5]\n[[body]]\n  name = \"b\"\n", "m.toml");
  const auto& table = std::get<Table>(root.data);
  ASSERT_EQ(table.size(), 3U);
  EXPECT_EQ(table[0].key, "z");
  EXPECT_TRUE(std::get<Number>(table[0].value.data).is_integer);
  EXPECT_EQ(to_string(table[1].where), "m.toml:2:1");
  const auto& array = std::get<Array>(table[1].value.data);
  EXPECT_EQ(std::get<bool>(array[0].data), true);
  EXPECT_EQ(to_string(array[2].where), "m.toml:2:17");
  const auto& body = std::get<Array>(table[2].value.data).at(0);
  EXPECT_EQ(to_string(body.where), "m.toml:3:1");
  EXPECT_EQ(to_string(find(body, "name")->where), "m.toml:4:10");
  EXPECT_EQ(find(body, "nam"), nullptr);
}

TEST(Toml, SyntaxErrorsHaveLineAndColumn) {
  EXPECT_TRUE(starts_with(refusal("a = 1\nb = = 2"), "m.toml:2:5: ")) << refusal("a = 1\nb = = 2");
  EXPECT_TRUE(starts_with(refusal("a = \"x"), "m.toml:1:"));
  EXPECT_TRUE(starts_with(refusal("a = 1\na = 2"), "m.toml:2:"));
  EXPECT_TRUE(starts_with(refusal("[a]\n[a]"), "m.toml:2:"));
}

TEST(Toml, DatesAndTimesAreNotUsed) {
  EXPECT_EQ(refusal("a = 1979-05-27"), "m.toml:1:5: dates and times are not used in model files");
  EXPECT_TRUE(holds(refusal("a = 07:32:00"), "dates and times"));
}

TEST(Toml, DeepNestingIsRefusedBeforeItOverflowsTheStack) {
  std::string dots = "a";
  for (int i = 0; i < 1000000; ++i) dots += ".a";
  EXPECT_TRUE(holds(refusal(dots + " = 1"), "m.toml:1:32: a key of more than 16 parts"));
  EXPECT_TRUE(
      holds(refusal("x = '''\n'''\n[" + dots + "]"), "m.toml:3:33: a key of more than 16 parts"));
  EXPECT_TRUE(holds(refusal("x = { \"a\\\"b\"." + dots + " = 1 }"), "16 parts"));
  EXPECT_TRUE(holds(refusal("x = " + std::string(1000000, '[')), "depth"));
}

TEST(Toml, HeadersNeedAName) {
  EXPECT_EQ(refusal("a = 1\n  [[[b]]]"), "m.toml:2:3: a name must follow [[");
  for (const char* bad :
       {"[&", "[", "[[", "[]", "[ ]", "[[]]", "[=", "[[\n", "[.a]", "x = [1,\n2]\n[&]"}) {
    EXPECT_TRUE(holds(refusal(bad), "a name must follow [")) << bad;
  }
  EXPECT_EQ(refusal("[ a ]\n[ [b] ]"), "m.toml:2:1: a name must follow [");
  EXPECT_EQ(refusal("[ 'a' . b-1 ]\n\t[[ 2 ]] # [&\nx = [\n[[1]],\n['''\n[&''']]\n[_c]"), "");
}

TEST(Toml, MoreThanAsciiStandsInStringsAndCommentsOnly) {
  EXPECT_EQ(refusal("\xEF\xBB\xBF"
                    "a = 'é' # é\n'é' = \"\"\"\né\"\"\"\n"),
            "");
  EXPECT_TRUE(starts_with(refusal("a = 1\nb = 2 é"), "m.toml:2:7: characters other than ASCII"));
  EXPECT_TRUE(starts_with(refusal("é = 2"), "m.toml:1:1: characters other than ASCII"));
}

TEST(Toml, DotsInNumbersStringsAndCommentsAreNoParts) {
  std::string numbers = "x = [0.5";
  for (int i = 0; i < 100; ++i) numbers += ", 1.5";
  const std::string dots(100, '.');
  EXPECT_EQ(refusal(numbers + "]\ns = \"" + dots + "\"\nt = '''\n" + dots + "''' # " + dots + "\n"),
            "");
}

TEST_F(TomlFile, ThatIsMissingOrAFolderIsNamed) {
  const std::string missing = folder / "no.toml";
  EXPECT_EQ(read_refusal(missing), missing + ": there is no such file");
  EXPECT_EQ(read_refusal(folder), folder.string() + ": is a folder, not a file");
}

TEST_F(TomlFile, ThatIsBinaryIsNoText) {
  EXPECT_TRUE(holds(read_refusal(file(std::string("a = 1\nb\0", 8))), "byte 8, in line 2"));
  EXPECT_TRUE(holds(read_refusal(file("a = \"\xff\"")), "is no text file"));
}

TEST_F(TomlFile, ThatIsHugeIsRefusedUnread) {
  const std::string path = file("");
  std::filesystem::resize_file(path, 100'000'000);
  EXPECT_EQ(read_refusal(path), path + ": is larger than 16 MB, so it is no model file");
}

TEST_F(TomlFile, IsNeverOverwritten) {
  const std::string path = file("a = 1");
  EXPECT_TRUE(holds(message([&] { write_new_file(path, "b = 2"); }), "is there already"));
  EXPECT_EQ(read_text_file(path), "a = 1");
  write_new_file(folder / "new.toml", "b = 2");
  EXPECT_EQ(read_text_file(folder / "new.toml"), "b = 2");
}

TEST(Utf8, IsJudgedAsTheUnicodeStandardDoes) {
  const auto is_text = [](const std::string& s) {
    return message([&] { demand_text(s, "m"); }).empty();
  };
  for (const char* good : {"", "a", "\xC2\x80", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEF\xBF\xBF",
                           "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF", "θ ≥ ½"}) {
    EXPECT_TRUE(is_text(good)) << good;
  }
  for (const char* bad :
       {"\x80", "\xC1\xBF", "\xC2", "\xC2z", "\xE0\x9F\x80", "\xED\xA0\x80", "\xE1\x80",
        "\xF0\x8F\x80\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"}) {
    EXPECT_FALSE(is_text(bad)) << bad;
  }
}

}  // namespace
}  // namespace saltus::test_toml
