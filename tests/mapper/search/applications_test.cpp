// The space of every application on every shipped machine: whatever is drawn elaborates without a finding to the plan
// that the space makes by itself, and runs.
#include "mapper/search/neighbours.hpp"
#include "mapper/search/search_cases.hpp"

namespace mapwright::mapper {
namespace {

/// Decisions of two plans that differ.
std::size_t difference(const Plan& a, const Plan& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.tasks.size(); ++i) {
    count += a.tasks[i] == b.tasks[i] ? 0U : 1U;
  }
  for (std::size_t i = 0; i < a.arguments.size(); ++i) {
    count += a.arguments[i].memory == b.arguments[i].memory ? 0U : 1U;
    count += a.arguments[i].layout == b.arguments[i].layout ? 0U : 1U;
    count += a.arguments[i].collect == b.arguments[i].collect ? 0U : 1U;
  }
  for (std::size_t i = 0; i < a.limits.size(); ++i) {
    count += a.limits[i] == b.limits[i] ? 0U : 1U;
  }
  return count;
}

/// The assignment nearest to the plan, one decision after the other, twice.
Assignment nearest_to(const SearchCase& one, const Plan& target) {
  Assignment best = one.space.usual();
  std::size_t least = difference(one.space.plan(best), target);
  for (int pass = 0; pass < 2; ++pass) {
    for (std::size_t decision = 0; decision < best.size(); ++decision) {
      for (std::size_t option = 0; option < one.space.decisions()[decision].options.size(); ++option) {
        const Assignment next = with_option(one.space, best, decision, static_cast<std::uint16_t>(option));
        if (const std::size_t count = difference(one.space.plan(next), target); count < least) {
          best = next;
          least = count;
        }
      }
    }
  }
  return best;
}

/// The application at the size that the machine is for.
std::string sized(const std::string& application, const std::string& machine) {
  if (application == "circuit" || application == "stencil" || application == "pennant") {
    return application;
  }
  const Machine opened = sure(open_machine(machine));
  return fmt::format("{},nodes={},gpus={}", application, opened.description().nodes,
                     opened.processors_of(ProcessorKind::gpu));
}

class SearchApplications : public ::testing::TestWithParam<std::string> {};

TEST_P(SearchApplications, WhateverIsDrawnIsSound) {
  const std::string& application = GetParam();
  std::uint64_t seed = 1;
  for (const std::string machine : {"p100x4", "lassen,nodes=2", "lassen,nodes=4", "dgx-h200", "box"}) {
    const std::string program = sized(application, machine);
    const auto one = SearchCase::of(program, machine);
    measure::Random random(seed++);
    for (int i = 0; i < 4; ++i) {
      const Assignment drawn = one.space.draw(random);
      ASSERT_TRUE(is_sound(one, drawn)) << program << " on " << machine;
      ASSERT_EQ(one.space.legal(drawn), drawn);
    }
  }
}

/// What experts decide can be decided here, so that no search is kept from being as fast. Two things aside: the order
/// of one dimension, and the memories of pennant's points, which its expert chooses by partition where launches of one
/// kind have different ones for an argument.
TEST_P(SearchApplications, ExpertsAreInTheSpace) {
  const std::string& application = GetParam();
  const bool rows = application == "circuit" || application == "pennant";
  for (const std::string machine : {"p100x4", "lassen,nodes=2", "lassen,nodes=4"}) {
    const auto one = SearchCase::of(sized(application, machine), machine);
    const Application made = sure(open_application(sized(application, machine)));
    const Plan expert = one.elaborate(*made.mapper("expert")).plan;
    const Plan nearest = one.space.plan(nearest_to(one, expert));
    for (const PlanDifference& each : plan_differences(one.program, one.graph, nearest, expert)) {
      const bool known = (rows && each.decision == "layout") || (application == "pennant" && each.decision == "memory");
      EXPECT_TRUE(known) << machine << ", " << each.decision << ": " << each.example;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, SearchApplications,
                         ::testing::Values("cannon", "circuit", "cosma", "johnson", "pennant", "pumma", "solomonik",
                                           "stencil", "summa"));

} // namespace
} // namespace mapwright::mapper
