// Where the parts of a JSON text stand.
#include "kernel/tune/json_place.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace mapwright::kernel {
namespace {

const std::string text = R"( {"a": [1, "]}\"", {"b" : true, "c": [ ]}, -2e3], "a2": {}, "d": null})";

std::string rest_at(const std::vector<JsonStep>& path) {
  return text.substr(json_place(text, path), 4);
}

TEST(JsonPlaceTest, FollowsKeysAndIndices) {
  EXPECT_EQ(rest_at({}), "{\"a\"");
  EXPECT_EQ(rest_at({"a"}), "[1, ");
  EXPECT_EQ(rest_at({"a", std::size_t{1}}), "\"]}\\");
  EXPECT_EQ(rest_at({"a", std::size_t{2}, "b"}), "true");
  EXPECT_EQ(rest_at({"a", std::size_t{2}, "c"}), "[ ]}");
  EXPECT_EQ(rest_at({"a", std::size_t{3}}), "-2e3");
  EXPECT_EQ(rest_at({"d"}), "null");
}

TEST(JsonPlaceTest, StopsWhereAStepLeadsNowhere) {
  EXPECT_EQ(rest_at({"x"}), "{\"a\"");
  EXPECT_EQ(rest_at({"a", std::size_t{4}}), "[1, ");
  EXPECT_EQ(rest_at({"a", std::size_t{2}, "c", std::size_t{0}}), "[ ]}");
  EXPECT_EQ(rest_at({"a", "b"}), "[1, ");
  EXPECT_EQ(json_place("", std::vector<JsonStep>{"a"}), 0U);
}

TEST(JsonPlaceTest, ShowsAPath) {
  EXPECT_EQ(to_string(std::vector<JsonStep>{"results", std::size_t{3}, "times"}), "results[3].times");
  EXPECT_EQ(to_string(std::vector<JsonStep>{}), "");
}

} // namespace
} // namespace mapwright::kernel
