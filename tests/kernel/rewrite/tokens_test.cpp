// Words of a source: names are replaced as names, not as letters.
#include "kernel/rewrite/tokens.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::kernel::rewrite {
namespace {

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> result;
  for (const Token& token : tokens_of(text)) {
    result.emplace_back(token.text);
  }
  return result;
}

TEST(Tokens, CommentsAndDirectivesAreNone) {
  EXPECT_THAT(words("#define A 1 \\\n 2\nx += y->z; // end\n/* a */ 1.5e-3f"),
              ::testing::ElementsAre("x", "+=", "y", "->", "z", ";", "1.5e-3f"));
  EXPECT_THAT(words("a <<= '\\'' + \"b\\\"c\""), ::testing::ElementsAre("a", "<<=", "'\\''", "+", "\"b\\\"c\""));
}

TEST(Tokens, OnlyFreeNamesAreReplaced) {
  EXPECT_EQ(with_names("p + pp + a.p + b->p + p /* p */", {{"p", "(p + lane)"}}),
            "(p + lane) + pp + a.p + b->p + (p + lane) /* p */");
  EXPECT_EQ(uses("p * p + s.p", "p"), 2U);
}

} // namespace
} // namespace mapwright::kernel::rewrite
