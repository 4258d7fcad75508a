// Differences of texts: what is put together again must be the text, and `patch` must agree.
#include "kernel/scientist/hunks.hpp"
#include "support/paths.hpp"
#include "support/scratch_test.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::kernel::scientist {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// A text of few different lines, so that they repeat; the last may lack its end.
std::string any_text() {
  const std::vector<std::string> kinds{"a", "b", "c", "}", "", "  a"};
  std::string text;
  for (const int kind : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 6))) {
    text += kinds[static_cast<std::size_t>(kind)] + "\n";
  }
  if (!text.empty() && *rc::gen::inRange(0, 4) == 0) {
    text.pop_back();
  }
  return text;
}

std::vector<bool> all_of(const std::vector<Hunk>& hunks, bool keep = true) {
  return std::vector<bool>(hunks.size(), keep);
}

/// Lines of a longest common subsequence, the slow way.
std::size_t common_lines(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      table[i][j] = a[i - 1] == b[j - 1] ? table[i - 1][j - 1] + 1 : std::max(table[i - 1][j], table[i][j - 1]);
    }
  }
  return table[a.size()][b.size()];
}

RC_GTEST_PROP(HunksProperty, AllGiveTheNewTextNoneTheOld, ()) {
  const std::string before = any_text();
  const std::string after = any_text();
  for (const auto& hunks : {difference(before, after), changes(before, after)}) {
    RC_ASSERT(apply(before, hunks, all_of(hunks)) == after);
    RC_ASSERT(apply(before, hunks, all_of(hunks, false)) == before);
    RC_ASSERT(hunks.empty() == (before == after));
  }
}

RC_GTEST_PROP(HunksProperty, TheDifferenceIsAShortestOne, ()) {
  const std::string before = any_text();
  const std::string after = any_text();
  std::size_t changed = 0;
  for (const Hunk& hunk : difference(before, after)) {
    changed += hunk.removed.size() + hunk.added.size();
  }
  const auto a = lines_of(before);
  const auto b = lines_of(after);
  RC_ASSERT(changed == a.size() + b.size() - 2 * common_lines(a, b));
}

RC_GTEST_PROP(HunksProperty, ASubsetIsItsOwnDifference, ()) {
  const std::string before = any_text();
  const auto hunks = difference(before, any_text());
  std::vector<bool> keep;
  std::size_t changed = 0;
  for (const Hunk& hunk : hunks) {
    keep.push_back(*rc::gen::arbitrary<bool>());
    changed += keep.back() ? hunk.removed.size() + hunk.added.size() : 0;
  }
  std::size_t again = 0;
  for (const Hunk& hunk : difference(before, apply(before, hunks, keep))) {
    again += hunk.removed.size() + hunk.added.size();
  }
  RC_ASSERT(again <= changed);
}

TEST(Hunks, WhatBelongsTogetherIsOneChange) {
  const std::string before = "a\n}\nb\nkeep\nc\n";
  const std::string after = "A\n}\nB\nkeep\nC\n";
  EXPECT_THAT(difference(before, after), SizeIs(3));
  const auto joined = changes(before, after);
  ASSERT_THAT(joined, SizeIs(2));
  EXPECT_THAT(joined[0].removed, ElementsAre("a\n", "}\n", "b\n"));
  EXPECT_EQ(apply(before, joined, {true, false}), "A\n}\nB\nkeep\nc\n");
  EXPECT_EQ(apply(before, joined, {false, true}), "a\n}\nb\nkeep\nC\n");
}

TEST(Hunks, TextsWithoutAnythingInCommonAreOneHunk) {
  std::string before;
  std::string after;
  for (int i = 0; i < 3000; ++i) {
    before += "old " + std::to_string(i) + "\n";
    after += "new " + std::to_string(i) + "\n";
  }
  const auto hunks = difference(before, after);
  EXPECT_THAT(hunks, SizeIs(1));
  EXPECT_EQ(apply(before, hunks, {true}), after);
}

TEST(Merge, BringsApartChangesTogether) {
  const std::string ancestor = "1\n2\n3\n4\n5\n";
  EXPECT_EQ(merge(ancestor, "1\nA\n3\n4\n5\n", "1\n2\n3\n4\n5\nB\n"), "1\nA\n3\n4\n5\nB\n");
  EXPECT_EQ(merge(ancestor, "A\n2\n3\n4\n5\n", "A\n2\n3\nB\n5\n"), "A\n2\n3\nB\n5\n");
  EXPECT_EQ(merge(ancestor, "1\nA\n3\n4\n5\n", "1\nB\n3\n4\n5\n"), std::nullopt);
  EXPECT_EQ(merge(ancestor, "1\nA\n3\n4\n5\n", "1\n2\nB\n4\n5\n"), std::nullopt); // they touch
}

RC_GTEST_PROP(MergeProperty, WithTheAncestorItIsTheOther, ()) {
  const std::string ancestor = any_text();
  const std::string other = any_text();
  RC_ASSERT(merge(ancestor, other, ancestor) == other);
  RC_ASSERT(merge(ancestor, ancestor, other) == other);
  RC_ASSERT(merge(ancestor, other, other) == other);
}

std::string contents(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string numbered(int lines, const std::vector<std::pair<int, std::string>>& others) {
  std::string text;
  for (int i = 1; i <= lines; ++i) {
    const auto other = std::find_if(others.begin(), others.end(), [i](const auto& pair) { return pair.first == i; });
    text += other == others.end() ? "line " + std::to_string(i) + "\n" : other->second;
  }
  return text;
}

const std::string before_golden = numbered(40, {});
const std::string after_golden = numbered(
    40, {{1, ""}, {12, "line 12, changed\n"}, {18, "line 18\nand one more\n"}, {40, "the last, without an end"}});

TEST(UnifiedDiff, IsAsInTheGoldenFile) {
  const auto path = mapwright::test::golden_dir() / "kernel" / "difference.diff";
  const std::string text = unified_diff(before_golden, after_golden, "a/k.cpp", "b/k.cpp");
  if (std::getenv("MAPWRIGHT_UPDATE_GOLDEN") != nullptr) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  EXPECT_EQ(text, contents(path)) << path << " differs; MAPWRIGHT_UPDATE_GOLDEN=1 rewrites it";
  EXPECT_EQ(unified_diff("a\n", "a\n", "a", "b"), "");
}

class UnifiedDiffByPatch : public mapwright::test::ScratchTest {
protected:
  /// What `patch` makes of `before` by the difference to `after`.
  std::string patched(const std::string& before, const std::string& after) const {
    const auto file = write("k", before);
    const auto diff = write("k.diff", unified_diff(before, after, "k", "k"));
    const auto out = directory->path() / "out";
    const std::string command = "patch --quiet --force --fuzz=0 --output='" + out.string() + "' '" + file.string() +
                                "' '" + diff.string() + "' 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << contents(diff);
    return contents(out);
  }
};

TEST_F(UnifiedDiffByPatch, Applies) {
  if (std::system("patch --version > /dev/null 2>&1") != 0) {
    GTEST_SKIP() << "patch is not installed";
  }
  const std::vector<std::pair<std::string, std::string>> cases{
      {before_golden, after_golden},
      {after_golden, before_golden},
      {"a\nb\nc\n", "c\n"},
      {"x\n", "y"},
      {numbered(9, {}), numbered(9, {{1, "first\n"}, {9, "last\n"}})},
      {numbered(9, {}), "new\n" + numbered(9, {{5, ""}}) + "more\n"},
  };
  for (const auto& [before, after] : cases) {
    EXPECT_EQ(patched(before, after), after);
  }
}

} // namespace
} // namespace mapwright::kernel::scientist
