// Replies of evaluators: what is read, and every mistake at its place.
#include "kernel/external/evaluation.hpp"

#include <gmock/gmock.h>

namespace mapwright::kernel {
namespace {

using ::testing::ElementsAre;

Task small_task() {
  Task task;
  task.name = "f";
  task.sizes = {"m", "n"};
  task.shapes = {{Use::benchmark, {1, 2}}, {Use::benchmark, {3, 4}}};
  return task;
}

Result<Evaluation> reply(const std::string& text) {
  const Task task = small_task();
  return parse_evaluation(text, task, task.shapes, "reply");
}

/// The error without its source line.
std::string mistake(const std::string& text) {
  const auto read = reply(text);
  if (read) {
    return "none";
  }
  const Error& error = read.error();
  return (error.where ? std::to_string(error.where->line) + ":" + std::to_string(error.where->column) + ": " : "") +
         error.message;
}

TEST(Evaluation, TimesOfEveryShape) {
  const auto read = reply(R"({"verdict": "valid", "message": "checked on node 3", "gpu": "any",
    "times": [{"shape": {"n": 4, "m": 3}, "seconds": 0.5}, {"shape": {"m": 1, "n": 2}, "seconds": [1, 2e-3]}]})");
  ASSERT_TRUE(read) << read.error().format();
  EXPECT_EQ(read->verdict, ExternalVerdict::valid);
  EXPECT_EQ(read->message, "checked on node 3");
  EXPECT_THAT(read->seconds, ElementsAre(ElementsAre(1, 0.002), ElementsAre(0.5)));
}

TEST(Evaluation, TimingsAlone) {
  const auto read = reply(R"({"seconds": [1, 2, 3]})");
  ASSERT_TRUE(read) << read.error().format();
  EXPECT_EQ(read->verdict, ExternalVerdict::unchecked);
  EXPECT_THAT(read->seconds, ElementsAre(ElementsAre(1, 2, 3)));
  EXPECT_TRUE(read->timed());
}

TEST(Evaluation, AVerdictOfNoNeedsNoTimes) {
  for (const auto* verdict : {"wrong", "failed"}) {
    const auto read = reply(std::string(R"({"verdict": ")") + verdict + R"(", "message": "why", "seconds": -1})");
    ASSERT_TRUE(read) << read.error().format();
    EXPECT_EQ(to_string(read->verdict), verdict);
    EXPECT_FALSE(read->timed());
    EXPECT_TRUE(read->seconds.empty());
  }
}

TEST(Evaluation, MistakesAtTheirPlace) {
  EXPECT_EQ(mistake(" \n"), "reply is empty; expected one JSON document");
  EXPECT_EQ(mistake("done\n{}"), "1:1: this is no JSON; expected one JSON document and nothing else");
  EXPECT_EQ(mistake("{\"seconds\": 1}\n{}"), "2:1: this is no JSON; expected one JSON document and nothing else");
  EXPECT_EQ(mistake("[1]"), "1:1: the reply must be a JSON object, not [1]");
  EXPECT_EQ(mistake(R"({"verdict": "ok"})"), "1:13: verdict: \"ok\" is no verdict");
  EXPECT_EQ(mistake(R"({"verdict": true})"), "1:13: verdict: true is no verdict");
  EXPECT_EQ(mistake(R"({"message": 1, "seconds": 1})"), "1:13: message: must be a text, not 1");
  EXPECT_EQ(mistake(R"({"verdict": "valid"})"), "1:1: the reply has neither 'seconds' nor 'times'");
  EXPECT_EQ(mistake(R"({"seconds": 1, "times": []})"), "1:1: the reply has both 'seconds' and 'times'");
  for (const std::string bad : {"-1", "0", "1e300", "\"1\"", "null", "true"}) {
    EXPECT_EQ(mistake("{\"seconds\": [1,\n" + bad + "]}").substr(0, 16), "2:1: seconds[1]:") << bad;
  }
  EXPECT_EQ(mistake("{\"seconds\": NaN}"), "1:13: this is no JSON; expected one JSON document and nothing else");
  EXPECT_EQ(mistake("{\"seconds\": []}"), "1:13: seconds: a list of times has 1 to 100000 of them, not 0");
  EXPECT_EQ(mistake(R"({"times": 1})"), "1:11: times: must be a list, not 1");
  EXPECT_EQ(mistake(R"({"times": [{"seconds": 1}]})"),
            "1:12: times[0]: must be an object with 'shape' and 'seconds', not {\"seconds\":1}");
  EXPECT_EQ(mistake(R"({"times": [{"shape": {"m": 1, "n": 3}, "seconds": 1}]})"),
            "1:22: times[0].shape: {\"m\":1,\"n\":3} is none of the shapes that were asked for");
  EXPECT_EQ(mistake(R"({"times": [{"shape": {"m": 1, "n": 2}, "seconds": 1}]})"),
            "1:11: times: there is no time for the shape m=3 n=4");
  EXPECT_EQ(
      mistake(R"({"times": [{"shape": {"m": 1, "n": 2}, "seconds": 1}, {"shape": {"m": 1, "n": 2}, "seconds": 1}]})"),
      "1:55: times[1]: the shape m=1 n=2 is there twice");
}

TEST(Evaluation, HintsNameWhatIsThere) {
  EXPECT_EQ(reply(R"({"verdict": "vaild"})").error().hint, "did you mean 'valid'?");
  EXPECT_EQ(reply(R"({"times": []})").error().hint, "2 shapes were asked for: m=1 n=2; m=3 n=4");
}

TEST(Evaluation, ALineTooLongIsNotShown) {
  const auto read = reply("{\"seconds\": [" + std::string(5000, ' ') + "-1]}");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().where->source_line, "");
}

} // namespace
} // namespace mapwright::kernel
