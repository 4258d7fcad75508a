// What the scientist's evaluator makes of verdicts and races; these are given here.
#include "kernel/scientist/evaluator.hpp"
#include "kernel/scientist/evolution_case.hpp"

#include <gmock/gmock.h>

namespace mapwright::kernel::scientist {
namespace {

using ::testing::HasSubstr;

/// Says what it is told to, and notes what it was asked.
class GivenArbiter final : public Arbiter {
public:
  Result<Check> check(const Subject& version, const std::stop_token&) override {
    checked.push_back(version.tuning);
    return check_result;
  }
  Result<CostFunction> pricing(const KernelCandidate&, const std::stop_token&) override {
    return CostFunction([this](const Tuning& tuning) -> Result<std::optional<double>> {
      ++timed;
      return 1.0 / static_cast<double>(tuning.begin()->second);
    });
  }
  Result<Compared> time(const Subject& start, const std::stop_token&) override {
    races.push_back(start.name + " alone");
    Compared timed = result;
    timed.measured = {.ratio_interval = {1, 1}, .tuning = start.tuning};
    return timed;
  }
  Result<Compared> compare(const Subject& base, const Subject& version, Use use, Depth depth,
                           const std::stop_token& stop) override {
    EXPECT_TRUE(stop.stop_possible()) << "a race can be interrupted";
    races.push_back(fmt::format("{} against {} on {}{}", version.name, base.name, to_string(use),
                                depth == Depth::confirm ? ", fresh" : ""));
    raced = version.tuning;
    Compared compared = use == Use::held_out ? held_out : result;
    compared.measured.tuning = version.tuning;
    return compared;
  }

  Check check_result{};
  Compared result{};
  Compared held_out{};
  std::vector<Tuning> checked{};
  std::vector<std::string> races{};
  Tuning raced{};
  int timed = 0;
};

Compared compared_as(SpeedVerdict verdict, double ratio) {
  Compared compared;
  compared.measured = {.ratio = ratio, .ratio_interval = {ratio - 0.1, ratio + 0.1}, .verdict = verdict};
  compared.measured.shapes = {{"n=8", Seconds(1), ratio, {ratio - 0.1, ratio + 0.1}}};
  return compared;
}

constexpr const char* plain = "void f() {}\n";
constexpr const char* tunable = "/*mapwright\n[tunables]\nTS = {values = [1, 2, 4], default = 1}\n*/\nvoid f() {}\n";

class VersionEvaluatorTest : public ::testing::Test {
protected:
  /// One step through the evaluator, as the loop would make it; it joins the population.
  archive::Step evaluate(const std::string& form, const std::string& content, nlohmann::json notes) {
    archive::Step step;
    step.number = next_++;
    step.candidate = loop::make_candidate(form, content, std::move(notes));
    loop::ChatLog chats({}, nullptr);
    loop::StepContext context(step.number, 1, chats, stop_.get_token());
    auto verdict = evaluator_->verify(*step.candidate, context);
    if (!verdict) {
      error_ = verdict.error();
      return step;
    }
    step.verdict = *verdict;
    if (verdict->valid) {
      auto measured = evaluator_->measure(*step.candidate, *verdict, context);
      EXPECT_TRUE(measured) << measured.error().format();
      step.score = measured->score;
      step.verdict = measured->verdict.value_or(*verdict);
      step.verdict->evidence["measured"] = measured->evidence;
      more_ = measured->more_evaluations;
    }
    population_.add(step);
    return step;
  }
  archive::Step start(const std::string& source = plain) {
    return evaluate("kernel-cpp", source, {{"author", "start"}});
  }
  archive::Step experiment(const std::string& source, std::uint64_t base = 0, const char* kind = "memory") {
    return evaluate("kernel-cpp", source, {{"base", base}, {"tune", 6}, {"plan", {{"kind", kind}}}});
  }

  Task task_ = testing::counting_task();
  Population population_;
  GivenArbiter arbiter_;
  std::unique_ptr<loop::Evaluator> evaluator_ = make_evaluator(task_, Backend::cpp, population_, arbiter_);
  std::stop_source stop_;
  std::optional<Error> error_;
  std::uint64_t next_ = 0;
  std::uint64_t more_ = 0;
};

TEST_F(VersionEvaluatorTest, ScoresMultiplyAlongTheLineage) {
  EXPECT_EQ(start().score, 1);
  arbiter_.result = compared_as(SpeedVerdict::faster, 0.5);
  EXPECT_EQ(experiment("void f() { ; }\n").score, 0.5);
  EXPECT_EQ(experiment("void f() { ;; }\n", 1).score, 0.25);
  EXPECT_EQ(arbiter_.races, (std::vector<std::string>{"the start alone", "the version against version 0 on benchmark",
                                                      "the version against version 1 on benchmark"}));
}

TEST_F(VersionEvaluatorTest, OnlyWhatIsFasterBeyondDoubtIsBetterThanItsBase) {
  EXPECT_EQ(score_of(0.5, compared_as(SpeedVerdict::faster, 0.8).measured), 0.4);
  EXPECT_EQ(score_of(0.5, compared_as(SpeedVerdict::unclear, 0.8).measured), 0.5);
  EXPECT_EQ(score_of(0.5, compared_as(SpeedVerdict::same, 0.99).measured), 0.5);
  EXPECT_EQ(score_of(0.5, compared_as(SpeedVerdict::slower, 1.5).measured), 0.75);
}

TEST_F(VersionEvaluatorTest, WhatCannotBeReadIsMalformed) {
  start();
  const archive::Step step = experiment("/*mapwright\ntunables = 3\n*/\n");
  EXPECT_EQ(step.verdict->status, "malformed");
  EXPECT_FALSE(step.verdict->valid);
  EXPECT_THAT(step.verdict->evidence.at("evidence"), HasSubstr("kernel.cpp:2"));
}

TEST_F(VersionEvaluatorTest, FaultsAreVerdicts) {
  start();
  arbiter_.check_result = {"crashed", "killed by SIGSEGV", "n=1"};
  const archive::Step step = experiment("void f() { ; }\n");
  EXPECT_EQ(step.verdict->status, "crashed");
  EXPECT_EQ(step.verdict->evidence.at("evidence"), "killed by SIGSEGV");
  EXPECT_EQ(step.verdict->evidence.at("where"), "n=1");
  EXPECT_FALSE(step.score);
}

TEST_F(VersionEvaluatorTest, AStartThatIsWrongIsAnError) {
  arbiter_.check_result = {"wrong-output", "c[0] is 1, not 2", "n=1"};
  start();
  ASSERT_TRUE(error_);
  EXPECT_EQ(error_->kind, ErrorKind::input);
  EXPECT_THAT(error_->message,
              HasSubstr("starting kernel of 'f' is not right (wrong-output): c[0] is 1, not 2 at n=1"));
}

TEST_F(VersionEvaluatorTest, WhatIsFoundWrongWhileTimedIsNotValid) {
  start();
  arbiter_.result.flaw = Check{"too-fast", "1 ns for 1 GB", "n=8"};
  const archive::Step step = experiment("void f() { ; }\n");
  EXPECT_EQ(step.verdict->status, "too-fast");
  EXPECT_FALSE(step.verdict->valid);
  EXPECT_FALSE(step.score);
  EXPECT_FALSE(population_.at(1)->valid);
}

TEST_F(VersionEvaluatorTest, TunablesThatAreNewAreTuned) {
  start();
  experiment(tunable);
  EXPECT_EQ(arbiter_.timed, 3);
  EXPECT_EQ(more_, 2U); // the presets are the candidate itself
  EXPECT_EQ(arbiter_.raced, (Tuning{{"TS", 4}}));
  EXPECT_EQ(population_.at(1)->measured->evaluations, 3U);
  experiment(std::string(tunable) + "// more\n", 1);
  EXPECT_EQ(arbiter_.timed, 3) << "the base knows TS";
  EXPECT_EQ(arbiter_.raced, (Tuning{{"TS", 4}}));
  EXPECT_EQ(arbiter_.checked.back(), (Tuning{{"TS", 4}}));
  experiment(std::string(tunable) + "// tuned\n", 1, "tuning");
  EXPECT_EQ(arbiter_.timed, 6);
}

TEST_F(VersionEvaluatorTest, TunablesOfTheStartAreTunedWithTheFirstExperiment) {
  start(tunable);
  EXPECT_EQ(arbiter_.timed, 0);
  experiment(std::string(tunable) + "// more\n");
  EXPECT_EQ(arbiter_.timed, 3);
  experiment(std::string(tunable) + "// still more\n", 1);
  EXPECT_EQ(arbiter_.timed, 3);
}

TEST_F(VersionEvaluatorTest, ConfirmsOnFreshInputsAndHeldOutShapes) {
  start();
  arbiter_.result = compared_as(SpeedVerdict::faster, 0.5);
  arbiter_.held_out = compared_as(SpeedVerdict::unclear, 0.6);
  experiment("void f() { ; }\n");
  arbiter_.races.clear();
  const auto confirm = [&] {
    return evaluate(confirmation_form, confirmation_content(1, 0, "the budget").dump(), nullptr);
  };
  archive::Step step = confirm();
  EXPECT_EQ(arbiter_.races, (std::vector<std::string>{"version 1 against version 0 on benchmark, fresh",
                                                      "version 1 against version 0 on held_out, fresh"}));
  EXPECT_EQ(step.verdict->status, "promoted");
  EXPECT_TRUE(step.verdict->valid);
  EXPECT_DOUBLE_EQ(step.verdict->evidence.at("gap").get<double>(), 1.2);
  EXPECT_EQ(step.verdict->evidence.at("measured").at("verdict"), "FASTER");
  EXPECT_FALSE(step.score);
  arbiter_.held_out = compared_as(SpeedVerdict::slower, 1.1);
  step = confirm();
  EXPECT_EQ(step.verdict->status, "not-promoted");
  EXPECT_FALSE(step.verdict->valid);
  arbiter_.held_out = Compared{.flaw = Check{"wrong-output", "c[7] is 1, not 2"}};
  step = confirm();
  EXPECT_FALSE(step.verdict->valid);
  EXPECT_EQ(step.verdict->evidence.at("evidence"), "c[7] is 1, not 2");
  arbiter_.held_out = Compared{};
  EXPECT_TRUE(confirm().verdict->valid) << "a task without held-out shapes";
}

} // namespace
} // namespace mapwright::kernel::scientist
