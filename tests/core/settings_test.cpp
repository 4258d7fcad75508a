#include "core/settings.hpp"

#include <string>

#include <gtest/gtest.h>

namespace mapwright {
namespace {

Settings parsed(const std::string& text) {
  auto settings = Settings::parse(text, "x.toml");
  EXPECT_TRUE(settings) << settings.error().format();
  return std::move(*settings);
}

TEST(Settings, ReadsWhatIsThereAndLeavesTheRest) {
  Settings settings = parsed("[a]\ntext = \"t\"\ncount = 3\nreal = 2\nflag = true\nnames = [\"p\", \"q\"]\n");
  auto a = settings.root().section("a");
  ASSERT_TRUE(a);
  std::string text;
  std::string other = "default";
  std::uint64_t count = 0;
  std::optional<double> real;
  std::optional<double> absent;
  bool flag = false;
  std::vector<std::string> names;
  a->text("text", text);
  a->text("other", other);
  a->integer("count", count);
  a->real("real", real);
  a->real("absent", absent);
  a->flag("flag", flag);
  a->texts("names", names);
  EXPECT_TRUE(settings.check());
  EXPECT_EQ(text, "t");
  EXPECT_EQ(other, "default");
  EXPECT_EQ(count, 3U);
  EXPECT_EQ(real, 2.0);
  EXPECT_FALSE(absent);
  EXPECT_TRUE(flag);
  EXPECT_EQ(names, (std::vector<std::string>{"p", "q"}));
}

TEST(Settings, SizesAndListsAsText) {
  Settings settings = parsed("n = \"170141183460469231731687303715884105727\"\nm = 4\nl = [0, 3]\nf = \"file\"\n");
  std::string n;
  std::string m;
  std::string l;
  std::string f;
  settings.root().number_text("n", n);
  settings.root().number_text("m", m);
  settings.root().list_text("l", l);
  settings.root().list_text("f", f);
  EXPECT_TRUE(settings.check());
  EXPECT_EQ(n + " " + m + " " + l + " " + f, "170141183460469231731687303715884105727 4 0,3 file");
}

TEST(Settings, UnknownKeyIsNamedWithItsPlaceAndANearOne) {
  Settings settings = parsed("[budget]\ntokns = 5\n");
  std::optional<std::uint64_t> tokens;
  settings.root().section("budget")->integer("tokens", tokens);
  const auto checked = settings.check();
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().format(), "x.toml:2:1: error: unknown key of [budget] 'tokns'\n"
                                      "  tokns = 5\n"
                                      "  ^\n"
                                      "hint: did you mean 'tokens'?");
}

TEST(Settings, UnknownSection) {
  Settings settings = parsed("[bugdet]\n");
  static_cast<void>(settings.root().section("budget"));
  ASSERT_FALSE(settings.check());
  EXPECT_EQ(settings.check().error().message, "unknown section 'bugdet'");
}

TEST(Settings, WrongTypeIsToldFirst) {
  Settings settings = parsed("a = 1\nb = -1\n[c]\nx = 1\n");
  std::string a;
  std::uint64_t b = 7;
  settings.root().integer("b", b);
  settings.root().text("a", a);
  ASSERT_FALSE(settings.check());
  EXPECT_EQ(settings.check().error().format(),
            "x.toml:2:5: error: 'b' must be an integer of at least 0\n  b = -1\n      ^");
  EXPECT_EQ(b, 7U);
}

TEST(Settings, ListsOfSections) {
  Settings settings = parsed("[[model]]\nname = \"a\"\n[[model]]\nname = \"b\"\n[one]\n");
  std::string names;
  for (Section& model : settings.root().sections("model")) {
    std::string name;
    model.text("name", name);
    names += name;
  }
  EXPECT_EQ(settings.root().sections("one").size(), 1U);
  EXPECT_EQ(names, "ab");
  EXPECT_TRUE(settings.check());
  EXPECT_TRUE(settings.root().section("model"));
  EXPECT_EQ(settings.check().error().message, "there may be only one [model]");
}

TEST(Settings, ATextOrAList) {
  Settings settings = parsed("a = \"one two\"\nb = [\"one\", \"two\"]\nc = 3\n");
  std::string text;
  std::vector<std::string> texts;
  settings.root().text_or_texts("a", text, texts);
  settings.root().text_or_texts("b", text, texts);
  EXPECT_EQ(text, "one two");
  EXPECT_EQ(texts, (std::vector<std::string>{"one", "two"}));
  settings.root().text_or_texts("c", text, texts);
  EXPECT_EQ(settings.check().error().message, "'c' must be a text in quotes");
}

TEST(Settings, WhatMustNotBeRepeatedIsNot) {
  Settings settings = parsed("[a]\nkey = \"secret\"\n");
  settings.root().section("a")->refuse_unseen("key", "no keys here");
  settings.root().refuse("a", "a later mistake");
  EXPECT_EQ(settings.check().error().format(), "x.toml:2:7: error: no keys here");
}

TEST(Settings, ListsOfIntegersAndOfLists) {
  Settings settings = parsed("a = [-1, 2]\nb = [[1, 2], [-3, 4]]\nc = [\"n\", 4]\nd = -7\ne = []\n");
  std::vector<std::int64_t> a;
  std::vector<std::vector<std::int64_t>> b;
  std::vector<std::vector<std::int64_t>> e{{1}};
  std::vector<std::string> c;
  std::int64_t d = 0;
  settings.root().integers("a", a);
  settings.root().integer_lists("b", b);
  settings.root().number_texts("c", c);
  settings.root().signed_integer("d", d);
  settings.root().integer_lists("e", e);
  EXPECT_TRUE(settings.check());
  EXPECT_EQ(a, (std::vector<std::int64_t>{-1, 2}));
  EXPECT_EQ(b, (std::vector<std::vector<std::int64_t>>{{1, 2}, {-3, 4}}));
  EXPECT_EQ(c, (std::vector<std::string>{"n", "4"}));
  EXPECT_EQ(d, -7);
  EXPECT_TRUE(e.empty());
  EXPECT_TRUE(settings.root().is_list("a"));
  EXPECT_FALSE(settings.root().is_list("d"));
  EXPECT_FALSE(settings.root().is_list("none"));
}

TEST(Settings, ListsOfSomethingElse) {
  const auto message = [](const auto& ask) {
    Settings settings = parsed("a = [1, [2]]\nb = [[1], [\"x\"]]\nc = [\"n\", 1.5]\nd = 2.5\n");
    ask(settings.root());
    return settings.check().error().format();
  };
  std::vector<std::int64_t> numbers;
  std::vector<std::vector<std::int64_t>> lists;
  std::vector<std::string> texts;
  std::int64_t number = 0;
  EXPECT_EQ(message([&](Section& root) { root.integers("a", numbers); }),
            "x.toml:1:5: error: 'a' must be a list of integers\n  a = [1, [2]]\n      ^\nhint: e.g. a = [4, 8]");
  EXPECT_EQ(message([&](Section& root) { root.integer_lists("b", lists); }),
            "x.toml:2:11: error: 'b' must be a list of lists of integers\n  b = [[1], [\"x\"]]\n            ^\n"
            "hint: e.g. b = [[1, 2], [3, 4]]");
  EXPECT_EQ(message([&](Section& root) { root.number_texts("c", texts); }),
            "x.toml:3:11: error: 'c' holds integers and texts in quotes\n  c = [\"n\", 1.5]\n            ^");
  EXPECT_EQ(message([&](Section& root) { root.signed_integer("d", number); }),
            "x.toml:4:5: error: 'd' must be an integer\n  d = 2.5\n      ^");
}

TEST(Settings, MistakesInsideATextAndAListAreFound) {
  const auto place = [](const std::string& text, std::size_t item, std::size_t byte) {
    Settings settings = parsed(text);
    settings.root().refuse_within("a", item, byte, "wrong");
    const auto where = settings.check().error().where;
    return where ? std::to_string(where->line) + ":" + std::to_string(where->column) : std::string("nowhere");
  };
  EXPECT_EQ(place("a = \"n + q\"\n", 0, 4), "1:10");
  EXPECT_EQ(place("a = [\"n\", 'n + q']\n", 1, 4), "1:16");
  EXPECT_EQ(place("a = [\n  \"n\",\n  7]\n", 1, 0), "3:3");
  EXPECT_EQ(place("a = \"\\tn + q\"\n", 0, 5), "1:5") << "an escape moves what follows";
  EXPECT_EQ(place("a = \"\"\"n + q\"\"\"\n", 0, 4), "1:5") << "so do long quotes";
  EXPECT_EQ(place("b = 1\n", 0, 4), "1:1") << "the section, when the key is not there";
}

TEST(Settings, UnknownKeyAtTheTop) {
  Settings settings = parsed("nmae = \"x\"\n");
  std::string name;
  settings.root().text("name", name);
  EXPECT_EQ(settings.check().error().message, "unknown key 'nmae'");
}

TEST(Settings, NotToml) {
  const auto settings = Settings::parse("a = \n", "x.toml");
  ASSERT_FALSE(settings);
  EXPECT_EQ(settings.error().where->line, 1);
  EXPECT_EQ(settings.error().kind, ErrorKind::input);
}

} // namespace
} // namespace mapwright
