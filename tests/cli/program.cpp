// SPDX-License-Identifier: Apache-2.0
// The program's answer through the shell's redirections.
#include "cli/program.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "support/places.h"

namespace saltus {

namespace fs = std::filesystem;

void Program::SetUp() {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  folder = fs::temp_directory_path() / ("saltus_cli_" + std::to_string(getpid()) + test->name());
  fs::remove_all(folder);
  fs::create_directories(folder);
}

void Program::TearDown() { fs::remove_all(folder); }

Answer Program::saltus(const std::string& arguments) const {
  const std::string command = "cd '" + folder.string() + "' && timeout 60 '" + test::program() +
                              "' " + arguments + " >stdout.txt 2>stderr.txt";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read("stdout.txt"), read("stderr.txt")};
}

void Program::write(const std::string& name, std::string_view text) const {
  std::ofstream(folder / name, std::ios::binary) << text;
}

std::string Program::read(const std::string& name) const {
  std::ostringstream text;
  text << std::ifstream(folder / name, std::ios::binary).rdbuf();
  return text.str();
}

bool Program::exists(const std::string& name) const { return fs::exists(folder / name); }

void Program::write_ball(std::string_view old_part, std::string_view new_part) const {
  std::string text(ball_model);
  const auto at = text.find(old_part);
  ASSERT_NE(at, std::string::npos) << "the ball has no " << old_part;
  write("ball.toml", text.replace(at, old_part.size(), new_part));
}

void Program::expect_refusal(const Answer& answer, std::initializer_list<std::string_view> parts) {
  EXPECT_EQ(answer.code, 2) << answer.err;
  EXPECT_EQ(answer.out, "");
  EXPECT_TRUE(answer.err.starts_with("error: ")) << answer.err;
  for (const std::string_view part : parts) {
    EXPECT_NE(answer.err.find(part), std::string::npos) << part << "\nis not in\n" << answer.err;
  }
}

}  // namespace saltus
