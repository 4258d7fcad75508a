// Words of a source: where comments, directives and literals end, and what is one token.
#include "kernel/source/tokens.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::kernel {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> texts(std::string_view source, Signs signs = Signs::whole,
                               Directives directives = Directives::left_out) {
  std::vector<std::string> result;
  for (const Token& token : tokens_of(source, signs, directives)) {
    EXPECT_EQ(source.substr(token.begin, token.end - token.begin), token.text);
    result.emplace_back(token.text);
  }
  return result;
}

TEST(Tokens, CommentsAndDirectivesAreNone) {
  EXPECT_THAT(texts("#define A 1 \\\n 2\nx += y->z; // end\n/* a */ 1.5e-3f"),
              ElementsAre("x", "+=", "y", "->", "z", ";", "1.5e-3f"));
  EXPECT_THAT(texts("// one \\\n and the same\nx"), ElementsAre("x"));
  EXPECT_THAT(texts("#define A /* over\n lines */ 1\n x # y"), ElementsAre("x", "#", "y"));
  EXPECT_THAT(texts("#error don't\n x"), ElementsAre("x"));
  EXPECT_THAT(texts("/* begun"), ElementsAre());
}

TEST(Tokens, DirectivesAreKeptOnDemand) {
  EXPECT_THAT(texts("#pragma omp simd\n", Signs::whole, Directives::kept), ElementsAre("#", "pragma", "omp", "simd"));
}

TEST(Tokens, SignsAreWholeOrSingle) {
  EXPECT_THAT(texts("a<<=b::c"), ElementsAre("a", "<<=", "b", "::", "c"));
  EXPECT_THAT(texts("a<<=b::c", Signs::single), ElementsAre("a", "<", "<", "=", "b", ":", ":", "c"));
}

TEST(Tokens, LiteralsEndWithTheirQuoteOrTheirLine) {
  EXPECT_THAT(texts("a <<= '\\'' + \"b\\\"c\""), ElementsAre("a", "<<=", "'\\''", "+", "\"b\\\"c\""));
  EXPECT_THAT(texts("\"open\nx"), ElementsAre("\"open", "x"));
  EXPECT_THAT(texts("\"back\\"), ElementsAre("\"back\\"));
  EXPECT_THAT(texts("R\"m(a\"\n)\" )m\" x"), ElementsAre("R", "\"m(a\"\n)\" )m\"", "x"));
  EXPECT_THAT(texts("FOR\"a\" x"), ElementsAre("FOR", "\"a\"", "x"));
}

TEST(Tokens, AQuoteInANumberSeparatesItsDigits) {
  EXPECT_THAT(texts("1'000'000+'a'+0x1p-3+.5f"), ElementsAre("1'000'000", "+", "'a'", "+", "0x1p-3", "+", ".5f"));
  EXPECT_THAT(texts("u8'a'"), ElementsAre("u8", "'a'"));
}

TEST(Tokens, ABracketClosesWithItsOwnKindOfText) {
  const std::vector<Token> tokens = tokens_of("f(a[1], \")\", (b))");
  EXPECT_EQ(tokens[closing(tokens, 1)].begin, 16U);
  EXPECT_EQ(closing(tokens_of("(a"), 0), 2U);
}

} // namespace
} // namespace mapwright::kernel
