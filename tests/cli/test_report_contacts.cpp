// SPDX-License-Identifier: Apache-2.0
// Contacts in the animation: where they are, with which forces; nothing that pressed is left out.
#include <cmath>

#include <gtest/gtest.h>

#include "cli/program.h"
#include "cli/report_file.h"
#include "support/places.h"

namespace saltus::test_report_contacts {
namespace {

struct Seen {
  double t = 0, length = 0;  // of the frame, and since the one before
  std::array<float, 3> point{}, force{};
};

std::vector<Seen> contacts_of(const ReportFile& file) {
  const auto t = file.values<double>("frame.t");
  const auto start = file.values<std::uint32_t>("frame.contact_start");
  const auto point = file.values<float>("frame.contact_point");
  const auto force = file.values<float>("frame.contact_force");
  std::vector<Seen> all;
  for (std::size_t f = 0; f < t.size(); ++f) {
    for (std::size_t c = start[f]; c < start[f + 1]; ++c) {
      all.push_back({t[f],
                     f > 0 ? t[f] - t[f - 1] : 0,
                     {point[3 * c], point[3 * c + 1], point[3 * c + 2]},
                     {force[3 * c], force[3 * c + 1], force[3 * c + 2]}});
    }
  }
  return all;
}

struct ReportContacts : Program {
  [[nodiscard]] ReportFile report_of(const std::string& example, const std::string& more) const {
    const Answer answer =
        saltus("run " + test::source_dir() + "/examples/" + example + ".toml -o out " + more);
    EXPECT_EQ(answer.code, 0) << answer.err;
    return ReportFile((folder / "out/report.html").string());
  }
};

// 5 s of a ball of weight 10 N that ends at rest from a height: p_N sums up to 50 N s.
TEST_F(ReportContacts, OfFormulasAreSeenWhereDrawPutsThemAlsoBetweenTheFrames) {
  for (const char* more : {"--step 2e-3", "--step 1e-4", "--scheme adaptive"}) {
    double sum = 0;
    for (const Seen& c : contacts_of(report_of("bouncing_ball", more))) {
      EXPECT_NEAR(c.point[0], 0, 1e-9);
      EXPECT_NEAR(c.point[1], 0, 0.05) << "at the ground when it pressed";
      EXPECT_EQ(c.force[0], 0);
      EXPECT_GT(c.force[1], 0);
      sum += c.force[1] * c.length;
    }
    EXPECT_NEAR(sum, 50, 0.05) << more;
  }
}

TEST_F(ReportContacts, OfTheSliderAreAtItsCornersWithFriction) {
  double normal = 0, friction = 0;
  for (const Seen& c : contacts_of(report_of("slider_crank", "--end 0.05"))) {
    EXPECT_NEAR(std::abs(c.point[1]), 0.026, 1.5e-3);  // b + c, the channel's walls
    EXPECT_LE(c.force[1] * c.point[1], 0) << "the wall pushes inwards";
    normal += std::abs(c.force[1]);
    friction += std::abs(c.force[0]);
  }
  EXPECT_GT(normal, 0);
  EXPECT_GT(friction, 0);
  EXPECT_LE(friction, 0.0101 * normal);  // mu
}

// Four pins of radius 5 mm with play: a contact is at the rim of its pin, and its force inwards.
TEST_F(ReportContacts, OfPlayAreAtTheRimOfThePin) {
  std::size_t at_bearing = 0;
  for (const Seen& c : contacts_of(report_of("four_bar", "--end 0.02"))) {
    const double away = std::hypot(c.point[0], c.point[1]);  // from the crank's bearing
    if (away > 0.02) continue;
    EXPECT_NEAR(away, 0.005, 5e-4);
    const double inwards = -(c.force[0] * c.point[0] + c.force[1] * c.point[1]) / away;
    EXPECT_GT(inwards, 0.99 * std::hypot(c.force[0], c.force[1]));  // mu = 0.05
    ++at_bearing;
  }
  EXPECT_GT(at_bearing, 10U);
}

TEST_F(ReportContacts, StopsFlashAtTheirJoint) {
  std::size_t count = 0;
  for (const Seen& c : contacts_of(report_of("escapement", "--end 0.1")))
    if (std::hypot(c.force[0], c.force[1]) == 0) ++count;
  EXPECT_GT(count, 0U);
}

TEST_F(ReportContacts, TheReportSaysWhatWasRoundedAndLeftOutAndByHowMuch) {
  const ReportFile many =
      report_of("sphere_pile", "--step 1e-3 --end 0.21 --set output.every=1e-3");
  std::string notes = many.header.at("notes").dump();
  EXPECT_NE(notes.find("quantised"), std::string::npos) << notes;
  EXPECT_NE(notes.find("the nearest multiples of"), std::string::npos) << notes;
  const ReportFile fine = report_of("slider_crank", "");
  notes = fine.header.at("notes").dump();
  for (const char* part : {"one of 14 samples", "of 20001 samples", "decimated"})
    EXPECT_NE(notes.find(part), std::string::npos) << notes;
}

}  // namespace
}  // namespace saltus::test_report_contacts
