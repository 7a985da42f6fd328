// SPDX-License-Identifier: Apache-2.0
// Texts of error messages: places, and the nearest known name to a misspelt one.
#include "saltus/base/error.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <vector>

namespace saltus {

namespace {

bool equal_but_for_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

/// Damerau–Levenshtein distance (optimal string alignment): insertions, deletions, replacements
/// and swaps of neighbours count 1 each.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::string to_string(const Location& where) {
  std::string text = where.file;
  if (where.line > 0) {
    text += ':' + std::to_string(where.line);
    if (where.column > 0) text += ':' + std::to_string(where.column);
  }
  return text;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates) {
  constexpr std::size_t longest = 64;  // keeps hostile names cheap; nobody misspells longer ones
  if (word.empty() || word.size() > longest) return {};
  const std::size_t allowed = std::clamp<std::size_t>(word.size() / 3, 1, 3);
  const std::string* best = nullptr;
  std::size_t best_distance = std::numeric_limits<std::size_t>::max();
  for (const std::string& candidate : candidates) {
    const std::size_t n = candidate.size();
    if (n > word.size() + allowed || n + allowed < word.size()) continue;
    const std::size_t d = equal_but_for_case(word, candidate) ? 0 : distance(word, candidate);
    // A distance of a whole word means that nothing is shared: 'x' does not resemble 'y'.
    if (d > allowed || d >= std::max(word.size(), n) || d >= best_distance) continue;
    best = &candidate;
    best_distance = d;
  }
  return best == nullptr ? std::string{} : "; did you mean '" + *best + "'?";
}

}  // namespace saltus
