// The space of every application on every shipped machine: whatever is drawn elaborates without a finding to the plan
// that the space makes by itself, and runs.
#include "mapper/search/search_cases.hpp"

#include <utility>

namespace mapwright::mapper {
namespace {

class SearchApplications : public ::testing::TestWithParam<std::string> {};

TEST_P(SearchApplications, WhateverIsDrawnIsSound) {
  const std::string& application = GetParam();
  const bool product = application != "circuit" && application != "stencil" && application != "pennant";
  const auto sized = [&](int nodes, int gpus) {
    return product ? fmt::format("{},nodes={},gpus={}", application, nodes, gpus) : application;
  };
  const std::vector<std::pair<std::string, std::string>> scenes{{sized(1, 4), "p100x4"},
                                                                {sized(2, 4), "lassen,nodes=2"},
                                                                {sized(4, 4), "lassen,nodes=4"},
                                                                {sized(1, 8), "dgx-h200"},
                                                                {sized(1, 2), "box"}};
  std::uint64_t seed = 1;
  for (const auto& [program, machine] : scenes) {
    const auto one = SearchCase::of(program, machine);
    measure::Random random(seed++);
    for (int i = 0; i < 4; ++i) {
      const Assignment drawn = one.space.draw(random);
      ASSERT_TRUE(is_sound(one, drawn)) << program << " on " << machine;
      ASSERT_EQ(one.space.legal(drawn), drawn);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, SearchApplications,
                         ::testing::Values("cannon", "circuit", "cosma", "johnson", "pennant", "pumma", "solomonik",
                                           "stencil", "summa"));

} // namespace
} // namespace mapwright::mapper
