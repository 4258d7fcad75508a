// `map chunk` from outside; docs/collapse.md shows its output for people and compiles what it emits.
#include "end_to_end/command.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mapwright::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

TEST(MapChunk, JsonHasEveryChunk) {
  const Ran ran =
      mapwright({"map", "chunk", "triangle", "--weight", "i + 1", "--chunks", "3", "--param", "n=5", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  // 1, 2 2, 3 3 3, 4 4 4 4, 5 5 5 5 5: units 18 and 36 of 55 fall into the points 7 and 11.
  EXPECT_EQ(document.at("chunks"), json::parse(R"([{"begin": 0, "point": [0, 0], "count": 7, "weight": 18},
                            {"begin": 7, "point": [3, 1], "count": 4, "weight": 17},
                            {"begin": 11, "point": [4, 1], "count": 4, "weight": 20}])"));
  EXPECT_EQ(document.at("total"), 55);
  EXPECT_EQ(document.at("count"), 15);
  EXPECT_NEAR(document.at("imbalance").get<double>(), 20.0 * 3 / 55 - 1, 1e-12);
}

TEST(MapChunk, MoreChunksThanPoints) {
  const Ran ran = mapwright({"map", "chunk", "triangle", "--chunks", "5", "--param", "n=2", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const json chunks = json::parse(ran.out).at("chunks");
  EXPECT_EQ(chunks[0], json::parse(R"({"begin": 0, "point": null, "count": 0, "weight": 0})"));
  EXPECT_EQ(chunks[4], json::parse(R"({"begin": 2, "point": [1, 1], "count": 1, "weight": 1})"));
}

TEST(MapChunk, SaysWhatIsMissing) {
  const Ran chunks = mapwright({"map", "chunk", "triangle", "--param", "n=5"});
  EXPECT_EQ(chunks.code, 2);
  EXPECT_THAT(chunks.err, HasSubstr("map chunk needs the number of chunks"));
  const Ran size = mapwright({"map", "chunk", "triangle", "--chunks", "3"});
  EXPECT_EQ(size.code, 2);
  EXPECT_THAT(size.err, HasSubstr("map chunk needs a value for the parameter n"));
  const Ran language = mapwright({"map", "chunk", "triangle", "--emit", "ada"});
  EXPECT_EQ(language.code, 2);
  EXPECT_THAT(language.err, HasSubstr("choose one of: cpp, c"));
  const Ran word = mapwright({"map", "chunk", "triangle", "--emit", "cpp", "--bits", "16"});
  EXPECT_EQ(word.code, 2);
}

} // namespace
} // namespace mapwright::test
