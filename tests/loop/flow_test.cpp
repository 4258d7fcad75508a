#include "loop/toy.hpp"

#include <gmock/gmock.h>

namespace mapwright::loop::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Flow, EndsWithTheEvaluationsThatWereAllowed) {
  for (const unsigned parallel : {1U, 3U}) {
    const ArchiveFile file;
    auto archive = open(file);
    Session session;
    session.options.parallel = parallel;
    session.options.budget.evaluations = 20;
    const Outcome outcome = session.go(archive);
    const auto& end = std::get<Exhausted>(outcome.reason);
    EXPECT_EQ(end.kind, ResourceKind::evaluations);
    EXPECT_EQ(end.limit, 20);
    EXPECT_LE(outcome.history.used().evaluations, 20U);
    EXPECT_EQ(outcome.history.used().evaluations, static_cast<std::uint64_t>(session.distance.verified));
    EXPECT_EQ(*archive.step_count(archive::RunId(1)), outcome.history.size());
  }
}

TEST(Flow, DecisionsDoNotDependOnHowLongStepsTake) {
  std::vector<std::string> expected;
  for (int repeat = 0; repeat < 4; ++repeat) {
    const ArchiveFile file;
    auto archive = open(file);
    Session session;
    session.options.parallel = 4;
    session.options.budget.evaluations = 40;
    session.distance.pause = [repeat](StepContext& context) {
      std::this_thread::sleep_for(
          std::chrono::microseconds((context.step() * 7919 * static_cast<unsigned>(repeat)) % 3000));
    };
    session.go(archive);
    const auto made = decisions(archive, archive::RunId(1));
    if (repeat == 0) {
      expected = made;
    }
    EXPECT_EQ(made, expected);
  }
}

TEST(Flow, StopsAtTheGoalAndGivesUpWhatIsUnderWay) {
  const ArchiveFile file;
  auto archive = open(file);
  Session session;
  session.options.parallel = 3;
  session.distance.goal = 900;
  const Outcome outcome = session.go(archive);
  EXPECT_EQ(std::get<Solved>(outcome.reason).step + 1, outcome.history.size());
  EXPECT_LE(outcome.history.best()->score, 900);
}

TEST(Flow, SaysWhenNothingIsLeft) {
  const ArchiveFile file;
  auto archive = open(file);
  Session session;
  session.options.parallel = 2;
  session.walker.last = 5;
  EXPECT_EQ(std::get<NothingLeft>(session.go(archive).reason).steps, 5U);
}

TEST(Flow, LosesPatience) {
  const ArchiveFile file;
  auto archive = open(file);
  Session session;
  session.options.patience = 7;
  session.walker.last = 100'000;
  const Outcome outcome = session.go(archive);
  EXPECT_EQ(std::get<Stalled>(outcome.reason).steps, 7U);
}

TEST(Flow, SameCandidateIsNotEvaluatedTwice) {
  const ArchiveFile file;
  auto archive = open(file);
  Session session;
  session.walker.last = 300;
  session.options.patience = 250;
  const Outcome outcome = session.go(archive);
  std::uint64_t repeats = 0;
  ASSERT_TRUE(archive.for_each_step(archive::RunId(1), [&](archive::Step&& step) -> Result<void> {
    if (step.repeats) {
      ++repeats;
      EXPECT_FALSE(step.verdict);
      EXPECT_EQ(step.used.evaluations, 0U);
    }
    return {};
  }));
  EXPECT_GT(repeats, 0U);
  EXPECT_EQ(outcome.history.used().evaluations, static_cast<std::uint64_t>(session.distance.verified));
}

/// Decides by measuring: numbers below 0 turn out not to be valid.
class Second : public Distance {
public:
  Result<Measured> measure(const archive::Candidate& candidate, const archive::Verdict& verdict,
                           StepContext& context) override {
    if (std::stoll(candidate.content) >= 0) {
      return Distance::measure(candidate, verdict, context);
    }
    Measured measured;
    measured.verdict = archive::Verdict{"negative", false, nullptr};
    return measured;
  }
};

TEST(Flow, MeasuringMayTakeBackAVerdict) {
  const ArchiveFile file;
  auto archive = open(file);
  Walker walker;
  Second evaluator;
  FlowOptions options;
  options.seed = 3;
  options.budget.evaluations = 30;
  auto journal = archive.begin(toy_run());
  const auto outcome = run(walker, evaluator, options, {}, {}, *journal, {}, {});
  ASSERT_TRUE(outcome) << outcome.error().format();
  std::size_t negative = 0;
  ASSERT_TRUE(archive.for_each_step(journal->run(), [&](archive::Step&& step) -> Result<void> {
    if (step.verdict && step.verdict->status == "negative") {
      ++negative;
      EXPECT_FALSE(step.verdict->valid);
      EXPECT_FALSE(step.score);
      EXPECT_LT(std::stoll(step.candidate->content), 0);
    }
    return {};
  }));
  EXPECT_GT(negative, 0U);
  // Verification alone said otherwise, and is not asked to say the same again.
  Walker again;
  const auto replayed =
      replay(again, evaluator, options, *Past::of(archive, journal->run()), {}, std::nullopt, true, {}, {});
  ASSERT_TRUE(replayed) << replayed.error().format();
  EXPECT_FALSE(replayed->difference) << *replayed->difference;
}

TEST(Flow, ABudgetOfTokensIsNeverOverdrawn) {
  for (const std::uint64_t limit : {0ULL, 99ULL, 100ULL, 730ULL}) {
    const ArchiveFile file;
    auto archive = open(file);
    const auto model = std::make_shared<CountingModel>();
    Session session(model);
    session.options.parallel = 3;
    session.options.budget.tokens = limit;
    const Outcome outcome = session.go(archive);
    EXPECT_EQ(std::get<Exhausted>(outcome.reason).kind, ResourceKind::tokens);
    EXPECT_LE(outcome.history.used().tokens, limit);
    EXPECT_EQ(outcome.history.used().tokens, 50U * static_cast<std::uint64_t>(model->asked));
  }
}

TEST(Flow, TimeEndsAStepThatHangs) {
  const ArchiveFile file;
  auto archive = open(file);
  Session session;
  session.options.parallel = 2;
  session.options.budget.seconds = 0.2;
  session.distance.pause = [](StepContext& context) {
    while (context.step() > 3 && !context.stop().stop_requested()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  };
  const Outcome outcome = session.go(archive);
  const auto& end = std::get<Exhausted>(outcome.reason);
  EXPECT_EQ(end.kind, ResourceKind::time);
  EXPECT_GE(end.used, 0.2);
}

TEST(Flow, AnUnavailableModelBreaksTheRunUnlessOthersMayGoOn) {
  const ArchiveFile file;
  auto archive = open(file);
  const auto model = std::make_shared<CountingModel>();
  model->unreachable = true;
  {
    Session session(model);
    const Outcome outcome = session.go(archive);
    EXPECT_EQ(std::get<Broken>(outcome.reason).error.message, "nobody there");
    EXPECT_EQ(std::get<Broken>(outcome.reason).error.kind, ErrorKind::machine);
  }
  Session session(model);
  session.options.fallback = true;
  session.walker.last = 10;
  const Outcome outcome = session.go(archive);
  EXPECT_TRUE(std::holds_alternative<NothingLeft>(outcome.reason));
  bool seen = false;
  ASSERT_TRUE(archive.for_each_step(archive::RunId(1), [&](archive::Step&& step) -> Result<void> {
    seen = seen || (step.verdict && step.verdict->status == unavailable_status);
    return {};
  }));
  EXPECT_TRUE(seen);
}

TEST(Flow, AskedToStopItStopsAndGoesOnLater) {
  std::vector<std::string> expected;
  {
    const ArchiveFile file;
    auto archive = open(file);
    Session session;
    session.options.parallel = 3;
    session.options.budget.evaluations = 30;
    session.go(archive);
    expected = decisions(archive, archive::RunId(1));
  }
  const ArchiveFile file;
  auto archive = open(file);
  for (int session_number = 0;; ++session_number) {
    Session session;
    session.options.parallel = 3;
    session.options.budget.evaluations = 30;
    int committed = 0;
    session.observer = [&](const archive::Step& step, const History&) {
      if (step.number >= static_cast<std::uint64_t>(4 * session_number) && ++committed == 4) {
        session.stop.request_stop();
      }
    };
    const Outcome outcome = session.go(archive);
    if (!std::holds_alternative<Interrupted>(outcome.reason)) {
      EXPECT_EQ(kind_of(outcome.reason), "budget");
      EXPECT_GT(session_number, 3);
      break;
    }
  }
  EXPECT_EQ(decisions(archive, archive::RunId(1)), expected);
}

TEST(Flow, RepliesOfStepsUnderWayAreNotPaidForTwice) {
  const ArchiveFile file;
  const auto model = std::make_shared<CountingModel>();
  {
    auto archive = open(file);
    Session session(model);
    session.options.budget.evaluations = 12;
    session.distance.pause = [&](StepContext& context) {
      if (context.step() == 6) {
        session.stop.request_stop(); // the reply of step 6 is there, its verdict is not
      }
    };
    EXPECT_TRUE(std::holds_alternative<Interrupted>(session.go(archive).reason));
  }
  const int before = model->asked;
  auto archive = open(file);
  const auto exchanges = *archive.exchanges(archive::RunId(1));
  ASSERT_EQ(exchanges.size(), static_cast<std::size_t>(before));
  Session session(model);
  session.options.budget.evaluations = 12;
  session.go(archive);
  EXPECT_EQ(archive.exchanges(archive::RunId(1))->size(), static_cast<std::size_t>(model->asked));
  std::uint64_t asking = 0;
  ASSERT_TRUE(archive.for_each_step(archive::RunId(1), [&](archive::Step&& step) -> Result<void> {
    asking += step.candidate ? 1U : 0U;
    return {};
  }));
  EXPECT_EQ(asking, static_cast<std::uint64_t>(model->asked)) << "one question per proposal, none twice";
}

TEST(StopReason, NumbersAreInTheText) {
  EXPECT_EQ(stop_text(to_json(Solved{3})), "the goal was reached in step 3");
  EXPECT_EQ(stop_text(to_json(Exhausted{ResourceKind::tokens, 100, 90, 20})),
            "the budget of 100 tokens is used up: 90 used, 20 more would be needed");
  EXPECT_EQ(stop_text(to_json(NothingLeft{1})), "nothing left to propose within the limits after 1 step");
  EXPECT_EQ(stop_text(to_json(Stalled{7, 7})), "no improvement in 7 steps");
  EXPECT_THAT(stop_text(to_json(Interrupted{})), HasSubstr("resumed"));
  EXPECT_THAT(stop_text(to_json(Broken{{ErrorKind::machine, "no key", std::nullopt, "set KEY"}})), HasSubstr("no key"));
}

TEST(History, CountsWhatWasUsedAndKeepsTheBest) {
  History history;
  for (std::uint64_t i = 0; i < 4; ++i) {
    archive::Step step;
    step.number = i;
    step.candidate = make_candidate("number", std::to_string(i % 2));
    step.verdict = archive::Verdict{"verified", i != 3, {}};
    step.score = 10.0 - static_cast<double>(i);
    step.used.tokens = 5;
    step.committed = Seconds(static_cast<double>(i));
    history.add(step);
  }
  EXPECT_EQ(history.used().tokens, 20U);
  EXPECT_EQ(history.used().time.count(), 3);
  EXPECT_EQ(history.best()->step, 2U) << "step 3 is not valid";
  EXPECT_EQ(history.since_improvement(), 1U);
  EXPECT_EQ(history.first_with(make_candidate("number", "1").digest, 4), 1U);
  EXPECT_FALSE(history.first_with(make_candidate("number", "1").digest, 1));
}

} // namespace
} // namespace mapwright::loop::test
