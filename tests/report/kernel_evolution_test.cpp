// Evolutions for people: text and graph to the character, a line for each kind of step.
#include "report/kernel_evolution.hpp"
#include "support/paths.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

namespace mapwright::report {
namespace {

using namespace kernel::scientist;
using kernel::AvenueKind;
using kernel::scientist::Measurement;

Measurement measured(double ratio, double low, double high, SpeedVerdict verdict) {
  return {.ratio = ratio, .ratio_interval = {low, high}, .verdict = verdict};
}

ExperimentPlan plan(const std::string& name) {
  return {.name = name, .kind = AvenueKind::memory, .description = "do it", .gain = {1.5, 3}, .innovation = 40};
}

/// A start, a winner, a version that was slower, one that did not compile.
Evolution small_evolution() {
  Evolution evolution;
  Version start{.step = 0, .source = "a\n", .author = "start", .status = "valid", .valid = true};
  start.measured = measured(1, 1, 1, SpeedVerdict::unclear);
  start.measured->shapes = {{"n=8", Seconds(2e-3)}, {"n=9", Seconds(8e-3)}};
  start.score = 1;
  Version winner{.step = 2, .source = "b\n", .base = 0, .plan = plan("loop-interchange"), .author = "built-in"};
  winner.status = "valid";
  winner.valid = true;
  winner.measured = measured(0.25, 0.24, 0.26, SpeedVerdict::faster);
  winner.measured->headroom = 1.75;
  winner.score = 0.25;
  Version slower{.step = 3, .source = "c\n", .base = 0, .plan = plan("say \"hi\""), .author = "model:m"};
  slower.status = "valid";
  slower.valid = true;
  slower.measured = measured(2, 1.9, 2.1, SpeedVerdict::slower);
  slower.score = 2;
  Version broken{.step = 4, .source = "d\n", .base = 0, .plan = plan("unroll"), .author = "model:m"};
  broken.status = "not-compiled";
  broken.evidence = "expected ';'\nbefore '}'";
  evolution.edges = {{start, 0}, {winner, 1, "built-in"}, {slower, 1, "built-in"}, {broken, 1, "built-in"}};
  evolution.champion = evolution.winner = 2;
  evolution.path = {0, 2};
  evolution.tuning = {{"TS", 8}};
  evolution.tuned = {{2, {{"TS", 4}}, {{"TS", 8}}, TunedGain::Owed::code, 6}};
  evolution.standings = {{Role::designer, "built-in", 3, 1, 0.25, 0}, {Role::writer, "model:m", 2, 1, 0.125, 4200}};
  evolution.patch = "--- a/f.cpp\n+++ b/f.cpp\n@@ -1 +1 @@\n-a\n+b\n";
  evolution.confirmations = {{.step = 5,
                              .version = 2,
                              .why = "the budget of 10 evaluations",
                              .promoted = true,
                              .fresh = measured(0.25, 0.245, 0.255, SpeedVerdict::faster),
                              .held_out = measured(0.5, 0.49, 0.51, SpeedVerdict::faster),
                              .gap = 2.0}};
  evolution.ledger = {{.designer = "built-in",
                       .kind = AvenueKind::memory,
                       .predictions = 3,
                       .valid = 2,
                       .covered = 1,
                       .faster = 1,
                       .bias = 1.25}};
  return evolution;
}

void expect_golden(const std::string& name, const std::string& text) {
  const auto path = test::golden_dir() / "report" / name;
  if (std::getenv("MAPWRIGHT_UPDATE_GOLDEN") != nullptr) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream expected;
  expected << file.rdbuf();
  EXPECT_EQ(text, expected.str()) << path << "; MAPWRIGHT_UPDATE_GOLDEN=1 rewrites it";
}

TEST(KernelEvolution, TheEndOfARun) {
  expect_golden("evolution_result.txt", result_text(small_evolution(), "out/best.cpp"));
}

TEST(KernelEvolution, WithoutAConfirmationNothingIsClaimed) {
  Evolution evolution = small_evolution();
  evolution.confirmations.clear();
  EXPECT_NE(result_text(evolution, "").find("unproved     version 2 met no inputs"), std::string::npos);
  evolution.path = {0};
  EXPECT_EQ(result_text(evolution, ""), "improved     no: none of 3 versions is faster than the start beyond doubt\n");
  EXPECT_EQ(result_text(Evolution(), ""),
            "improved     no: none of 0 versions is faster than the start beyond doubt\n");
}

TEST(KernelEvolution, AConfirmationThatFailsIsARefusal) {
  Evolution evolution = small_evolution();
  evolution.confirmations[0].promoted = false;
  evolution.confirmations[0].flaw = "y[3] is 1, expected 2";
  EXPECT_NE(result_text(evolution, "")
                .find("flaw         y[3] is 1, expected 2\n"
                      "refused      version 2: its gain does not hold\n"),
            std::string::npos);
}

TEST(KernelEvolution, LineageAsTableAndGraph) {
  expect_golden("evolution_lineage.txt", lineage_text(small_evolution()));
  expect_golden("evolution_lineage.dot", lineage_dot(small_evolution()));
}

TEST(KernelEvolution, ALineForEachKindOfStep) {
  loop::History history;
  archive::Step start{.number = 0, .proposer = "start"};
  Measurement timed = measured(1, 1, 1, SpeedVerdict::unclear);
  timed.shapes = {{"n=8", Seconds(5.31e-3)}};
  start.candidate = archive::Candidate{"d0", "kernel-cpp", "a\n", {{"author", "start"}}};
  start.verdict = archive::Verdict{"valid", true, {{"measured", to_json(timed)}}};
  start.score = 1;
  history.add(start);
  EXPECT_EQ(evolution_line(start, history), "step 0    start  5.31 ms  best 1.00x");

  archive::Step broken{.number = 1, .proposer = "experiment", .parents = {{0, "base"}}};
  broken.candidate = archive::Candidate{"d1", "kernel-cpp", "b\n", {{"plan", {{"name", "unroll"}}}}};
  broken.verdict = archive::Verdict{"not-compiled", false, {{"evidence", "no ';'"}}};
  EXPECT_EQ(evolution_line(broken, history), "step 1    unroll  not-compiled: no ';'  best 1.00x");

  const archive::Step failed{.number = 2, .proposer = "experiment", .failure = "it repeats version 0"};
  EXPECT_EQ(evolution_line(failed, history), "step 2    experiment: it repeats version 0  best 1.00x");

  archive::Step confirmation{.number = 3, .proposer = "confirm"};
  confirmation.candidate = archive::Candidate{"d3", confirmation_form, "{}", nullptr};
  confirmation.verdict = archive::Verdict{"promoted", true, nullptr};
  EXPECT_EQ(evolution_line(confirmation, history), "step 3    confirmation: promoted");

  archive::Step design{.number = 4, .proposer = "design"};
  design.candidate = archive::Candidate{"d4", design_form, "{}", nullptr};
  EXPECT_EQ(evolution_line(design, history), "step 4    a design that cannot be read  best 1.00x");
}

} // namespace
} // namespace mapwright::report
