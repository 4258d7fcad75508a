#include "mapper/search/decision_features.hpp"
#include "mapper/search/decision_policy.hpp"
#include "mapper/search/reinforcement.hpp"
#include "searcher_world.hpp"

#include <cmath>
#include <string>

namespace mapwright::mapper {
namespace {

TEST(DecisionFeatures, HaveANameEachAndAreFinite) {
  const SearcherWorld world(tiled_program(4, 100, 2, 2), round_machine(2));
  const DecisionFeatures features(world.scene, world.space);
  measure::Random random(1);
  const Assignment drawn = world.space.draw(random);
  for (std::size_t d = 0; d < drawn.size(); ++d) {
    for (std::uint16_t option = 0; option < world.space.decisions()[d].options.size(); ++option) {
      const std::vector<double> row = features.of(drawn, d, option);
      ASSERT_EQ(row.size(), decision_feature_names().size());
      for (std::size_t i = 0; i < row.size(); ++i) {
        ASSERT_TRUE(std::isfinite(row[i])) << decision_feature_names()[i];
        ASSERT_LE(std::abs(row[i]), 4) << decision_feature_names()[i];
      }
    }
  }
}

TEST(DecisionPolicy, DrawsOnlyAllowedOptions) {
  const SearcherWorld world(tiled_program(4, 100, 2, 2), round_machine(2));
  const DecisionFeatures features(world.scene, world.space);
  measure::Random random(1);
  const DecisionPolicy policy(random);
  for (int i = 0; i < 50; ++i) {
    const PolicyEpisode episode = policy.draw(features, world.space, random);
    EXPECT_EQ(episode.assignment, world.space.legal(episode.assignment));
  }
  const Assignment most = policy.most_probable(features, world.space);
  EXPECT_EQ(most, world.space.legal(most));
}

double mean_log_seconds(const SearcherWorld& world, const DecisionPolicy& policy, int draws) {
  const DecisionFeatures features(world.scene, world.space);
  measure::Random random(99);
  double sum = 0;
  for (int i = 0; i < draws; ++i) {
    const Assignment drawn = policy.draw(features, world.space, random).assignment;
    sum += std::log(evaluate_on_simulator(world, Mapping{drawn, {}, {}}).makespan);
  }
  return sum / draws;
}

DecisionPolicy trained_policy(const SearcherWorld& world, DecisionPolicy policy, int draws) {
  PolicyLearner learner(world.scene, world.space, std::move(policy));
  measure::Random random(3);
  for (int i = 0; i < draws; ++i) {
    const Assignment drawn = learner.draw(random);
    learner.learn(evaluate_on_simulator(world, Mapping{drawn, {}, {}}).makespan);
  }
  return learner.policy();
}

TEST(PolicyLearner, LearnsAndCarriesOverToAnotherSizeAndMachine) {
  const SearcherWorld small(tiled_program(4, 100, 2, 2), round_machine());
  const SearcherWorld large(tiled_program(8, 300, 2, 3), round_machine(2));
  measure::Random random(4);
  const DecisionPolicy untrained(random);
  const DecisionPolicy trained = trained_policy(small, untrained, 480);
  EXPECT_LT(mean_log_seconds(small, trained, 60), mean_log_seconds(small, untrained, 60) - 0.1);
  EXPECT_LT(mean_log_seconds(large, trained, 60), mean_log_seconds(large, untrained, 60) - 0.1);
}

TEST(PolicyJson, GivesTheSamePolicyBack) {
  measure::Random random(4);
  const DecisionPolicy policy(random);
  const auto again = policy_from_json(policy_json(policy), "p.json");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(policy_json(*again), policy_json(policy));
  const SearcherWorld world(tiled_program(4, 100, 2, 2), round_machine());
  const DecisionFeatures features(world.scene, world.space);
  EXPECT_EQ(again->most_probable(features, world.space), policy.most_probable(features, world.space));
}

/// The policy's text with one part of it replaced.
std::string broken(const std::string& what, const std::string& by) {
  measure::Random random(4);
  std::string text = policy_json(DecisionPolicy(random));
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

TEST(PolicyJson, RefusesWithThePlace) {
  const auto message = [](const std::string& text) {
    const auto read = policy_from_json(text, "p.json");
    EXPECT_FALSE(read);
    return read ? std::string() : read.error().message;
  };
  EXPECT_EQ(message(broken("\"schema_version\": 1", "\"schema_version\": 2")),
            "p.json: /schema_version: this must be 1");
  EXPECT_EQ(message(broken("\"sort limit\"", "\"sort\"")),
            "p.json: /features: these are not the features of this version");
  EXPECT_EQ(message(broken("\"layers\"", "\"lairs\"")), "p.json: /layers: there must be 1 to 8 layers");
  EXPECT_EQ(message(broken("\"biases\"", "\"bias\"")), "p.json: /layers/0/biases: this must be a list of numbers");
  EXPECT_EQ(message(broken("0.0", "null")), "p.json: /layers/0/biases/0: this must be a finite number");
  EXPECT_EQ(message("[]"), "p.json: /schema_version: this must be 1");
  const auto read = policy_from_json("{\n \"layers\": oops\n}", "p.json");
  ASSERT_FALSE(read);
  ASSERT_TRUE(read.error().where);
  EXPECT_EQ(read.error().where->line, 2);
  EXPECT_EQ(read.error().where->column, 12);
}

} // namespace
} // namespace mapwright::mapper
