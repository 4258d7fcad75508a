#include "core/error.hpp"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace mapwright {
namespace {

Error error_at(std::string_view text, std::size_t offset, std::string message, std::string hint = {}) {
  return Error{ErrorKind::input, std::move(message), locate(text, offset, "DOMAIN"), std::move(hint)};
}

TEST(ErrorFormat, MessageAlone) {
  EXPECT_EQ((Error{ErrorKind::input, "no such domain 'trangle'"}.format()), "error: no such domain 'trangle'");
}

TEST(ErrorFormat, HintOnItsOwnLine) {
  EXPECT_EQ((Error{ErrorKind::machine, "no OpenCL device", std::nullopt, "install pocl-opencl-icd"}.format()),
            "error: no OpenCL device\n"
            "hint: install pocl-opencl-icd");
}

TEST(ErrorFormat, CaretStandsUnderTheColumn) {
  EXPECT_EQ(error_at("band(a=3,c=0)", 9, "unknown parameter 'c'", "band takes a and b").format(),
            "DOMAIN:1:10: error: unknown parameter 'c'\n"
            "  band(a=3,c=0)\n"
            "           ^\n"
            "hint: band takes a and b");
}

TEST(ErrorFormat, CaretInTheFirstColumn) {
  EXPECT_EQ(error_at("?", 0, "expected a name").format(), "DOMAIN:1:1: error: expected a name\n"
                                                          "  ?\n"
                                                          "  ^");
}

TEST(ErrorFormat, CaretPastTheEndOfTheLine) {
  EXPECT_EQ(error_at("band(", 5, "expected ')'").format(), "DOMAIN:1:6: error: expected ')'\n"
                                                           "  band(\n"
                                                           "       ^");
}

TEST(ErrorFormat, OnlyTheLineOfTheErrorIsShown) {
  EXPECT_EQ(error_at("[n] ->\n{ [i] : i < }\n", 19, "expected a number").format(),
            "DOMAIN:2:13: error: expected a number\n"
            "  { [i] : i < }\n"
            "              ^");
}

TEST(ErrorFormat, NoCaretWithoutASourceLine) {
  const Error error{ErrorKind::input, "not valid UTF-8", SourceLocation{"points.csv", 7, 3, ""}};
  EXPECT_EQ(error.format(), "points.csv:7:3: error: not valid UTF-8");
}

// locate(text, offset): line and column count from 1, and the column of offset is 1 + its distance to the line start.
TEST(Locate, EveryOffsetOfASmallText) {
  const std::string_view text = "ab\n\nc";
  struct Row {
    std::size_t offset;
    int line, column;
    std::string_view source_line;
  };
  const Row rows[] = {
      {0, 1, 1, "ab"}, {1, 1, 2, "ab"}, {2, 1, 3, "ab"}, // the newline belongs to the line it ends
      {3, 2, 1, ""},   {4, 3, 1, "c"},  {5, 3, 2, "c"},  // one past the last byte is the end of the text
  };
  for (const Row& row : rows) {
    const SourceLocation place = locate(text, row.offset, "text");
    EXPECT_EQ(place.file, "text");
    EXPECT_EQ(place.line, row.line) << "offset " << row.offset;
    EXPECT_EQ(place.column, row.column) << "offset " << row.offset;
    EXPECT_EQ(place.source_line, row.source_line) << "offset " << row.offset;
  }
}

TEST(Locate, AnOffsetBeyondTheTextIsItsEnd) {
  const SourceLocation place = locate("ab", 99, "text");
  EXPECT_EQ(place.line, 1);
  EXPECT_EQ(place.column, 3);
}

TEST(ResultType, FailCarriesKindMessageAndHint) {
  const Result<int> result = fail(ErrorKind::answer_no, "refuted", "see the counterexample");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::answer_no);
  EXPECT_EQ(result.error().message, "refuted");
  EXPECT_EQ(result.error().hint, "see the counterexample");
  EXPECT_FALSE(result.error().where);
}

TEST(ResultType, ForwardPassesTheErrorToAnotherResultType) {
  const Result<int> first = tl::unexpected<Error>(error_at("x", 0, "bad"));
  const Result<std::string> second = forward(first);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().format(), first.error().format());
}

} // namespace
} // namespace mapwright
