// What every source file keeps to: nothing unfinished, a newline at the end, a size that can be read.

#include "architecture/source_tree.hpp"

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::test {
namespace {

constexpr std::size_t line_limit = 600; // the style asks for 400; beyond this a file has more than one purpose

std::vector<TextFile> all_files() {
  std::vector<TextFile> files;
  for (const char* folder : {"src", "include", "tests", "bench", "fuzz", "examples"}) {
    for (TextFile& file : cpp_files(folder)) {
      files.push_back(std::move(file));
    }
  }
  return files;
}

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Whether `word` stands in `line` with no letter, digit or underscore next to it.
bool has_word(std::string_view line, std::string_view word) {
  for (std::size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
    const bool begins = at == 0 || !is_word_character(line[at - 1]);
    const bool ends = at + word.size() == line.size() || !is_word_character(line[at + word.size()]);
    if (begins && ends) {
      return true;
    }
  }
  return false;
}

TEST(SourceText, NothingIsMarkedUnfinished) {
  // Written in two halves so that this file passes its own test.
  const std::string markers[] = {std::string("TO") + "DO", std::string("FIX") + "ME", std::string("XX") + "X"};
  std::vector<std::string> found;
  for (const TextFile& file : all_files()) {
    int number = 0;
    for (const std::string& line : lines(file.text)) {
      ++number;
      for (const std::string& marker : markers) {
        if (has_word(line, marker)) {
          found.push_back(file.path + ":" + std::to_string(number) + ": " + line);
        }
      }
    }
  }
  EXPECT_TRUE(found.empty()) << joined(found);
}

TEST(SourceText, MarkersAreFoundAsWordsOnly) {
  EXPECT_TRUE(has_word("// AB: later", "AB"));
  EXPECT_TRUE(has_word("AB", "AB"));
  EXPECT_TRUE(has_word("xAB AB", "AB"));
  EXPECT_FALSE(has_word("ABC xAB AB_ 1AB", "AB"));
}

TEST(SourceText, EveryFileEndsInOneNewline) {
  for (const TextFile& file : all_files()) {
    EXPECT_TRUE(file.text.ends_with('\n')) << file.path << " does not end in a newline";
    EXPECT_FALSE(file.text.ends_with("\n\n")) << file.path << " ends in an empty line";
  }
}

TEST(SourceText, NoFileOfSrcIsTooLong) {
  for (const TextFile& file : cpp_files("src")) {
    EXPECT_LT(lines(file.text).size(), line_limit) << file.path;
  }
}

TEST(SourceText, EveryHeaderGuardsItself) {
  for (const TextFile& file : all_files()) {
    if (file.path.ends_with(".hpp")) {
      EXPECT_NE(file.text.find("#pragma once\n"), std::string::npos) << file.path << " lacks #pragma once";
    }
  }
}

} // namespace
} // namespace mapwright::test
