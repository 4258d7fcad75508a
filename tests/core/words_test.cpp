// Words of texts.
#include "core/words.hpp"

#include <gtest/gtest.h>

namespace mapwright {
namespace {

TEST(Words, AreLettersDigitsAndUnderscoresOfAscii) {
  for (int c = 0; c < 256; ++c) {
    const bool expected = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    EXPECT_EQ(is_word_character(static_cast<char>(c)), expected) << c;
  }
}

TEST(Words, AreFoundWhole) {
  EXPECT_EQ(find_word("max_n + n", "n"), 8U);
  EXPECT_EQ(find_word("n", "n"), 0U);
  EXPECT_EQ(find_word("(n)", "n"), 1U);
  EXPECT_EQ(find_word("n1 2n n_ _n", "n"), std::string_view::npos);
  EXPECT_EQ(find_word("", "n"), std::string_view::npos);
}

} // namespace
} // namespace mapwright
