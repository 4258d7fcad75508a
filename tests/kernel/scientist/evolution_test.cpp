// A run as people want to see it.
#include "kernel/scientist/evolution.hpp"
#include "kernel/scientist/evolution_case.hpp"

#include <gmock/gmock.h>

namespace mapwright::kernel::scientist {
namespace {

using loop::test::ArchiveFile;
using testing::EvolutionSession;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using testing::steps_of;

class EvolutionOf : public ::testing::Test {
protected:
  Evolution evolve() {
    auto archive = loop::test::open(file_);
    session.go(archive);
    steps = steps_of(archive);
    return evolution_of(steps, "f", Backend::cpp, "here", {}, "f.cpp");
  }

  ArchiveFile file_;
  EvolutionSession session;
  std::vector<archive::Step> steps;
};

TEST_F(EvolutionOf, GoesFromTheStartToTheWinner) {
  const Evolution evolution = evolve();
  ASSERT_TRUE(evolution.champion);
  ASSERT_TRUE(evolution.winner);
  ASSERT_GT(evolution.path.size(), 1U);
  EXPECT_EQ(evolution.path.front(), 0U);
  EXPECT_EQ(evolution.path.back(), *evolution.winner);
  for (std::size_t i = 1; i < evolution.path.size(); ++i) {
    EXPECT_EQ(find_edge(evolution, evolution.path[i])->version.base, evolution.path[i - 1]);
  }
  EXPECT_EQ(evolution.start, session.rule.start);
  EXPECT_EQ(evolution.source, find_edge(evolution, *evolution.winner)->version.source);
  EXPECT_THAT(evolution.patch, StartsWith("--- a/f.cpp\n+++ b/f.cpp\n@@ "));
  EXPECT_THAT(evolution.patch, HasSubstr("+int line_"));
}

TEST_F(EvolutionOf, HasEveryStepOnce) {
  const Evolution evolution = evolve();
  EXPECT_EQ(evolution.edges.size() + evolution.generations.size() + evolution.confirmations.size(), steps.size());
  EXPECT_EQ(evolution.generations.front().designer, "chance");
  EXPECT_EQ(evolution.generations.front().design.plans.size(), plan_count);
  EXPECT_TRUE(evolution.confirmations.back().promoted);
  EXPECT_TRUE(evolution.confirmations.back().fresh);
  EXPECT_THAT(evolution.confirmations.back().why, HasSubstr("the budget of 60 evaluations"));
  std::uint64_t failed = 0;
  for (const Edge& edge : evolution.edges) {
    if (edge.version.status == "not-written") {
      ++failed;
      EXPECT_FALSE(edge.version.evidence.empty());
      EXPECT_TRUE(edge.version.plan);
    }
  }
  EXPECT_GT(failed, 0U);
}

TEST_F(EvolutionOf, LearnsWhatTheRunLearnt) {
  const Evolution evolution = evolve();
  EXPECT_TRUE(evolution.findings == session.proposer->learner().findings().all());
  EXPECT_FALSE(evolution.findings.empty());
  ASSERT_FALSE(evolution.ledger.empty());
  EXPECT_EQ(evolution.ledger.back().predictions, session.proposer->learner().ledger().predictions().size());
}

TEST_F(EvolutionOf, ARunWithoutAnEndHasItsChampion) {
  const Evolution whole = evolve();
  steps.resize(8);
  const Evolution evolution = evolution_of(steps, "f", Backend::cpp, "here", {}, "f.cpp");
  EXPECT_FALSE(evolution.winner);
  ASSERT_TRUE(evolution.champion);
  EXPECT_EQ(evolution.path.back(), *evolution.champion);
  EXPECT_TRUE(evolution_of({}, "f", Backend::cpp, "here", {}, "f.cpp").path.empty());
}

/// A start with TS = 1, a version that is faster with TS = 4, and it without its code, which is found `rest`.
std::vector<archive::Step> tuned_run(SpeedVerdict rest) {
  const auto step = [](std::uint64_t number, const std::string& source, std::int64_t value, SpeedVerdict verdict) {
    archive::Step made{.number = number, .proposer = "experiment"};
    Measurement measured{.ratio = verdict == SpeedVerdict::faster ? 0.5 : 1, .ratio_interval = {0.9, 1.1}};
    measured.verdict = verdict;
    measured.shapes = {{"n=8", Seconds(1)}};
    measured.tuning = {{"TS", value}};
    made.candidate = archive::Candidate{source, "kernel-cpp", source, nlohmann::json::object()};
    made.verdict = archive::Verdict{"valid", true, {{"measured", to_json(measured)}}};
    return made;
  };
  std::vector<archive::Step> run{step(0, "a\n", 1, SpeedVerdict::same), step(1, "b\n", 4, SpeedVerdict::faster),
                                 step(2, "c\n", 4, rest)};
  run[0].score = 1;
  run[1].score = run[2].score = 0.5;
  run[1].parents = {{0, base_role}};
  run[2].parents = {{1, base_role}};
  run[2].candidate->notes = {{"author", "minimise"}, {"without", std::uint64_t{1}}};
  return run;
}

TEST(EvolutionOfTuned, SaysWhatIsOwedToValues) {
  for (const auto& [rest, owed] : {std::pair(SpeedVerdict::same, TunedGain::Owed::values),
                                   std::pair(SpeedVerdict::slower, TunedGain::Owed::code)}) {
    const Evolution evolution = evolution_of(tuned_run(rest), "f", Backend::cpp, "here", {}, "f.cpp");
    ASSERT_EQ(evolution.tuned.size(), 1U);
    EXPECT_EQ(evolution.tuned[0].version, 1U);
    EXPECT_EQ(evolution.tuned[0].before, (Tuning{{"TS", 1}}));
    EXPECT_EQ(evolution.tuned[0].values, (Tuning{{"TS", 4}}));
    EXPECT_EQ(evolution.tuned[0].owed, owed);
    EXPECT_EQ(evolution.tuned[0].shown_by, 2U);
    EXPECT_EQ(to_json(evolution).at("tuned").at(0).at("owed_to"), to_string(owed));
  }
  std::vector<archive::Step> untried = tuned_run(SpeedVerdict::same);
  untried.pop_back();
  EXPECT_EQ(evolution_of(untried, "f", Backend::cpp, "here", {}, "f.cpp").tuned.at(0).owed, TunedGain::Owed::open);
}

TEST_F(EvolutionOf, IsJson) {
  const Evolution evolution = evolve();
  const nlohmann::json json = to_json(evolution);
  EXPECT_EQ(json.at("edges").size(), evolution.edges.size());
  EXPECT_EQ(json.at("edges").at(0).at("status"), "valid");
  EXPECT_TRUE(json.at("edges").at(0).at("plan").is_null());
  EXPECT_EQ(json.at("confirmations").back().at("promoted"), true);
  EXPECT_EQ(json.at("path"), nlohmann::json(evolution.path));
}

} // namespace
} // namespace mapwright::kernel::scientist
