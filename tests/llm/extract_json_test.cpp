// JSON out of replies as models write them.
#include "llm/extract_json.hpp"
#include "llm/lenient_json.hpp"
#include "llm/schema.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::llm {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const json anything = json::object();

/// "VALUE" or "VALUE (fix, fix)" or "none: why".
std::string found(std::string_view reply, const json& schema = anything, bool close_cut = false) {
  const auto value = extract_json(reply, schema, close_cut);
  if (!value) {
    return "none: " + value.error();
  }
  return value->value.dump() + (value->fixes.empty() ? "" : fmt::format(" ({})", fmt::join(value->fixes, ", ")));
}

TEST(ExtractJson, StrictlyWhereverItStands) {
  EXPECT_EQ(found(R"({"a": [1, 2.5, "x", null, true]})"), R"({"a":[1,2.5,"x",null,true]})");
  EXPECT_EQ(found("Sure:\n```json\n{\"a\": 1}\n```\nDone."), R"({"a":1})");
  EXPECT_EQ(found("I choose {\"a\": \"}\"} because [it] is best."), R"({"a":"}"})");
  EXPECT_EQ(found("42"), "42");
  EXPECT_EQ(found("[1 see {\"a\": 1}"), R"({"a":1})");
  EXPECT_EQ(found("````markdown\n```json\n[1]\n```\n````\n"), "[1]");
}

TEST(ExtractJson, TheLastThatFitsTheSchema) {
  const json object = {{"type", "object"}};
  EXPECT_EQ(found("{\"a\": 1} or {\"a\": 2} as in [3]", object), R"({"a":2})");
  EXPECT_EQ(found("```json\n{\"a\": 1}\n```\nand\n```json\n{\"a\": 2}\n```\n", object), R"({"a":2})");
}

TEST(ExtractJson, Leniently) {
  EXPECT_EQ(found("{\"a\": 1,}"), R"({"a":1} (trailing comma))");
  EXPECT_EQ(found("[1, 2,, 3]"), "[1,2,3] (surplus comma)");
  EXPECT_EQ(found("{\"a\": 1 // one\n, /* two */ \"b\": 2 # three\n}"), R"({"a":1,"b":2} (comment))");
  EXPECT_EQ(found("{'a': 'it\\'s', 'b': 'don't'}"), R"({"a":"it's","b":"don't"} (single quotes))");
  EXPECT_EQ(found("{a: 1, b-c: 2}"), R"({"a":1,"b-c":2} (unquoted key))");
  EXPECT_EQ(found("{\"a\": True, \"b\": None, \"c\": False}"), R"({"a":true,"b":null,"c":false} (Python literal))");
  EXPECT_EQ(found("{“a”: “it’s”, ‘b’: ‘don’t’}"), "{\"a\":\"it’s\",\"b\":\"don’t\"} (typographic quotes)");
  EXPECT_EQ(found("{\"a\": \"x\ny\tz\"}"), R"({"a":"x\ny\tz"} (raw newline in a text))");
  EXPECT_EQ(found("{\"a\": 1\n \"b\": [1\n2]}"), R"({"a":1,"b":[1,2]} (missing comma))");
  EXPECT_EQ(found("{\"a\": \"\\d\\u00e9\\ud83d\\ude00\",}"),
            "{\"a\":\"\\\\dé😀\"} (unknown escape kept, trailing comma)");
  EXPECT_EQ(found("Text. {\"a\": 1,} More."), R"({"a":1} (trailing comma))");
}

TEST(ExtractJson, ValuesAreNotGuessed) {
  EXPECT_EQ(found("{\"a\": fast}"), "none: not JSON at line 1, column 7: expected a value; texts stand in double "
                                    "quotes\n  {\"a\": fast}");
  EXPECT_EQ(found("{\"a\": 1 \"b\": 2}"),
            "none: not JSON at line 1, column 9: expected ',' or '}'\n  {\"a\": 1 \"b\": 2}");
  EXPECT_EQ(found("{\"a\" 1}"), "none: not JSON at line 1, column 6: expected ':' after a key\n  {\"a\" 1}");
  EXPECT_EQ(found("{\"a\": 1} {\"b\": 2}", {{"type", "array"}}), "none: the answer: must be an array, not an object");
  EXPECT_EQ(found("No."), "none: the answer holds no JSON value: it must be one JSON value and nothing else");
  EXPECT_EQ(found(" "), "none: the answer is empty");
}

TEST(ExtractJson, ACutReplyIsClosedOnlyWhereThatIsAllowed) {
  const std::string cut = "{\"name\": \"x\", \"steps\": [{\"a\": 1}, {\"a\": 23";
  EXPECT_EQ(found(cut), "none: not JSON at line 1, column 43: the text ends where '}' is due\n  " + cut);
  EXPECT_EQ(found(cut, anything, true), R"({"name":"x","steps":[{"a":1},{}]} (closed at the end))");
  EXPECT_EQ(found("{\"a\": 1, \"b", anything, true), R"({"a":1} (closed at the end))");
  EXPECT_EQ(found("{\"a\": 1, \"b\":", anything, true), R"({"a":1} (closed at the end))");
  EXPECT_EQ(found("{\"a\": \"half a te", anything, true), R"({"a":"half a te"} (closed at the end))");
  EXPECT_EQ(found("So:\n```json\n{\"a\": [1, 2,", anything, true), R"({"a":[1,2]} (closed at the end))");
}

TEST(ExtractJson, DepthHasALimit) {
  const std::string deep = std::string(5000, '[') + std::string(5000, ']');
  EXPECT_THAT(found(deep), HasSubstr("nested too deeply"));
  EXPECT_THAT(found(std::string(100'000, '{')), HasSubstr("expected a key"));
  const std::string shallow = std::string(50, '[') + std::string(50, ']');
  EXPECT_EQ(found(shallow), shallow);
}

TEST(Schema, SaysWhereAndWhat) {
  const json schema = json::parse(R"({
    "type": "object", "required": ["name", "steps"], "additionalProperties": false,
    "properties": {
      "name": {"type": "string", "minLength": 1, "maxLength": 4},
      "kind": {"enum": ["fast", "small"]},
      "note": {"type": ["string", "null"]},
      "steps": {"type": "array", "minItems": 1, "maxItems": 2,
                "items": {"type": "integer", "minimum": 0, "maximum": 9}},
      "rest": {"type": "object", "additionalProperties": {"type": "boolean"}}}})");
  const auto check = [&](const char* text) { return violations(json::parse(text), schema); };
  EXPECT_THAT(check(R"({"name": "x", "steps": [0, 9], "note": null, "kind": "fast", "rest": {"a": true}})"),
              ElementsAre());
  EXPECT_THAT(check(R"({"name": "x", "steps": [2.0]})"), ElementsAre());
  EXPECT_THAT(check("3"), ElementsAre("the answer: must be an object, not 3"));
  EXPECT_THAT(check(R"({"steps": []})"),
              ElementsAre("the answer: 'name' is missing", "/steps: must have at least 1 items, not 0"));
  EXPECT_THAT(check(R"({"name": "", "steps": [1.5, 10, -1]})"),
              ElementsAre("/name: must have at least 1 bytes, not 0", "/steps: must have at most 2 items, not 3",
                          "/steps/0: must be an integer, not 1.5", "/steps/1: must be at most 9, not 10",
                          "/steps/2: must be at least 0, not -1"));
  EXPECT_THAT(check(R"({"name": "x", "steps": [1], "kind": "quick", "other": 1, "note": 2, "rest": {"a": 1}})"),
              ElementsAre("/kind: must be one of \"fast\", \"small\", not \"quick\"",
                          "/note: must be a string or null, not 2",
                          "the answer: 'other' is not a known key; the keys are kind, name, note, rest, steps",
                          "/rest/a: must be a boolean, not 1"));
}

TEST(Schema, AMistakeInTheSchemaIsOurs) {
  EXPECT_THROW(violations(1, {{"pattern", "x"}}), std::logic_error);
  EXPECT_THROW(violations(1, {{"type", "float"}}), std::logic_error);
}

json some_json(int depth) {
  switch (*rc::gen::inRange(0, depth > 0 ? 7 : 5)) {
  case 0:
    return nullptr;
  case 1:
    return *rc::gen::arbitrary<bool>();
  case 2:
    return *rc::gen::arbitrary<int>();
  case 3:
    return *rc::gen::arbitrary<int>() / 8.0;
  case 4:
    return *rc::gen::element<std::string>("", "a", "\"", "\\", "\n", "}", "]", "//", "'", "é", "```", "{[");
  case 5: {
    json list = json::array();
    for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
      list.push_back(some_json(depth - 1));
    }
    return list;
  }
  default: {
    json object = json::object();
    for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
      object[*rc::gen::element<std::string>("a", "b c", "\"", "{", "é")] = some_json(depth - 1);
    }
    return object;
  }
  }
}

RC_GTEST_PROP(ExtractJsonProperty, ProperJsonNeedsNoFix, ()) {
  const json value = some_json(3);
  RC_ASSERT(found(value.dump()) == value.dump());
  RC_ASSERT(found(value.dump(2)) == value.dump());
  const auto lenient = parse_lenient(value.dump(2));
  RC_ASSERT(lenient);
  RC_ASSERT(lenient->value == value);
  RC_ASSERT(lenient->fixes.empty());
}

RC_GTEST_PROP(ExtractJsonProperty, AnObjectInProseIsFound, ()) {
  const json value = {{"it", some_json(3)}};
  const json schema = {{"type", "object"}, {"required", {"it"}}};
  RC_ASSERT(found("I say: " + value.dump() + " That is it.", schema) == value.dump());
}

RC_GTEST_PROP(ExtractJsonProperty, ACutObjectCanBeClosed, ()) {
  const std::string text = json{{"it", some_json(3)}}.dump();
  const auto length = *rc::gen::inRange<std::size_t>(1, text.size() + 1);
  const auto closed = parse_lenient(std::string_view(text).substr(0, length), true);
  RC_ASSERT(closed);
  RC_ASSERT(closed->value.is_object());
}

RC_GTEST_PROP(ExtractJsonProperty, AnyTextEndsInAValueOrAReason, ()) {
  std::string text;
  for (int i = *rc::gen::inRange(0, 30); i > 0; --i) {
    text += *rc::gen::element<std::string>("{", "}", "[", "]", "\"", "'", ",", ":", "1", "a", "\\", "\n", "\xff", "“",
                                           "//", "/*", "```\n", "True", "\\u12");
  }
  const auto value = extract_json(text, anything, *rc::gen::arbitrary<bool>());
  if (value) {
    static_cast<void>(value->value.dump()); // throws unless all texts are valid UTF-8
  } else {
    RC_ASSERT(!value.error().empty());
  }
}

} // namespace
} // namespace mapwright::llm
