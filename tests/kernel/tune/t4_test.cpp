// T4 results: written, read back, and every mistake at its place.
#include "kernel/tune/t4.hpp"
#include "kernel/tune/tune_case.hpp"
#include "support/scratch_test.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace mapwright::kernel {
namespace {

using T4FileTest = test::ScratchTest;

std::vector<T4Result> some_results() {
  T4Result good{"2026-01-02T03:04:05Z", {{"A", 1}, {"B", -4}}, {"time"}, {12.5, {0.25, 0.5}, 1, 2, 3}};
  good.measurements = {{"time", 0.375, "ms"}, {"energy", 0.1, "J"}};
  std::vector<T4Result> results = {good};
  for (const Outcome outcome :
       {Outcome::compile, Outcome::runtime, Outcome::timeout, Outcome::correctness, Outcome::constraints}) {
    results.push_back({"", {{"A", 2}, {"B", static_cast<int>(outcome)}}, {"time"}, {}, outcome, 0, {}});
  }
  return results;
}

TEST(T4Test, ComesBackAsItWas) {
  const T4Record record{{{"task", "gemm"}, {"machine", "a \"b\"\n"}}, some_results()};
  const auto read = parse_t4(t4_text(record), "r.json");
  ASSERT_TRUE(read) << read.error().format();
  EXPECT_EQ(*read, record);
  const auto none = parse_t4(t4_text({}), "r.json");
  ASSERT_TRUE(none);
  EXPECT_EQ(*none, T4Record());
}

TEST(T4Test, HasALineForEachResultAndSixDigits) {
  std::vector<T4Result> results = some_results();
  results[0].measurements[0].value = 1.23456789e-7;
  const std::string text = t4_text({{}, results});
  EXPECT_EQ(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')), results.size() + 2);
  EXPECT_EQ(parse_t4(text, "r.json")->results[0].measurements[0].value, 1.23457e-7);
}

TEST(T4Test, HasTheMembersThatTheSchemaNeeds) {
  const auto document = nlohmann::json::parse(t4_text({{}, some_results()}));
  EXPECT_EQ(document["schema_version"], "1.0.0");
  for (const auto& result : document["results"]) {
    for (const char* const needed : {"configuration", "times", "invalidity", "correctness"}) {
      EXPECT_TRUE(result.contains(needed)) << needed;
    }
    EXPECT_TRUE(result["times"]["runtimes"].is_array());
  }
}

TEST_F(T4FileTest, IsReadFromAFile) {
  const auto read = read_t4(write("r.json", t4_text({{}, some_results()})));
  ASSERT_TRUE(read) << read.error().format();
  EXPECT_EQ(read->results, some_results());
  EXPECT_FALSE(read_t4(directory->path() / "none.json"));
}

TEST(T4Test, PassesOverWhatItDoesNotKnow) {
  const auto read = parse_t4(R"({"results": [{"configuration": {}, "times": {}, "invalidity": "correct",
    "correctness": 1, "more": [1, {"x": "}"}], "measurements": [{"name": "list", "value": [1]}]}], "metadata": {"a": [], "b": "c"}, "extra": null})",
                             "r.json");
  ASSERT_TRUE(read) << read.error().format();
  ASSERT_EQ(read->results.size(), 1U);
  EXPECT_TRUE(read->results.front().measurements.empty());
  EXPECT_EQ(read->metadata, (std::map<std::string, std::string>{{"b", "c"}}));
}

struct Mistake {
  std::string text;
  std::string error; ///< how its text begins
};

TEST(T4Test, MistakesStandAtTheirPlace) {
  const std::string head = "{\"results\": [\n";
  const std::string good = R"({"configuration": {"A": 1}, "times": {}, "invalidity": "correct", "correctness": 1},)"
                           "\n";
  const std::vector<Mistake> mistakes = {
      {"", "r.json:1:1: error: this is no JSON"},
      {"{\n  \"results\": [}", "r.json:2:15: error: this is no JSON"},
      {"[]", "r.json:1:1: error: must be an object"},
      {"{}", "r.json:1:1: error: 'results' is missing"},
      {R"({"schema_version": "2.0.0"})", "r.json:1:20: error: schema_version: version 2.0.0 is not supported"},
      {R"({"results": {}})", "r.json:1:13: error: results: must be an array"},
      {head + good + "  7]}", "r.json:3:3: error: results[1]: must be an object"},
      {head + good + R"({"configuration": {"A": 1}}]})", "r.json:3:1: error: results[1]: 'times' is missing"},
      {head + good + R"({"configuration": {"A": "\"}", "B": 1}}]})",
       "r.json:3:25: error: results[1].configuration.A: must be an integer of 64 bits"},
      {head + R"({"configuration": {"A": 9223372036854775808}}]})",
       "r.json:2:25: error: results[0].configuration.A: must be an integer of 64 bits"},
      {head + R"({"configuration": {}, "times": {"runtimes": [1, "x"]}}]})",
       "r.json:2:49: error: results[0].times.runtimes[1]: must be a number"},
      {head + R"({"configuration": {}, "times": {}, "invalidity": "correkt"}]})",
       "r.json:2:50: error: results[0].invalidity: 'correkt' is no outcome"},
      {head + R"({"configuration": {}, "times": {}, "invalidity": "correct", "correctness": "1"}]})",
       "r.json:2:76: error: results[0].correctness: must be a number"},
  };
  for (const Mistake& mistake : mistakes) {
    const auto read = parse_t4(mistake.text, "r.json");
    ASSERT_FALSE(read) << mistake.text;
    EXPECT_EQ(read.error().kind, ErrorKind::input);
    EXPECT_EQ(read.error().format().substr(0, mistake.error.size()), mistake.error);
  }
}

TEST(T4Test, GivesScoresWithTimesInSeconds) {
  const auto space = TuningSpace::of(tunable_kernel("[tunables]\nA = [1, 2]\nB = [-4, 1, 2]\n"));
  ASSERT_TRUE(space);
  std::vector<T4Result> results = some_results();
  results.resize(3);
  const std::vector<std::string> both = {"time", "energy"};
  const auto scores = scores_of(*space, results, both);
  ASSERT_TRUE(scores) << scores.error().format();
  ASSERT_EQ(scores->size(), 3U);
  EXPECT_DOUBLE_EQ(scores->at(0)->at(0), 0.375e-3);
  EXPECT_DOUBLE_EQ(scores->at(0)->at(1), 0.1);
  EXPECT_EQ(scores->at(4), std::nullopt);

  const std::vector<std::string> power = {"power"};
  EXPECT_EQ(scores_of(*space, results, power).error().message, "the record has no measurement 'power' of -DA=1 -DB=-4");
  results[0].configuration = {{"A", 3}, {"B", 1}};
  EXPECT_EQ(scores_of(*space, results, both).error().message,
            "the recorded configuration -DA=3 -DB=1 is none of the kernel's");
}

} // namespace
} // namespace mapwright::kernel
