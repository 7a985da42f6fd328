// SPDX-License-Identifier: Apache-2.0
// Thousands of spoilt examples, and the corpus of the fuzzer: none may leave anything but a
// message.
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "robustness/fuzz_model.h"
#include "support/places.h"

namespace saltus::test_mutations {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::vector<fs::path> files(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.is_regular_file()) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// The examples without their stories, as lines.
std::vector<std::vector<std::string>> example_lines() {
  std::vector<std::vector<std::string>> models;
  for (const fs::path& path : files(test::source_dir() + "/examples")) {
    if (path.extension() != ".toml") continue;
    std::istringstream text(content(path));
    models.emplace_back();
    for (std::string line; std::getline(text, line);) {
      if (!line.empty() && line.front() != '#') models.back().push_back(line);
    }
  }
  return models;
}

class Spoiler {
 public:
  explicit Spoiler(unsigned seed) : random_(seed), models_(example_lines()) {}

  std::string spoilt_model() {
    std::vector<std::string> lines = models_[below(models_.size())];
    for (std::size_t i = 0, n = 1 + below(3); i < n; ++i) spoil(lines);
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
  }

 private:
  std::size_t below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
  }
  std::string& any(std::vector<std::string>& lines) { return lines[below(lines.size())]; }

  void spoil(std::vector<std::string>& lines) {
    switch (below(8)) {
      case 0:
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(below(lines.size())));
        break;
      case 1:
        std::swap(any(lines), any(lines));
        break;
      case 2:
        lines.push_back(any(lines));
        break;
      case 3:
        swap_values(any(lines), any(lines));
        break;
      case 4:
        replace_token(any(lines));
        break;
      case 5:
        change_byte(any(lines));
        break;
      case 6: {
        std::string& line = any(lines);
        line.erase(below(line.size() + 1));
        break;
      }
      default:
        any(lines) += any(lines);
        break;
    }
    if (lines.empty()) lines.emplace_back();
  }

  static void swap_values(std::string& a, std::string& b) {
    const auto i = a.find('=');
    const auto j = b.find('=');
    if (&a == &b || i == std::string::npos || j == std::string::npos) return;
    const std::string value = a.substr(i);
    a.replace(i, std::string::npos, b.substr(j));
    b.replace(j, std::string::npos, value);
  }

  /// A run of letters, digits and underscores becomes something that is dangerous elsewhere.
  void replace_token(std::string& line) {
    static const std::vector<std::string> tokens{"0",
                                                 "-1",
                                                 "1e308",
                                                 "1e-320",
                                                 "inf",
                                                 "nan",
                                                 "99999999999999999999",
                                                 "\"\"",
                                                 "[]",
                                                 "{}",
                                                 "t",
                                                 "pi",
                                                 "sqrt(-1)",
                                                 "1/0",
                                                 "(((((",
                                                 "x_dot",
                                                 "^",
                                                 "^^",
                                                 "true",
                                                 "q",
                                                 "[[",
                                                 "''",
                                                 "\"x",
                                                 "0.5*",
                                                 "log(0)",
                                                 "if(t<1,0,1)",
                                                 "1979-05-27",
                                                 "\\",
                                                 "é",
                                                 "e",
                                                 "x.y.z",
                                                 "atan2(0,0)",
                                                 "0^0",
                                                 "#"};
    const auto is_word = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    if (line.empty()) return;
    std::size_t first = below(line.size());
    while (first > 0 && is_word(line[first - 1])) --first;
    std::size_t last = first;
    while (last < line.size() && is_word(line[last])) ++last;
    line.replace(first, std::max<std::size_t>(last - first, 1), tokens[below(tokens.size())]);
  }

  void change_byte(std::string& line) {
    if (line.empty()) return;
    const auto byte = static_cast<char>(below(256));
    const std::size_t at = below(line.size());
    if (below(2) == 0) {
      line[at] = byte;
    } else {
      line.insert(at, 1 + below(3), byte);
    }
  }

  std::mt19937 random_;
  std::vector<std::vector<std::string>> models_;
};

TEST(Mutations, OfTheExamplesAreModelsOrRefused) {
  Spoiler spoiler(20250101);
  int models = 0;
  constexpr int cases = 10000;
  for (int i = 0; i < cases; ++i) {
    const std::string text = spoiler.spoilt_model();
    try {
      models += try_model(text) ? 1 : 0;
    } catch (const std::exception& error) {
      FAIL() << error.what() << "\nleft the reader for\n" << text;
    }
  }
  // neither all harmless nor all hopeless, or the cases would test nothing
  EXPECT_GT(models, cases / 20);
  EXPECT_LT(models, cases * 19 / 20);
}

TEST(Corpus, OfTheFuzzerIsReadWithoutAFault) {
  const std::vector<fs::path> corpus = files(test::source_dir() + "/tests/robustness/corpus");
  ASSERT_FALSE(corpus.empty());
  for (const fs::path& path : corpus) {
    SCOPED_TRACE(path.string());
    EXPECT_NO_THROW((void)try_model(content(path)));
  }
}

}  // namespace
}  // namespace saltus::test_mutations
