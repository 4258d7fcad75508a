// Generations, as the loop makes them.
#include "kernel/scientist/evolution_case.hpp"

#include <map>

#include <gmock/gmock.h>

namespace mapwright::kernel::scientist {
namespace {

using loop::test::ArchiveFile;
using testing::EvolutionSession;
using testing::finish;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using testing::steps_of;

class EvolutionTest : public ::testing::Test {
protected:
  loop::Outcome go() { return session.go(archive_); }
  std::vector<archive::Step> run() {
    go();
    return steps_of(archive_);
  }
  [[nodiscard]] static std::vector<std::string> proposers(const std::vector<archive::Step>& steps) {
    std::vector<std::string> names;
    for (const archive::Step& step : steps) {
      names.push_back(step.proposer);
    }
    return names;
  }
  static std::map<std::string, std::size_t> count(const std::vector<archive::Step>& steps) {
    std::map<std::string, std::size_t> counts;
    for (const archive::Step& step : steps) {
      ++counts[step.proposer];
    }
    return counts;
  }

  EvolutionSession session;
  ArchiveFile file_;
  archive::Archive archive_ = loop::test::open(file_);
};

TEST_F(EvolutionTest, IsAStartThenDesignsWithThreeExperimentsThenTheEnd) {
  const auto steps = run();
  const std::vector<std::string> names = proposers(steps);
  ASSERT_GT(names.size(), 10U);
  EXPECT_EQ(names[0], start_proposer);
  std::size_t i = 1;
  while (i < names.size() && names[i] == design_proposer) {
    ++i;
    std::size_t experiments = 0;
    for (; i < names.size() && names[i] == experiment_proposer; ++i) {
      ++experiments;
    }
    EXPECT_GE(experiments, 1U);
    EXPECT_LE(experiments, run_count);
  }
  for (; i < names.size() && names[i] == minimise_proposer; ++i) {
  }
  ASSERT_LT(i, names.size());
  for (; i < names.size(); ++i) {
    EXPECT_EQ(names[i], confirm_proposer) << i;
  }
}

TEST_F(EvolutionTest, StepsSayWhatTheyComeFrom) {
  const auto steps = run();
  const auto design = std::find_if(steps.begin(), steps.end(),
                                   [](const archive::Step& step) { return step.proposer == design_proposer; });
  ASSERT_NE(design, steps.end());
  const auto content = nlohmann::json::parse(design->candidate->content);
  EXPECT_EQ(content.at("generation"), 1);
  EXPECT_EQ(content.at("selector"), "chance");
  EXPECT_EQ(content.at("plans").size(), plan_count);
  EXPECT_EQ(content.at("chosen").size(), run_count);
  EXPECT_FALSE(design->verdict);
  EXPECT_EQ(design->used.evaluations, 0U);
  for (const archive::Step& step : steps) {
    if (step.proposer != experiment_proposer || !step.candidate) {
      continue;
    }
    const nlohmann::json& notes = step.candidate->notes;
    EXPECT_EQ(step.candidate->form, "kernel-cpp");
    EXPECT_EQ(notes.at("author"), "lines");
    EXPECT_EQ(notes.at("rubric").at(0).at("kept"), true) << notes.dump();
    ASSERT_EQ(step.parents.size(), 3U);
    EXPECT_EQ(step.parents[0], (archive::Parent{notes.at("base").get<std::uint64_t>(), base_role}));
    EXPECT_EQ(step.parents[2].role, design_role);
  }
}

TEST_F(EvolutionTest, KeepsWithinItsEvaluationsAndConfirmsWithinThem) {
  for (const std::uint64_t limit : {1U, 2U, 3U, 5U, 8U, 20U, 33U}) {
    const ArchiveFile file;
    auto archive = loop::test::open(file);
    EvolutionSession limited;
    limited.options.budget.evaluations = limit;
    limited.options.parallel = 3;
    const loop::Outcome outcome = limited.go(archive);
    EXPECT_EQ(loop::kind_of(outcome.reason), "nothing-left") << limit;
    EXPECT_LE(outcome.history.used().evaluations, limit);
    if (limit >= 20) {
      EXPECT_EQ(steps_of(archive).back().proposer, confirm_proposer);
      EXPECT_THAT(steps_of(archive).back().candidate->content, HasSubstr("the budget of"));
    }
  }
}

TEST_F(EvolutionTest, RefusesWhatIsKnownBeforeAnythingIsBuilt) {
  session.designer().variety = 2; // plans repeat each other
  session.writer().failures = 0;
  const auto steps = run();
  std::size_t refused = 0;
  for (const archive::Step& step : steps) {
    if (step.proposer == experiment_proposer && !step.candidate) {
      ++refused;
      EXPECT_THAT(step.failure, HasSubstr("version"));
      EXPECT_EQ(step.used.evaluations, 0U);
    }
  }
  EXPECT_GT(refused, 0U);
}

TEST_F(EvolutionTest, EndsWhenNothingIsNew) {
  session.options.budget.evaluations.reset();
  session.designer().longest = session.rule.start.size() + 120;
  session.writer().failures = 0;
  session.designer().variety = 3;
  const loop::Outcome outcome = go();
  EXPECT_EQ(loop::kind_of(outcome.reason), "nothing-left");
  const auto steps = steps_of(archive_);
  EXPECT_THAT(proposers(steps), ::testing::Contains(confirm_proposer));
  EXPECT_THAT(steps.back().candidate->content, HasSubstr("nothing new in 5 generations"));
}

TEST_F(EvolutionTest, ADesignerWithoutAPlanIsAskedAboutOtherBases) {
  session.designer().longest = session.rule.start.size(); // plans for the start alone
  const auto steps = run();
  std::size_t designs = 0;
  for (const archive::Step& step : steps) {
    if (step.proposer == design_proposer && step.candidate) {
      ++designs;
      const auto content = nlohmann::json::parse(step.candidate->content);
      EXPECT_EQ(content.at("selection").at("base"), 0);
      for (const std::uint64_t base : content.at("exhausted").get<std::vector<std::uint64_t>>()) {
        EXPECT_NE(base, 0U);
      }
    }
  }
  EXPECT_GT(designs, 3U);
}

TEST_F(EvolutionTest, StopsAtTheFloorOfTheMachine) {
  session.evaluator.headroom = 1.05;
  const auto steps = run();
  EXPECT_EQ(proposers(steps), std::vector<std::string>{start_proposer}); // the start itself is as fast as can be
}

TEST_F(EvolutionTest, StopsWhenPatienceEnds) {
  session.rule.patience = 8;
  session.options.budget.evaluations = 2000;
  const auto steps = run();
  EXPECT_THAT(steps.back().candidate->content, HasSubstr("no new champion in 8 generations"));
}

TEST_F(EvolutionTest, TheMinimalPatchIsWhatIsConfirmed) {
  session.writer().failures = 0;
  const auto steps = run();
  ASSERT_GT(count(steps)[minimise_proposer], 0U);
  std::uint64_t minimal = 0;
  for (const archive::Step& step : steps) {
    if (step.proposer == minimise_proposer && step.verdict && step.verdict->valid) {
      minimal = step.number;
    }
  }
  const auto content = nlohmann::json::parse(steps.back().candidate->content);
  if (minimal != 0) {
    EXPECT_EQ(content.at("version"), minimal);
  }
  EXPECT_EQ(steps.back().verdict->status, "promoted");
  EXPECT_TRUE(steps.back().verdict->evidence.contains("measured"));
}

TEST_F(EvolutionTest, AChampionThatIsRefusedGivesWayToItsAncestors) {
  session.evaluator.refusals = 2;
  const auto steps = run();
  std::vector<std::uint64_t> confirmed;
  for (const archive::Step& step : steps) {
    if (step.proposer == confirm_proposer) {
      confirmed.push_back(nlohmann::json::parse(step.candidate->content).at("version"));
      EXPECT_EQ(step.verdict->valid, confirmed.size() == 3);
    }
  }
  ASSERT_EQ(confirmed.size(), 3U);
  EXPECT_NE(confirmed[0], confirmed[1]);
  EXPECT_NE(confirmed[1], confirmed[2]);
}

TEST_F(EvolutionTest, ReplaysAsItWas) {
  for (const unsigned parallel : {1U, 3U}) {
    const ArchiveFile file;
    auto archive = loop::test::open(file);
    EvolutionSession first;
    first.options.parallel = parallel;
    finish(archive, first.go(archive));
    EvolutionSession again;
    again.options.parallel = parallel;
    const loop::Replayed replayed = again.replay(archive);
    EXPECT_FALSE(replayed.difference) << *replayed.difference;
    EXPECT_EQ(replayed.steps, steps_of(archive).size());
    EXPECT_EQ(again.evaluator.verified, 0);
  }
}

TEST_F(EvolutionTest, ALargerBudgetGoesOnWhereTheRunEnded) {
  session.options.budget.evaluations = 30;
  const auto before = run();
  EXPECT_EQ(before.back().proposer, confirm_proposer);
  EvolutionSession more;
  more.options.budget.evaluations = 60;
  const loop::Outcome outcome = more.go(archive_);
  const auto after = steps_of(archive_);
  ASSERT_GT(after.size(), before.size() + 5);
  EXPECT_EQ(after[before.size()].proposer, design_proposer);
  EXPECT_EQ(after.back().proposer, confirm_proposer);
  EXPECT_LE(outcome.history.used().evaluations, 60U);
  finish(archive_, outcome);
  EvolutionSession again;
  again.options.budget.evaluations = 60;
  const loop::Replayed replayed = again.replay(archive_);
  EXPECT_FALSE(replayed.difference) << *replayed.difference;
}

TEST_F(EvolutionTest, LearnsFromWhatWasMeasured) {
  session.writer().failures = 0;
  const auto steps = run();
  std::size_t evaluated = 0;
  for (const archive::Step& step : steps) {
    evaluated += step.proposer == experiment_proposer && step.verdict ? 1U : 0U;
  }
  const Learner& learner = session.proposer->learner();
  EXPECT_EQ(learner.ledger().predictions().size(), evaluated);
  EXPECT_EQ(learner.ledger().predictions().front().designer, "chance");
  EXPECT_FALSE(learner.findings().all().empty());
}

} // namespace
} // namespace mapwright::kernel::scientist
