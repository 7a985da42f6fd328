// SPDX-License-Identifier: Apache-2.0
// `saltus export`: what the files of other programs hold. CSV: test_resume.cpp.
#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "support/places.h"

namespace saltus::test_export {
namespace {

struct Export : Program {
  void run(const std::string& example, const std::string& more) const {
    const Answer answer = saltus("run " + test::source_dir() + "/examples/" + example +
                                 ".toml --no-report -o out " + more);
    ASSERT_EQ(answer.code, 0) << answer.err;
  }
  [[nodiscard]] std::string text(const std::string& name) const {
    std::ifstream stream(folder / name, std::ios::binary);
    std::ostringstream all;
    all << stream.rdbuf();
    return all.str();
  }
};

struct Glb {
  explicit Glb(const std::string& file) {
    EXPECT_EQ(file.substr(0, 4), "glTF");
    std::uint32_t length = 0;
    std::memcpy(&length, file.data() + 12, 4);
    json = nlohmann::json::parse(file.substr(20, length));
    bytes = file.substr(20 + length + 8);
  }
  [[nodiscard]] std::vector<float> numbers(std::size_t accessor) const {
    const auto& view =
        json.at("bufferViews")
            .at(json.at("accessors").at(accessor).at("bufferView").get<std::size_t>());
    std::vector<float> out(view.at("byteLength").get<std::size_t>() / sizeof(float));
    std::memcpy(out.data(), bytes.data() + view.at("byteOffset").get<std::size_t>(),
                out.size() * sizeof(float));
    return out;
  }
  nlohmann::json json;
  std::string bytes;
};

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t n = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++n;
  return n;
}

TEST_F(Export, VtkHasAFilePerSampleWithShapesAndForces) {
  run("box_stack", "--end 0.05 --set output.every=0.01");
  const Answer answer = saltus("export out --vtk");
  ASSERT_EQ(answer.code, 0) << answer.err;
  const std::string pvd = text("out/vtk/bodies.pvd");
  EXPECT_EQ(count(pvd, "<DataSet "), 6U);
  EXPECT_NE(pvd.find("bodies_000005.vtp"), std::string::npos);
  const std::string bodies = text("out/vtk/bodies_000005.vtp");
  // ten boxes of twelve triangles, and the ground's two
  EXPECT_NE(bodies.find("NumberOfPolys=\"122\""), std::string::npos);
  EXPECT_NE(bodies.find("Name=\"body\""), std::string::npos);
  const std::string contacts = text("out/vtk/contacts_000005.vtp");
  EXPECT_NE(contacts.find("Name=\"force\""), std::string::npos);
  EXPECT_NE(contacts.find("NumberOfVerts=\"40\""), std::string::npos);
}

TEST_F(Export, VtkOfAMillionSamplesSaysThatItThinsThemOut) {
  run("slider_crank", "--end 0.0301 --quiet");  // 3011 samples
  Answer answer = saltus("export out --vtk");
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_NE(answer.err.find("every 2-th of 3011 samples"), std::string::npos) << answer.err;
  const std::string pvd = text("out/vtk/bodies.pvd");
  EXPECT_EQ(count(pvd, "<DataSet "), 1506U);
  EXPECT_NE(pvd.find("timestep=\"0.03009999"), std::string::npos);  // the last one is there
  answer = saltus("export out --vtk --frames 100 --quiet");
  EXPECT_EQ(answer.err, "");
  EXPECT_EQ(count(text("out/vtk/bodies.pvd"), "<DataSet "), 99U);
  answer = saltus("export out --vtk --frames 0");
  EXPECT_EQ(answer.err, "");
  EXPECT_EQ(count(text("out/vtk/bodies.pvd"), "<DataSet "), 3011U);
}

TEST_F(Export, VtkWritesAtMostSoManySamplesAndRefusesOtherNumbers) {
  run("bouncing_ball", "--end 0.1 --quiet");
  for (const char* most : {"2", "7"}) {
    const Answer answer = saltus("export out --vtk --frames " + std::string(most));
    ASSERT_EQ(answer.code, 0) << answer.err;
    const std::size_t written = count(text("out/vtk/bodies.pvd"), "<DataSet ");
    EXPECT_LE(written, std::stoul(most));
    EXPECT_GE(written, 2U);
    EXPECT_TRUE(answer.out.starts_with(std::to_string(written) + " of ")) << answer.out;
  }
  for (const char* most : {"-1", "1", "1.5", "x"})
    EXPECT_EQ(saltus("export out --vtk --frames " + std::string(most)).code, 2) << most;
  expect_refusal(saltus("export out --csv --frames 5"), {"--frames is an option of --vtk"});
}

TEST_F(Export, VtkHasTheContactsOfFormulasThatDrawPlaces) {
  run("bouncing_ball", "--end 0.5");
  ASSERT_EQ(saltus("export out --vtk").code, 0);
  EXPECT_EQ(count(text("out/vtk/contacts.pvd"), "<DataSet "), 251U);
  EXPECT_NE(text("out/vtk/contacts_000000.vtp").find("NumberOfVerts=\"1\""), std::string::npos);
}

// Five balls on five strings; a string is turned and stretched as well.
TEST_F(Export, GltfHasANodePerBodyThatMovesAsRecorded) {
  run("newtons_cradle", "--end 0.02 --csv");
  const Answer answer = saltus("export out --gltf");
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Glb glb(text("out/motion.glb"));
  const nlohmann::json& json = glb.json;
  EXPECT_EQ(json.at("nodes").size(), 10U);
  EXPECT_EQ(json.at("animations").at(0).at("channels").size(), 25U);
  const auto& sampler = json.at("animations").at(0).at("samplers").at(0);
  const std::vector<float> x = glb.numbers(sampler.at("output").get<std::size_t>());
  std::istringstream rows(text("out/states.csv"));
  std::string row, last;
  while (std::getline(rows, row)) last = row;
  const std::string cell = last.substr(last.find(',') + 1);
  EXPECT_EQ(x.at(x.size() - 3), static_cast<float>(std::stod(cell)));
}

// O–A, A–B, two walls of one line each, four sides of the slider.
TEST_F(Export, GltfHasTheLinesOfADrawingFromPointToPoint) {
  run("slider_crank", "--step 1e-4 --end 0.01");
  const Answer answer = saltus("export out --gltf");
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Glb glb(text("out/motion.glb"));
  const nlohmann::json& json = glb.json;
  ASSERT_EQ(json.at("nodes").size(), 8U);
  EXPECT_EQ(json.at("nodes").at(0).at("scale").at(0).get<float>(), 0.153F);
  EXPECT_EQ(json.at("nodes").at(1).at("scale").at(0).get<float>(), 0.306F);
  EXPECT_EQ(json.at("nodes").at(1).at("translation").at(0).get<float>(), 0.153F);
  EXPECT_EQ(json.at("animations").at(0).at("channels").size(), 18U);  // six of them move
}

// n is nowhere once a < 0, late is before that, m is always.
TEST_F(Export, GltfHasNoNumberThatIsNotFinite) {
  write("odd.toml", R"toml(title = "odd"
[simulation]
scheme = "moreau-jean"
step = 1e-2
end = 1.0
[[body]]
name = "p"
type = "formula"
coordinates = ["a"]
kinetic = "0.5*a_dot^2"
potential = "9.81*(1-cos(a))"
initial = { a = 1.5 }
[draw]
body = "p"
points = { o = [0, 0], b = ["a", 0], n = ["sqrt(a)", 0], late = ["sqrt(-a)", 0], m = ["sqrt(-1-a^2)", 0] }
lines = [["o", "b"], ["o", "n"], ["o", "late"], ["o", "m"]]
)toml");
  ASSERT_EQ(saltus("run odd.toml -o out --quiet").code, 0);
  const Answer answer = saltus("export out --gltf");
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Glb glb(text("out/motion.glb"));
  const nlohmann::json& json = glb.json;
  EXPECT_EQ(json.at("nodes").size(), 3U);
  const nlohmann::json& animation = json.at("animations").at(0);
  for (const auto& sampler : animation.at("samplers")) {
    const std::size_t output = sampler.at("output").get<std::size_t>();
    EXPECT_EQ(json.at("accessors").at(output).at("count"), 101U);
    for (const float x : glb.numbers(output)) ASSERT_TRUE(std::isfinite(x));
  }
  for (const auto& node : json.at("nodes")) {
    ASSERT_TRUE(node.at("scale").at(0).is_number());
    EXPECT_GE(node.at("scale").at(0).get<double>(), 0.0);
  }
}

TEST_F(Export, SaysHowManySamplesItWrote) {
  run("newtons_cradle", "--end 0.05");
  const Answer answer = saltus("export out --gltf");
  EXPECT_EQ(answer.code, 0);
  EXPECT_NE(answer.out.find("1667 of 5001 samples"), std::string::npos) << answer.out;
}

TEST_F(Export, SaysWhatItCannotDo) {
  write_ball();
  ASSERT_EQ(saltus("run ball.toml -o out --no-report").code, 0);
  Answer answer = saltus("export out --gltf");
  EXPECT_EQ(answer.code, 2);
  EXPECT_NE(answer.err.find("no body with a shape"), std::string::npos) << answer.err;
  answer = saltus("export out");
  EXPECT_EQ(answer.code, 2);
  EXPECT_NE(answer.err.find("--csv, --vtk or --gltf"), std::string::npos) << answer.err;
}

}  // namespace
}  // namespace saltus::test_export
