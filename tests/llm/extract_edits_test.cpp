// SEARCH/REPLACE edits as models write them, applied.
#include "llm/edits.hpp"

#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::llm {
namespace {

std::string as_text(const Edit& edit) {
  return "<<<<<<< SEARCH\n" + edit.search + "=======\n" + edit.replace + ">>>>>>> REPLACE\n";
}

/// The edited text and how it was matched, or what failed.
std::string edited(const std::string& text, const std::string& reply) {
  const auto result = edited_text(reply, text, {});
  if (!result) {
    return "edit " + std::to_string(result.error().edit) + ": " + result.error().message;
  }
  std::string kinds;
  for (const MatchKind kind : result->matches) {
    kinds += "(" + std::string(to_string(kind)) + ")";
  }
  return kinds + result->text;
}

std::string edited(const std::string& text, const std::string& search, const std::string& replace) {
  return edited(text, as_text({search, replace}));
}

const std::string program = "int f() {\n"
                            "  int a = 1;\n"
                            "  return a;\n"
                            "}\n"
                            "\n"
                            "int g() {\n"
                            "  return 2;\n"
                            "}\n";

TEST(Edits, ParsesAllOfThemWhereverTheyStand) {
  const auto edits = parse_edits("First:\n```diff\n<<<<<<< SEARCH\na\n=======\nb\nc\n>>>>>>> REPLACE\n```\nThen\n"
                                 "<<<<<< SEARCH\r\nd\r\n=====\r\n>>>>>>>> REPLACE");
  ASSERT_TRUE(edits);
  EXPECT_EQ(*edits, (std::vector<Edit>{{"a\n", "b\nc\n", 3}, {"d\n", "", 11}}));
}

TEST(Edits, AMissingMarkerIsNamed) {
  EXPECT_EQ(edited("a\n", "<<<<<<< SEARCH\na\n>>>>>>> REPLACE\n"),
            "edit 1: edit 1, which begins at line 1 of the answer, has no line =======");
  EXPECT_EQ(edited("a\n", "\n<<<<<<< SEARCH\na\n=======\nb\n"),
            "edit 1: edit 1, which begins at line 2 of the answer, has no line >>>>>>> REPLACE");
  EXPECT_EQ(edited("a\n", as_text({"a\n", "b\n"}) + "<<<<<<< SEARCH\na\n<<<<<<< SEARCH\n"),
            "edit 2: edit 2, which begins at line 6 of the answer, has no line =======");
}

TEST(Edits, Exactly) {
  EXPECT_EQ(edited("a\nb\nc\n", "b\n", "x\ny\n"), "(exact)a\nx\ny\nc\n");
  EXPECT_EQ(edited("a\nb\nc\n", "a\n", ""), "(exact)b\nc\n");
  EXPECT_EQ(edited("a\nb", "b\n", "c\n"), "(exact)a\nc\n");
  EXPECT_EQ(edited("", "", "new\n"), "(exact)new\n");
}

TEST(Edits, OneAfterTheOther) {
  EXPECT_EQ(edited("a\nb\n", as_text({"a\n", "c\n"}) + as_text({"c\nb\n", "d\n"})), "(exact)(exact)d\n");
}

TEST(Edits, BlanksInsideAndAround) {
  EXPECT_EQ(edited(program, "\n  int a  =  1; \n\n", "\n  int a = 3;\n"),
            "(whitespace)int f() {\n  int a = 3;\n  return a;\n}\n\nint g() {\n  return 2;\n}\n");
}

TEST(Edits, IndentationIsTakenFromTheText) {
  EXPECT_EQ(edited("class A {\n    int f() {\n      return 1;\n    }\n};\n", "int f() {\n  return 1;\n}\n",
                   "int f() {\n  if (x)\n    return 2;\n  return 3;\n}\n"),
            "(indentation)class A {\n    int f() {\n      if (x)\n        return 2;\n      return 3;\n    }\n};\n");
  EXPECT_EQ(edited("a {\n  b;\n}\n", "      b;\n", "      c;\n    d;\n"), "(indentation)a {\n  c;\nd;\n}\n");
  EXPECT_EQ(edited("a {\n\tb;\n}\n", "b;\n", "c;\n\nd;\n"), "(indentation)a {\n\tc;\n\n\td;\n}\n");
}

TEST(Edits, TwoPlacesAreNoPlace) {
  EXPECT_EQ(edited(program, "}\n", "};\n"), "edit 1: the SEARCH of edit 1 matches in 2 places of the text, at lines 4, "
                                            "8: give more lines around it");
  EXPECT_EQ(edited("  a\n    a\n", "a\n", "b\n"), "edit 1: the SEARCH of edit 1 matches in 2 places of the text, at "
                                                  "lines 1, 2: give more lines around it");
  // The strictest kind that matches at all decides.
  EXPECT_EQ(edited("a\n  a\n", "a\n", "b\n"), "(exact)b\n  a\n");
}

TEST(Edits, TheNearestLineIsShown) {
  EXPECT_EQ(edited(program, "  int a = 1;\n  return b;\n", "x\n"),
            "edit 1: the SEARCH of edit 1 is not in the text: line 2 of SEARCH is\n    return b;\nand the nearest line "
            "of the text, 3, is\n    return a;");
  EXPECT_EQ(edited(program, "  return 22;\n", "x\n"),
            "edit 1: the SEARCH of edit 1 is not in the text: line 1 of SEARCH is\n    return 22;\nand the nearest "
            "line of the text, 7, is\n    return 2;");
  EXPECT_EQ(edited(program, as_text({"  int a = 1;\n", ""}) + as_text({"  int a = 1;\n", "x\n"})).substr(0, 50),
            "edit 2: the SEARCH of edit 2 is not in the text: l");
  EXPECT_EQ(edited("a\n", "", "x\n"), "edit 1: the SEARCH of edit 1 is empty: give the lines to replace");
  EXPECT_EQ(edited("", "a\n", "x\n"), "edit 1: the SEARCH of edit 1 is not in the text: the text is empty");
}

TEST(Edits, TheWholeTextInstead) {
  EXPECT_EQ(edited(program, "```cpp\nint h();\n```\n"), "int h();\n");
  EXPECT_EQ(edited(program, "I would not change it."),
            "edit 0: the answer holds no <<<<<<< SEARCH ... ======= ... >>>>>>> REPLACE, and no whole text either: the "
            "answer holds no code block: the code must stand between ``` fences");
}

using Texts = std::vector<std::string>;

Texts some_lines(int least, int most, const Texts& from) {
  Texts lines;
  for (int i = *rc::gen::inRange(least, most + 1); i > 0; --i) {
    lines.push_back(*rc::gen::elementOf(from));
  }
  return lines;
}

std::string joined(const Texts& lines) {
  std::string text;
  for (const std::string& line : lines) {
    text += line + "\n";
  }
  return text;
}

/// A text, disjoint edits of some of its lines, and what they make of it. All lines differ, so that each edit fits
/// once, and none is put in that an edit may look for.
struct Case {
  std::string text;
  std::vector<Edit> edits;
  std::string expected;
};

Case some_case() {
  Case made;
  const int count = *rc::gen::inRange(1, 20);
  for (int i = 0; i < count; ++i) {
    const std::string line =
        std::string(static_cast<std::size_t>(*rc::gen::inRange(0, 4)), ' ') + "line " + std::to_string(i) + ";\n";
    made.text += line;
    const bool opens = made.edits.empty() || *rc::gen::inRange(0, 3) == 0;
    if (*rc::gen::arbitrary<bool>()) {
      made.expected += line;
      made.edits.push_back({"", "", 0}); // ends the edit before
    } else if (opens || made.edits.back().search.empty()) {
      const std::string put = joined(some_lines(0, 3, {"new;", "  deep {", "", "== =", "< SEARCH", "// ```"}));
      made.edits.push_back({line, put, 0});
      made.expected += put;
    } else {
      made.edits.back().search += line;
    }
  }
  std::erase_if(made.edits, [](const Edit& edit) { return edit.search.empty(); });
  return made;
}

RC_GTEST_PROP(EditsProperty, WhatIsWrittenIsReadAndApplied, ()) {
  const Case made = some_case();
  RC_PRE(!made.edits.empty());
  std::string reply = "I change this:\n";
  for (const Edit& edit : made.edits) {
    reply += as_text(edit) + "and\n";
  }
  const auto result = edited_text(reply, made.text, {});
  RC_ASSERT(result);
  RC_ASSERT(result->text == made.expected);
  RC_ASSERT(result->matches == std::vector<MatchKind>(made.edits.size(), MatchKind::exact));
}

RC_GTEST_PROP(EditsProperty, LostIndentationDoesNotMatter, ()) {
  const Case made = some_case();
  RC_PRE(!made.edits.empty());
  Edit edit = made.edits[0];
  const std::size_t indent = edit.search.find_first_not_of(' ');
  const std::string first = edit.search.substr(indent, edit.search.find('\n') + 1 - indent);
  const auto result = apply_edits(made.text, {{first, first, 1}});
  RC_ASSERT(result);
  RC_ASSERT(result->text == made.text);
}

RC_GTEST_PROP(EditsProperty, AnyTextEndsInATextOrAReason, ()) {
  const Texts pieces = {"<<<<<<< SEARCH", "=======", ">>>>>>> REPLACE", "a", "  a", "\ta ", "", "b\xff", "```"};
  const std::string text = joined(some_lines(0, 8, pieces));
  const auto result = edited_text(joined(some_lines(0, 20, pieces)), text, {});
  RC_ASSERT((result || !result.error().message.empty()));
}

} // namespace
} // namespace mapwright::llm
