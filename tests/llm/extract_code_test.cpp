// Source code out of replies as models write them.
#include "llm/extract_code.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::llm {
namespace {

/// A wish for a text that holds `word`.
CodeWish wants(const std::string& word, std::vector<std::string> tags = {}) {
  return {std::move(tags),
          [word](std::string_view text) -> std::optional<std::string> {
            return text.find(word) == std::string_view::npos ? std::optional("has no function '" + word + "'")
                                                             : std::nullopt;
          },
          false};
}

std::string code(std::string_view reply, const CodeWish& wish = {}) {
  const auto found = extract_code(reply, wish);
  return found ? found->block.text : "none: " + found.error();
}

TEST(ExtractCode, FenceWithAnyInfoString) {
  EXPECT_EQ(code("Here:\n```cpp\nint f();\n```\nDone."), "int f();\n");
  EXPECT_EQ(code("```\nint f();\n```"), "int f();\n");
  EXPECT_EQ(code("~~~ c++ title=\"a.cpp\"\nint f();\n~~~\n"), "int f();\n");
  EXPECT_EQ(code("```cpp\r\nint f();\r\n```\r\n"), "int f();\n");
}

TEST(ExtractCode, AnIndentedFenceGivesItsIndentationBack) {
  EXPECT_EQ(code("1. so:\n   ```cpp\n   int f() {\n     return 1;\n   }\n   ```\n"), "int f() {\n  return 1;\n}\n");
}

TEST(ExtractCode, MarksInsideAreContent) {
  EXPECT_EQ(code("````cpp\n// ``` is no end\nint f();\n````\n"), "// ``` is no end\nint f();\n");
  EXPECT_EQ(code("```cpp\n// ~~~\nint f();\n```\n"), "// ~~~\nint f();\n");
}

TEST(ExtractCode, TheInnermostOfNestedFences) {
  EXPECT_EQ(code("```markdown\n# Answer\n```cpp\nint f();\n```\nText.\n```\n"), "int f();\n");
  EXPECT_EQ(code("````\n```\nint f();\n```\n````\n"), "int f();\n");
}

TEST(ExtractCode, TheLastCompleteBlockThatWillDo) {
  const std::string reply = "```cpp\nint f() { return 1; }\n```\nBetter:\n```cpp\nint f() { return 2; }\n```\n"
                            "Call it:\n```cpp\nint main();\n```\n";
  EXPECT_EQ(code(reply, wants("f()")), "int f() { return 2; }\n");
  EXPECT_EQ(extract_code(reply, wants("f()"))->reason,
            "the block 'cpp' at line 5 of 3; the block 'cpp' at line 9 has no function 'f()'");
  EXPECT_EQ(code(reply, wants("g()")), "none: the block 'cpp' at line 9 has no function 'g()'; the block 'cpp' at "
                                       "line 5 has no function 'g()'; the block 'cpp' at line 1 has no function 'g()'");
}

TEST(ExtractCode, ABlockTheReplyEndsInOnlyWhereThatIsAllowed) {
  const std::string cut = "Sure.\n```cpp\nint f() {\n  return";
  EXPECT_EQ(code(cut), "none: the block 'cpp' at line 2 is not closed");
  CodeWish wish;
  wish.cut = true;
  EXPECT_EQ(code(cut, wish), "int f() {\n  return\n");
  EXPECT_FALSE(extract_code(cut, wish)->block.complete);
  EXPECT_EQ(code("```cpp\nint whole;\n```\n" + cut, wish), "int whole;\n");
}

TEST(ExtractCode, AnUnclosedFirstFenceDoesNotHideTheSecond) {
  EXPECT_EQ(code("```cpp\nint a;\n\nNo, so:\n```cpp\nint b;\n```\n"), "int b;\n");
}

TEST(ExtractCode, TagsComeBeforeFences) {
  const CodeWish wish{{"code"}, {}, false};
  EXPECT_EQ(code("```\nint a;\n```\n<code>\nint b;\n</code>\n", wish), "int b;\n");
  EXPECT_EQ(code("<code>\n```cpp\nint b;\n```\n</code>\n", wish), "int b;\n");
  EXPECT_EQ(code("<code><![CDATA[\nif (a < b) {}\n]]></code>\n", wish), "if (a < b) {}\n");
  EXPECT_EQ(code("The answer: <code>int c;</code>.", wish), "int c;\n");
  EXPECT_EQ(code("I write it between <code> tags.\n<code>\n  int d;\n</code>", wish), "  int d;\n");
  EXPECT_EQ(code("```\nint a;\n```\n", wish), "int a;\n");
}

TEST(ExtractCode, WhatLooksLikeATagInCodeIsNone) {
  const CodeWish wish{{"map"}, {}, false};
  EXPECT_EQ(code("<map>\n#include <map>\nstd::vector<map> v;\n</map>\n", wish),
            "#include <map>\nstd::vector<map> v;\n");
  EXPECT_EQ(code("```cpp\n#include <map>\nint a;\n```\n", wish), "#include <map>\nint a;\n");
}

TEST(ExtractCode, BareCodeIsTheWholeReply) {
  EXPECT_EQ(code("int f(int n) {\n  return n + 1;\n}"), "int f(int n) {\n  return n + 1;\n}\n");
  EXPECT_EQ(code("Task task0 GPU,CPU;\nRegion * * GPU FBMEM;\n"), "Task task0 GPU,CPU;\nRegion * * GPU FBMEM;\n");
  EXPECT_EQ(code("I cannot help with that."), "none: the answer holds no code block: the code must stand between ``` "
                                              "fences");
  EXPECT_EQ(code("int f();", wants("g")), "none: the answer, taken as code as it stands, has no function 'g'");
  EXPECT_EQ(code(" \n"), "none: the answer is empty");
}

TEST(ExtractCode, EmptyBlocksWillNotDo) {
  EXPECT_EQ(code("```cpp\n\n```\n"), "none: the block 'cpp' at line 1 is empty");
}

std::string some_text(const std::vector<std::string>& pieces) {
  std::string text;
  const auto count = *rc::gen::inRange(0, 40);
  for (int i = 0; i < count; ++i) {
    text += *rc::gen::elementOf(pieces);
  }
  return text;
}

RC_GTEST_PROP(ExtractCodeProperty, TextBetweenFencesComesBack, ()) {
  std::string text = some_text({"int f();", "`", "``", "\n", "  ", "}", "<code>", "a~~"}) + "x\n";
  RC_PRE(text.find("```") == std::string::npos && text.find("~~~") == std::string::npos);
  RC_ASSERT(code("Before.\n```cpp\n" + text + "```\nAfter.") == text);
}

RC_GTEST_PROP(ExtractCodeProperty, AnyTextEndsInABlockOrAReason, ()) {
  const std::string text =
      some_text({"```", "~~~~", "cpp", "\n", " ", "<code>", "</code>", "\r", "x;", "\xff", "<![CDATA[", "]]>", "````"});
  const CodeWish wish{{"code"}, {}, *rc::gen::arbitrary<bool>()};
  const auto found = extract_code(text, wish);
  RC_ASSERT((found ? !found->block.text.empty() : !found.error().empty()));
}

} // namespace
} // namespace mapwright::llm
