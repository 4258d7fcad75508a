// Versions read back from committed steps.
#include "kernel/scientist/generation.hpp"

#include <gmock/gmock.h>

namespace mapwright::kernel::scientist {
namespace {

using ::testing::HasSubstr;

Measurement half_the_time() {
  Measurement measured{.ratio = 0.5, .ratio_interval = {0.45, 0.55}, .verdict = SpeedVerdict::faster};
  measured.shapes = {{"n=8", Seconds(1e-3), 0.4, {0.3, 0.5}, 2.5}, {"n=9", Seconds(2e-3), 0.6, {0.5, 0.7}}};
  measured.tuning = {{"TS", 8}};
  measured.evaluations = 4;
  measured.headroom = 2.5;
  return measured;
}

archive::Step step_with(std::uint64_t number, const std::string& form, const std::string& content,
                        nlohmann::json notes = nlohmann::json::object()) {
  archive::Step step;
  step.number = number;
  step.candidate = loop::make_candidate(form, content, std::move(notes));
  return step;
}

archive::Step measured_step(std::uint64_t number, const std::string& source, double score) {
  archive::Step step = step_with(number, "kernel-cpp", source, {{"author", "start"}, {"behaviour", {1, 2, 3}}});
  step.verdict = archive::Verdict{"valid", true, {{"measured", to_json(half_the_time())}}};
  step.score = score;
  return step;
}

archive::Step design_step(std::uint64_t number) {
  Design design;
  for (const char* name : {"a", "b"}) {
    design.plans.push_back({.name = name, .description = "do it", .gain = {1, 2}});
  }
  design.chosen = {1, 0};
  nlohmann::json content = to_json(design);
  content["generation"] = 1;
  content["selection"] = {{"base", 0}, {"reference", 0}, {"rationale", "there is no other"}};
  content["designer"] = "built-in";
  content["exhausted"] = {7};
  return step_with(number, design_form, content.dump());
}

TEST(KernelMeasurement, IsReadBackFromJson) {
  const Measurement measured = half_the_time();
  const auto read = measurement_from_json(nlohmann::json::parse(to_json(measured).dump()));
  ASSERT_TRUE(read) << read.error().format();
  EXPECT_EQ(to_json(*read), to_json(measured));
  EXPECT_EQ(read->verdict, SpeedVerdict::faster);
  EXPECT_EQ(read->shapes[0].headroom, 2.5);
  EXPECT_FALSE(read->shapes[1].headroom);
  EXPECT_EQ(read->tuning, measured.tuning);
}

TEST(KernelMeasurement, SaysWhatIsMissing) {
  nlohmann::json json = to_json(half_the_time());
  json["shapes"][1].erase("ratio");
  EXPECT_THAT(measurement_from_json(json).error().message, HasSubstr("ratio"));
  EXPECT_FALSE(measurement_from_json(nlohmann::json("text")));
}

TEST(KernelPopulation, HoldsKernelsAndTheirScores) {
  Population population;
  population.add(measured_step(0, "start", 1));
  population.add(design_step(1));
  archive::Step better = measured_step(2, "better", 0.5);
  better.parents = {{0, base_role}, {0, reference_role}, {1, design_role}};
  population.add(better);
  population.add(step_with(3, confirmation_form, "{}"));
  EXPECT_EQ(population.all().size(), 2U);
  EXPECT_FALSE(population.at(1));
  EXPECT_FALSE(population.at(3));
  ASSERT_TRUE(population.champion());
  EXPECT_EQ(population.champion()->step, 2U);
  const Version version = *population.at(2);
  EXPECT_EQ(version.base, 0U);
  EXPECT_EQ(version.plan->name, "b"); // chosen first
  EXPECT_EQ(version.behaviour, (Behaviour{1, 2, 3}));
  EXPECT_EQ(version.source, "better");
  EXPECT_EQ(version.measured->tuning.at("TS"), 8);
  EXPECT_FALSE(population.at(0)->plan);
}

TEST(KernelPopulation, RemembersExperimentsThatBecameNothing) {
  Population population;
  population.add(measured_step(0, "start", 1));
  population.add(design_step(1));
  archive::Step failed;
  failed.number = 2;
  failed.parents = {{0, base_role}, {0, reference_role}, {1, design_role}};
  failed.failure = "it repeats version 0";
  population.add(failed);
  archive::Step repeated = step_with(3, "kernel-cpp", "start");
  repeated.parents = failed.parents;
  repeated.repeats = 0;
  population.add(repeated);
  EXPECT_EQ(population.at(2)->status, "not-written");
  EXPECT_EQ(population.at(2)->plan->name, "b");
  EXPECT_EQ(population.at(2)->evidence, "it repeats version 0");
  EXPECT_EQ(population.at(3)->status, "repeated");
  EXPECT_EQ(population.at(3)->plan->name, "a");
  EXPECT_EQ(population.measured().size(), 1U);
}

TEST(KernelPopulation, WhatIsNotValidHasNoScore) {
  Population population;
  archive::Step wrong = measured_step(0, "wrong", 0.1);
  wrong.verdict = archive::Verdict{"wrong-output", false, {{"evidence", "c[3] is 4, not 5"}}};
  population.add(wrong);
  EXPECT_FALSE(population.champion());
  EXPECT_EQ(population.at(0)->evidence, "c[3] is 4, not 5");
  EXPECT_EQ(population.at(0)->status, "wrong-output");
}

TEST(KernelGeneration, IsReadFromItsStep) {
  const auto generation = generation_of(design_step(4));
  ASSERT_TRUE(generation) << generation.error().format();
  EXPECT_EQ(generation->step, 4U);
  EXPECT_EQ(generation->number, 1U);
  EXPECT_EQ(generation->selection.rationale, "there is no other");
  EXPECT_EQ(generation->exhausted, std::vector<std::uint64_t>{7});
  EXPECT_FALSE(generation_of(step_with(4, design_form, "{}")));
}

} // namespace
} // namespace mapwright::kernel::scientist
