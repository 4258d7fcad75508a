#include "loop/toy.hpp"

#include <gmock/gmock.h>

namespace mapwright::loop::test {
namespace {

using testing::HasSubstr;

Replayed replay_of(archive::Archive& archive, Session& session, bool verify = false) {
  const archive::RunId run(1);
  const auto replayed = replay(session.walker, session.distance, session.options, *Past::of(archive, run),
                               *archive.exchanges(run), *archive.end(run), verify, {}, {});
  EXPECT_TRUE(replayed) << replayed.error().format();
  return *replayed;
}

/// A finished run with a model.
class Replay : public testing::Test {
protected:
  Replay() : archive_(open(file_)) {
    Session session(model_);
    prepare(session);
    const Outcome outcome = session.go(archive_);
    auto journal = archive_.reopen(archive::RunId(1));
    EXPECT_TRUE(journal->finish({to_json(outcome.reason), "2026-01-01T00:00:01Z"}));
    asked_ = model_->asked;
  }

  static void prepare(Session& session) {
    session.options.parallel = 3;
    session.options.seed = 11;
    session.options.budget.evaluations = 40;
  }

  ArchiveFile file_;
  archive::Archive archive_;
  std::shared_ptr<CountingModel> model_ = std::make_shared<CountingModel>();
  int asked_ = 0;
};

TEST_F(Replay, DecidesTheSameWithoutAskingOrVerifying) {
  Session session(model_);
  prepare(session);
  const Replayed replayed = replay_of(archive_, session);
  EXPECT_FALSE(replayed.difference) << *replayed.difference;
  EXPECT_EQ(replayed.steps, *archive_.step_count(archive::RunId(1)));
  EXPECT_EQ(model_->asked, asked_);
  EXPECT_EQ(session.distance.verified, 0);
}

TEST_F(Replay, VerifiesAgainWhenAsked) {
  Session session(model_);
  prepare(session);
  EXPECT_FALSE(replay_of(archive_, session, true).difference);
  EXPECT_EQ(session.distance.verified, 40);
}

TEST_F(Replay, FindsAnotherSeed) {
  Session session(model_);
  prepare(session);
  session.options.seed = 12;
  EXPECT_THAT(replay_of(archive_, session).difference.value_or(""), HasSubstr("step 0: "));
}

TEST_F(Replay, FindsAProposerThatAsksOtherwise) {
  Session session; // without the model, numbers differ
  prepare(session);
  EXPECT_THAT(replay_of(archive_, session).difference.value_or(""), HasSubstr("proposed"));
}

TEST_F(Replay, FindsAnotherWindow) {
  Session session(model_);
  prepare(session);
  session.options.parallel = 1;
  EXPECT_TRUE(replay_of(archive_, session).difference);
}

TEST_F(Replay, FindsAnotherEnd) {
  Session session(model_);
  prepare(session);
  session.options.budget.evaluations = 50;
  EXPECT_THAT(replay_of(archive_, session).difference.value_or(""),
              HasSubstr("would go on; recorded: the budget of 40"));
  Session shorter(model_);
  prepare(shorter);
  shorter.options.budget.evaluations = 10;
  EXPECT_THAT(replay_of(archive_, shorter).difference.value_or(""), HasSubstr("ends after"));
}

TEST_F(Replay, FindsAnotherVerdict) {
  class Harsh : public Distance {
    Result<archive::Verdict> verify(const archive::Candidate&, StepContext&) override {
      return archive::Verdict{"refuted", false, nullptr};
    }
  } harsh;
  Session session(model_);
  prepare(session);
  const auto replayed = replay(session.walker, harsh, session.options, *Past::of(archive_, archive::RunId(1)),
                               *archive_.exchanges(archive::RunId(1)), *archive_.end(archive::RunId(1)), true, {}, {});
  EXPECT_THAT(replayed->difference.value_or(""), HasSubstr("verdict refuted, recorded verified"));
}

TEST(ReplayOfEnds, EveryKindOfEndIsFoundAgain) {
  const auto check = [](const std::function<void(Session&)>& prepare, const std::string& kind) {
    const ArchiveFile file;
    auto archive = open(file);
    Session session;
    prepare(session);
    const Outcome outcome = session.go(archive);
    ASSERT_EQ(kind_of(outcome.reason), kind);
    ASSERT_TRUE(archive.reopen(archive::RunId(1))->finish({to_json(outcome.reason), ""}));
    Session again;
    prepare(again);
    const Replayed replayed = replay_of(archive, again);
    EXPECT_FALSE(replayed.difference) << kind << ": " << *replayed.difference;
  };
  check([](Session& s) { s.distance.goal = 950, s.options.parallel = 4; }, "solved");
  check([](Session& s) { s.walker.last = 9, s.options.parallel = 2; }, "nothing-left");
  check([](Session& s) { s.options.patience = 6; }, "stalled");
  check([](Session& s) { s.options.budget.seconds = 0.05; }, "budget");
}

} // namespace
} // namespace mapwright::loop::test
