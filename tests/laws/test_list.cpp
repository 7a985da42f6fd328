// SPDX-License-Identifier: Apache-2.0
// The list of laws, and the two laws of one row.
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "saltus/laws/list.h"

namespace saltus::test_list {
namespace {

TEST(LawList, NamesEveryKindOnceAndDescribesItInOneLine) {
  std::set<std::string_view> names;
  for (const LawInfo& info : law_infos) {
    names.insert(info.name);
    EXPECT_FALSE(info.summary.empty());
    EXPECT_EQ(info.summary.find('\n'), std::string_view::npos);
  }
  EXPECT_EQ(names, (std::set<std::string_view>{"bilateral", "unilateral", "coulomb2", "coulomb3"}));
}

TEST(LawList, VisitFindsTheLawOfTheKind) {
  for (const LawKind kind :
       {LawKind::bilateral, LawKind::unilateral, LawKind::coulomb2, LawKind::coulomb3}) {
    EXPECT_EQ(visit_law(kind, [](auto law) { return decltype(law)::kind; }), kind);
    EXPECT_EQ(visit_law(kind, [](auto law) { return decltype(law)::name; }), law_info(kind).name);
  }
}

TEST(Unilateral, LocalSolveSatisfiesTheLawAndNeverPulls) {
  EXPECT_EQ(Unilateral::local_solve({2}, {-3}, 0)[0], 1.5);
  EXPECT_EQ(Unilateral::local_solve({2}, {3}, 0)[0], 0);
  EXPECT_EQ(Unilateral::local_solve({0}, {-3}, 0)[0], 0);
  EXPECT_EQ(Unilateral::project(0, {-1})[0], 0);
  EXPECT_EQ(Unilateral::project(0, {2})[0], 2);
  EXPECT_EQ(Unilateral::status({0}, {1}, 0), ContactStatus::closed);
  EXPECT_EQ(Unilateral::status({1}, {0}, 0), ContactStatus::open);
}

TEST(Bilateral, LocalSolveStopsTheRowEitherWay) {
  EXPECT_EQ(Bilateral::local_solve({2}, {-3}, 0)[0], 1.5);
  EXPECT_EQ(Bilateral::local_solve({2}, {3}, 0)[0], -1.5);
  EXPECT_EQ(Bilateral::local_solve({0}, {0}, 0)[0], 0);
  EXPECT_EQ(Bilateral::status({0}, {0}, 0), ContactStatus::closed);
}

TEST(ContactStatus, HasTheWordsOfTheRecordings) {
  EXPECT_EQ(to_string(ContactStatus::open), "open");
  EXPECT_EQ(to_string(ContactStatus::sliding), "sliding");
  EXPECT_EQ(to_string(ContactStatus::sticking), "sticking");
  EXPECT_EQ(to_string(ContactStatus::closed), "closed");
}

}  // namespace
}  // namespace saltus::test_list
