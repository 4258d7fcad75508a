// Events come out the same however the stream is cut into pieces.
#include "llm/sse.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::llm {
namespace {

std::vector<SseEvent> parse(const std::vector<std::string>& pieces) {
  SseParser parser;
  std::vector<SseEvent> events;
  const auto append = [&events](const std::vector<SseEvent>& more) {
    events.insert(events.end(), more.begin(), more.end());
  };
  for (const std::string& piece : pieces) {
    append(parser.feed(piece));
  }
  append(parser.finish());
  return events;
}

const std::string sample = "\xef\xbb\xbf: hello\r\n"
                           "data: {\"a\": 1}\r\n\r\n"
                           "event: ping\ndata\n\n"
                           ":\n\n"
                           "id: 7\rretry: 10\rdata:first\rdata:  second\r\r"
                           "event: lost\n\n"
                           "data:: odd\nunknown: x\n\n"
                           "data: [DONE]";
const std::vector<SseEvent> expected = {{"message", "{\"a\": 1}"},
                                        {"ping", ""},
                                        {"message", "first\n second"},
                                        {"message", ": odd"},
                                        {"message", "[DONE]"}};

TEST(SseParser, ReadsFieldsCommentsAndAllLineEnds) {
  EXPECT_EQ(parse({sample}), expected);
}

TEST(SseParser, EverySplitInThreeGivesTheSame) {
  for (std::size_t i = 0; i <= sample.size(); ++i) {
    for (std::size_t j = i; j <= sample.size(); ++j) {
      ASSERT_EQ(parse({sample.substr(0, i), sample.substr(i, j - i), sample.substr(j)}), expected) << i << ' ' << j;
    }
  }
}

TEST(SseParser, ByteByByteGivesTheSame) {
  std::vector<std::string> bytes;
  for (const char c : sample) {
    bytes.emplace_back(1, c);
  }
  EXPECT_EQ(parse(bytes), expected);
}

RC_GTEST_PROP(SseParser, AnyTextSplitAnywhereGivesTheSame, ()) {
  const auto fragment = rc::gen::element<std::string>("data:", "data: ", "event: e", "\n", "\r", "\r\n", "\n\n", ":",
                                                      "x", "\xef\xbb\xbf", " ", "id: 1");
  const auto fragments = *rc::gen::container<std::vector<std::string>>(fragment);
  std::string text;
  for (const std::string& piece : fragments) {
    text += piece;
  }
  const auto cut = *rc::gen::inRange<std::size_t>(0, text.size() + 1);
  RC_ASSERT(parse({text}) == parse(fragments));
  RC_ASSERT(parse({text}) == parse({text.substr(0, cut), text.substr(cut)}));
}

TEST(SseParser, EventsComeAsSoonAsTheirEmptyLine) {
  SseParser parser;
  EXPECT_TRUE(parser.feed("data: 1\n").empty());
  EXPECT_EQ(parser.feed("\n").size(), 1U);
  EXPECT_TRUE(parser.finish().empty());
}

} // namespace
} // namespace mapwright::llm
