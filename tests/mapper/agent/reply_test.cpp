#include "mapper/agent/reply.hpp"
#include "support/scripted_provider.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::mapper {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

auto read(const std::string& text) {
  return read_statements(test::scripted_reply(text));
}

TEST(StatementsReply, IsJsonOfTheSchema) {
  const auto found =
      read(R"({"reason": "faster", "statements": ["Task * GPU;", "def f(Task t) {\n  return g[0];\n}"]})");
  ASSERT_TRUE(found) << found.error();
  EXPECT_EQ(found->value.reason, "faster");
  EXPECT_EQ(found->value.statements, "Task * GPU;\ndef f(Task t) {\n  return g[0];\n}\n");
  EXPECT_THAT(found->fixes, IsEmpty());
}

TEST(StatementsReply, MayBeEmpty) {
  const auto found = read(R"({"reason": "none are needed", "statements": []})");
  ASSERT_TRUE(found) << found.error();
  EXPECT_EQ(found->value.statements, "");
}

TEST(StatementsReply, IsReadLeniently) {
  const auto found = read("Here it is:\n```json\n{'reason': 'x', 'statements': ['Task * GPU;',]}\n```\n");
  ASSERT_TRUE(found) << found.error();
  EXPECT_EQ(found->value.statements, "Task * GPU;\n");
  EXPECT_THAT(found->fixes, Not(IsEmpty()));
}

TEST(StatementsReply, MayBeABlockOfCode) {
  const auto found = read("I would write\n```mapper\nTask * GPU;\nRegion * * GPU FBMEM;\n```\nbecause it is faster.\n");
  ASSERT_TRUE(found) << found.error();
  EXPECT_EQ(found->value.statements, "Task * GPU;\nRegion * * GPU FBMEM;\n");
}

TEST(StatementsReply, OtherwiseSaysWhatIsWrong) {
  EXPECT_FALSE(read("I cannot help with that."));
  const auto wrong = read(R"({"reason": "x", "statement": "Task * GPU"})");
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error(), HasSubstr("statements"));
}

} // namespace
} // namespace mapwright::mapper
