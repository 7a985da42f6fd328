// SPDX-License-Identifier: Apache-2.0
// results.h5 holds what the run handed out, to the last bit, and can be opened at every moment.
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "saltus/base/error.h"
#include "saltus/record/file_recorder.h"
#include "support/run_model.h"
#include "support/sample_bits.h"

namespace saltus::test::test_file_recorder {
namespace {

const std::vector<Recorded> everything = OutputDescription{}.record;

class Results : public testing::Test {
 protected:
  Results()
      : folder(std::filesystem::temp_directory_path() /
               ("saltus_results_" + std::to_string(getpid()) + "_" +
                testing::UnitTest::GetInstance()->current_test_info()->name())),
        path(folder / "results.h5") {
    std::filesystem::create_directories(folder);
  }
  ~Results() override { std::filesystem::remove_all(folder); }
  Results(const Results&) = delete;
  Results& operator=(const Results&) = delete;
  Results(Results&&) = delete;
  Results& operator=(Results&&) = delete;

  static RecordingHead head() {
    RecordingHead head;
    head.model = "title = \"test\"\n";
    head.version = "1";
    head.name = "test";
    return head;
  }

  std::filesystem::path folder, path;
};

/// Solver statistics are no part of what is replayed.
std::vector<std::uint64_t> replayed_bits(Sample sample) {
  sample.solver = {};
  sample.state.p_joint.resize(0);
  return bits_of(sample);
}

struct Example {
  std::string name;
  std::vector<std::string> overrides;
};

class ResultsOf : public Results, public testing::WithParamInterface<Example> {};

TEST_P(ResultsOf, AreTheSamplesOfTheRunBitForBit) {
  const test::Run run = run_example(GetParam().name, GetParam().overrides);
  const Multipliers has = multipliers_of(run.simulation.scheme);
  FileRecorder recorder(path, run.model, head(), everything, has);
  const std::vector<Recorder*> recorders{&recorder};
  const Outcome outcome = simulate(run.model, run.simulation, recorders);
  ASSERT_FALSE(outcome.failure);
  recorder.conclude("ok", "{}");

  const Recording recording(path);
  EXPECT_EQ(recording.attribute("status"), "ok");
  EXPECT_EQ(recording.model(), head().model);
  MemoryRecorder memory;
  recording.replay(run.model, has, memory);
  ASSERT_EQ(memory.samples.size(), run.samples.size());
  ASSERT_GT(memory.samples.size(), 10U);
  for (std::size_t i = 0; i < run.samples.size(); ++i)
    ASSERT_EQ(replayed_bits(memory.samples[i]), replayed_bits(run.samples[i])) << i;
  ASSERT_EQ(memory.events.size(), run.events.size());
  for (std::size_t i = 0; i < run.events.size(); ++i)
    ASSERT_EQ(bits_of(memory.events[i]), bits_of(run.events[i])) << i;
}

INSTANTIATE_TEST_SUITE_P(
    Examples, ResultsOf,
    testing::Values(Example{"slider_crank", {"simulation.end=0.1"}},
                    Example{"slider_crank", {"simulation.scheme=adaptive", "simulation.end=0.1"}},
                    Example{"slider_crank", {"simulation.end=0.1", "output.every=1e-3"}},
                    Example{"bouncing_pendulum", {"simulation.scheme=combined-projection"}},
                    Example{"bouncing_pendulum", {"simulation.scheme=generalized-alpha"}},
                    Example{"sphere_pile", {"parameters.n=3", "simulation.end=0.4"}},
                    Example{"rocking_block", {}}),
    [](const auto& example) { return example.param.name + "_" + std::to_string(example.index); });

/// Opens the file anew at every tenth sample.
class Reader final : public Recorder {
 public:
  explicit Reader(std::filesystem::path path) : path_(std::move(path)) {}
  void record(const Sample& sample) override {
    if (++count_ % 10 != 0) return;
    const Recording recording(path_);
    EXPECT_EQ(recording.attribute("status"), "running");
    ASSERT_EQ(recording.samples(), count_);
    const Hdf5File file = Hdf5File::open(path_.string());
    EXPECT_EQ(file.table_size("energy/total").rows, count_);
    EXPECT_EQ(file.table_size("contacts/start").rows, count_ + 1);
    const std::vector<char> last =
        file.table_rows("time", Hdf5File::Element::float64, count_ - 1, 1);
    EXPECT_EQ(std::string(last.begin(), last.end()),
              std::string(reinterpret_cast<const char*>(&sample.state.t), sizeof(double)));
  }

 private:
  std::filesystem::path path_;
  std::uint64_t count_ = 0;
};

TEST_F(Results, CanBeOpenedWhileTheRunGoesOnAndHoldEverySampleThatWasCommitted) {
  const test::Run run = run_example("slider_crank", {"simulation.end=0.06"});
  ASSERT_GT(run.samples.size(), 5000U);  // more than a chunk
  FileRecorder recorder(path, run.model, head(), everything, {});
  recorder.set_commit_interval(0);
  Reader reader(path);
  const std::vector<Recorder*> recorders{&recorder, &reader};
  static_cast<void>(simulate(run.model, run.simulation, recorders));
}

TEST_F(Results, HoldOnlyWhatWasAskedFor) {
  const test::Run run = run_example("bouncing_pendulum", {"simulation.end=0.1"});
  FileRecorder recorder(path, run.model, head(), {Recorded::states, Recorded::solver}, {});
  const std::vector<Recorder*> recorders{&recorder};
  static_cast<void>(simulate(run.model, run.simulation, recorders));
  const Hdf5File file = Hdf5File::open(path.string());
  for (const char* name : {"time", "states/q", "solver/newton", "events/t", "contacts/names"})
    EXPECT_TRUE(file.has(name)) << name;
  for (const char* name : {"contacts/gap", "contacts/start", "constraints", "energy"})
    EXPECT_FALSE(file.has(std::string(name).substr(0, std::string(name).find('/'))) &&
                 file.has(name))
        << name;
}

TEST_F(Results, OfAContactBetweenShapesHaveItsPointAndForceInTheWorld) {
  // a ball of mass 1 kg at rest on the floor, at x = 3: N h = m g h upwards, at its foot
  const test::Run run = run_text(R"toml(
[simulation]
scheme = "moreau-jean"
step = 1e-3
end = 0.1
[world]
gravity = [0, -10]
[[body]]
name = "ball"
type = "planar"
mass = 1.0
inertia = 1.0
position = [3, 0.5]
shapes = [{ type = "disc", radius = 0.5 }]
[[body]]
name = "floor"
fixed = true
shapes = [{ type = "plane", normal = [0, 1] }]
[[contact]]
between = ["ball", "floor"]
restitution = 0
friction = 0.5
)toml");
  ASSERT_EQ(run.samples.back().contacts.size(), 1U);
  const ContactSample& c = run.samples.back().contacts[0];
  EXPECT_NEAR(c.point[0], 3, 1e-12);
  EXPECT_NEAR(c.point[1], 0, 1e-12);
  EXPECT_EQ(c.point[2], 0);
  EXPECT_NEAR(c.impulse[0], 0, 1e-12);
  EXPECT_NEAR(c.impulse[1], 1e-2, 1e-12);
  EXPECT_EQ(c.impulse[2], 0);
}

TEST(RecordingFile, FindsEveryRowOfATableWhoseIndexHasThreeLevels) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("saltus_index_" + std::to_string(getpid()));
  constexpr std::size_t rows = std::size_t{2048} * (64 * 64 + 70) + 17;
  {
    RecordingFile file = RecordingFile::create(path);
    const std::size_t column = file.add_column("bytes", hdf5::type_of(hdf5::Kind::uint8));
    std::vector<std::uint8_t> values(4096);
    for (std::size_t done = 0; done < rows; done += values.size()) {
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<std::uint8_t>((done + i) / 1000 % 251);
      file.append(column, values.data(), std::min(values.size(), rows - done));
      if (done / 4096 % 500 == 0) file.commit(false);
    }
    file.commit(true);
  }
  const Hdf5File file = Hdf5File::open(path.string());
  ASSERT_EQ(file.table_size("bytes").rows, rows);
  const std::vector<char> read = file.table_rows("bytes", Hdf5File::Element::uint8, 0, rows);
  for (std::size_t i = 0; i < rows; ++i)
    ASSERT_EQ(static_cast<std::uint8_t>(read[i]), i / 1000 % 251) << i;
  std::filesystem::remove(path);
}

TEST_F(Results, ThatCannotGrowAnyFurtherSayWhyAndKeepWhatWasCommitted) {
  const test::Run run = run_example("slider_crank");
  FileRecorder recorder(path, run.model, head(), everything, {});
  recorder.set_commit_interval(0.02);
  const std::vector<Recorder*> recorders{&recorder};
  struct rlimit old {};
  getrlimit(RLIMIT_FSIZE, &old);
  const struct rlimit small { rlim_t{2'000'000}, old.rlim_max };
  std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  const Outcome outcome = simulate(run.model, run.simulation, recorders);
  recorder.conclude("failed", "{\"why\":1}");
  setrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, SIG_DFL);
  ASSERT_TRUE(outcome.failure);
  EXPECT_EQ(outcome.failure->where, "the recording");
  EXPECT_NE(outcome.failure->what.find("File too large"), std::string::npos)
      << outcome.failure->what;
  const Recording recording(path);
  EXPECT_EQ(recording.attribute("status"), "failed");
  EXPECT_GT(recording.samples(), 0U);
  MemoryRecorder memory;
  recording.replay(run.model, {}, memory);
  for (std::size_t i = 0; i < memory.samples.size(); ++i)
    ASSERT_EQ(replayed_bits(memory.samples[i]), replayed_bits(run.samples[i])) << i;
}

}  // namespace
}  // namespace saltus::test::test_file_recorder
