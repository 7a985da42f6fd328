// SPDX-License-Identifier: Apache-2.0
// Places and suggestions in error messages.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "saltus/base/error.h"

namespace saltus::test_error {
namespace {

const std::vector<std::string> names{"gravity", "restitution", "friction", "x", "y", "theta"};

TEST(Location, WithLineAndColumnIsWrittenWithColons) {
  EXPECT_EQ(to_string({"m.toml", 3, 14}), "m.toml:3:14");
}

TEST(Location, WithoutLineIsTheFileAlone) {
  EXPECT_EQ(to_string({"--set parameters.c", 0, 0}), "--set parameters.c");
}

TEST(ModelError, StartsWithItsLocation) {
  const ModelError error({"m.toml", 2, 5}, "no such body");
  EXPECT_STREQ(error.what(), "m.toml:2:5: no such body");
}

TEST(DidYouMean, FindsOneEditOfEachKind) {
  EXPECT_EQ(did_you_mean("gravty", names), "; did you mean 'gravity'?");    // deletion
  EXPECT_EQ(did_you_mean("gravitty", names), "; did you mean 'gravity'?");  // insertion
  EXPECT_EQ(did_you_mean("grafity", names), "; did you mean 'gravity'?");   // replacement
  EXPECT_EQ(did_you_mean("tehta", names), "; did you mean 'theta'?");       // swap: one edit
}

TEST(DidYouMean, AllowsAThirdOfTheLengthAndNoMore) {
  EXPECT_EQ(did_you_mean("restituion_", names), "; did you mean 'restitution'?");
  EXPECT_EQ(did_you_mean("theab", names), "");  // two edits in five letters
  EXPECT_EQ(did_you_mean("mass", names), "");
}

TEST(DidYouMean, DoesNotConfuseSingleLettersButForgivesCase) {
  EXPECT_EQ(did_you_mean("z", names), "");
  EXPECT_EQ(did_you_mean("X", names), "; did you mean 'x'?");
  EXPECT_EQ(did_you_mean("THETA", names), "; did you mean 'theta'?");
}

TEST(DidYouMean, TakesTheClosestThenTheFirst) {
  const std::vector<std::string> close{"frictional", "fraction", "friction"};
  EXPECT_EQ(did_you_mean("frictoin", close), "; did you mean 'friction'?");
  const std::vector<std::string> tied{"abcx", "abcy"};
  EXPECT_EQ(did_you_mean("abcz", tied), "; did you mean 'abcx'?");
}

TEST(DidYouMean, OfAnEmptyOrEndlessWordIsNothing) {
  EXPECT_EQ(did_you_mean("", names), "");
  EXPECT_EQ(did_you_mean(std::string(100000, 'x'), names), "");
}

}  // namespace
}  // namespace saltus::test_error
