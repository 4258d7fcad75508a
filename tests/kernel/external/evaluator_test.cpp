// Evaluators: what they are asked, what their answers decide. They are small shell scripts whose times follow from the
// candidate, so that verdicts do not depend on how fast this machine is.
#include "kernel/external/evaluation_result.hpp"
#include "kernel/external/evaluator_race.hpp"
#include "support/scratch_test.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mapwright::kernel {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class EvaluatorTest : public test::ScratchTest {
protected:
  void SetUp() override {
    ScratchTest::SetUp();
    task_.name = "f";
    task_.sizes = {"n"};
    task_.shapes = {{Use::benchmark, {8}}, {Use::benchmark, {9}}};
  }

  /// An evaluator that is this script; $1 is the candidate's file, $2 that of its tuning.
  Evaluator evaluator(const std::string& script, Seconds time = Seconds(60)) const {
    const auto file = write("evaluate.sh", script);
    RunRule rule;
    rule.time = time;
    return {{{"sh", file.string(), "{candidate}", "{tuning}"}, "/bin/sh", "evaluate.sh"}, rule};
  }

  static Subject subject(const std::string& name, const std::string& source, Tuning tuning = {}) {
    return {name, KernelCandidate{Backend::opencl, source}, std::move(tuning)};
  }

  Result<EvaluatorRace> race(const Evaluator& evaluator, const std::vector<Subject>& challengers) const {
    return race_by_evaluator(task_, evaluator, subject("base", "100"), challengers, task_.shapes, {});
  }

  Task task_;
};

/// Times of both shapes, the source in milliseconds.
constexpr const char* by_source = R"(ms=$(cat "$1")
echo "{\"verdict\": \"valid\", \"times\": [{\"shape\": {\"n\": 8}, \"seconds\": 0.$ms},
  {\"shape\": {\"n\": 9}, \"seconds\": 0.$ms}]}")";

TEST_F(EvaluatorTest, IsToldEverything) {
  const auto asked = evaluator("cat > " + (directory->path() / "question").string() + R"(
cp "$1" )" + (directory->path() / "source").string() +
                               R"(
cp "$2" )" + (directory->path() / "values").string() +
                               R"(
echo '{"seconds": 1}')");
  const auto said = asked.evaluate(task_, subject("k", "body\n", {{"TX", 8}, {"TY", 2}}), task_.shapes);
  ASSERT_TRUE(said) << said.error().format();
  const auto contents = [&](const char* name) {
    std::ifstream stream(directory->path() / name);
    return std::string{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  };
  const auto question = nlohmann::json::parse(contents("question"));
  EXPECT_EQ(question.at("task"), "f");
  EXPECT_EQ(question.at("backend"), "opencl");
  EXPECT_EQ(question.at("tuning").dump(), R"({"TX":8,"TY":2})");
  EXPECT_EQ(question.at("shapes").dump(), R"([{"n":8},{"n":9}])");
  EXPECT_EQ(question.at("source"), "#define TX 8\n#define TY 2\n#line 1\nbody\n");
  EXPECT_TRUE(question.at("candidate").get<std::string>().ends_with("/candidate.cl"));
  EXPECT_FALSE(std::filesystem::exists(question.at("candidate").get<std::string>())); // it was for this run alone
  EXPECT_EQ(contents("source"), question.at("source"));
  EXPECT_EQ(nlohmann::json::parse(contents("values")), question.at("tuning"));
}

TEST_F(EvaluatorTest, EndingsThatAreNoReply) {
  const Subject k = subject("k", "1");
  const auto failed = evaluator("echo no licence >&2; exit 9").evaluate(task_, k, task_.shapes);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().kind, ErrorKind::machine);
  EXPECT_EQ(failed.error().message, "the evaluator 'evaluate.sh' ended with exit code 9: no licence");
  const auto late = evaluator("tail -f /dev/null", Seconds(0.2)).evaluate(task_, k, task_.shapes);
  ASSERT_TRUE(late) << late.error().format();
  EXPECT_EQ(late->verdict, ExternalVerdict::timed_out);
  EXPECT_EQ(late->message, "the evaluator did not end within 0.2 s");
  const auto garbled = evaluator("echo fine").evaluate(task_, k, task_.shapes);
  ASSERT_FALSE(garbled);
  EXPECT_THAT(garbled.error().format(), AllOf(HasSubstr("reply of 'evaluate.sh' about k:1:2: error: this is no JSON"),
                                              HasSubstr("NaN is no number")));
}

TEST_F(EvaluatorTest, SingleTimesAreAskedForInRounds) {
  const auto raced = race(evaluator(by_source), {subject("half", "05"), subject("more", "11"), subject("same", "1")});
  ASSERT_TRUE(raced) << raced.error().format();
  EXPECT_TRUE(raced->paired);
  EXPECT_EQ(raced->rounds, EvaluatorRaceRule::enough);
  EXPECT_EQ(raced->baseline, ExternalVerdict::valid);
  EXPECT_EQ(raced->results[0].verdict, SpeedVerdict::faster);
  EXPECT_DOUBLE_EQ(raced->results[0].mean.ratio, 0.5);
  EXPECT_EQ(raced->results[0].shapes.size(), 2U);
  EXPECT_EQ(raced->results[0].shapes[1].samples, raced->rounds);
  EXPECT_EQ(raced->results[1].verdict, SpeedVerdict::slower);
  EXPECT_EQ(raced->results[2].verdict, SpeedVerdict::same);
}

TEST_F(EvaluatorTest, ManySamplesNeedOneRound) {
  const auto raced = race(evaluator(R"(ms=$(cat "$1")
list=0.$ms
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19; do list="$list, 0.$ms"; done
echo "{\"seconds\": [$list]}")"),
                          {subject("half", "05")});
  ASSERT_TRUE(raced) << raced.error().format();
  EXPECT_FALSE(raced->paired);
  EXPECT_TRUE(raced->together);
  EXPECT_EQ(raced->rounds, 1U);
  EXPECT_EQ(raced->baseline, ExternalVerdict::unchecked);
  EXPECT_EQ(raced->results[0].shapes.size(), 1U);
  EXPECT_EQ(raced->results[0].shapes[0].samples, 20U);
  EXPECT_EQ(raced->results[0].verdict, SpeedVerdict::faster);
}

TEST_F(EvaluatorTest, WhoIsWrongIsOut) {
  const auto raced = race(evaluator(R"(grep -q 7 "$1" && { echo '{"verdict": "wrong", "message": "c[0] is 7"}'; exit; }
)" + std::string(by_source)),
                          {subject("bad", "07"), subject("good", "05")});
  ASSERT_TRUE(raced) << raced.error().format();
  EXPECT_EQ(raced->results[0].last.verdict, ExternalVerdict::wrong);
  EXPECT_EQ(raced->results[0].last.message, "c[0] is 7");
  EXPECT_TRUE(raced->results[0].shapes.empty());
  EXPECT_EQ(raced->results[1].verdict, SpeedVerdict::faster);
}

TEST_F(EvaluatorTest, WhatCannotBeCompared) {
  const auto base = race(evaluator(R"(echo '{"verdict": "failed", "message": "no compiler"}')"), {subject("k", "1")});
  ASSERT_FALSE(base);
  EXPECT_EQ(base.error().message, "the baseline base is not valid (failed): no compiler");
  const auto mixed = race(evaluator(R"(grep -q 7 "$1" && { echo '{"seconds": 1}'; exit; }
)" + std::string(by_source)),
                          {subject("k", "7")});
  ASSERT_FALSE(mixed);
  EXPECT_EQ(mixed.error().message, "the evaluator 'evaluate.sh' gave 'seconds' in one reply and 'times' in another");
}

TEST(EvaluationResult, SaysWhatBecameOfAConfiguration) {
  const Tuning tuning{{"TX", 8}};
  const T4Result right = to_result(tuning, {ExternalVerdict::valid, "", {{1, 2, 9}, {8}}});
  EXPECT_EQ(right.invalidity, Outcome::correct);
  EXPECT_THAT(right.times.runtimes, ElementsAre(1000, 2000, 9000, 8000));
  EXPECT_EQ(right.measurements, (std::vector<T4Measurement>{{"time", 4, "s"}}));
  for (const auto& [verdict, outcome] :
       {std::pair(ExternalVerdict::wrong, Outcome::correctness), std::pair(ExternalVerdict::failed, Outcome::runtime),
        std::pair(ExternalVerdict::timed_out, Outcome::timeout)}) {
    const T4Result bad = to_result(tuning, {verdict, "", {}});
    EXPECT_EQ(bad.invalidity, outcome);
    EXPECT_EQ(bad.correctness, 0);
    EXPECT_TRUE(bad.measurements.empty());
  }
}

} // namespace
} // namespace mapwright::kernel
