// The choice of a model as a function of what came of asking before.
#include "llm/bandit_choice.hpp"

#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::llm {
namespace {

const std::vector<std::string> three{"a", "b", "c"};

TEST(BanditChoice, QuestionsAskedAtOnceSpreadOverModelsNeverAsked) {
  EXPECT_EQ(choose_model(three, {}, 0), 0U);
  EXPECT_EQ(choose_model(three, {}, 1), 1U);
  EXPECT_EQ(choose_model(three, {}, 2), 2U);
  const std::vector<Outcome> past{{"b", 0.5, 10}, {"gone", 1, 1}};
  EXPECT_EQ(choose_model(three, past, 0), 0U);
  EXPECT_EQ(choose_model(three, past, 1), 2U);
}

/// The models chosen one after the other when "b" alone pays.
std::vector<std::size_t> played(std::size_t questions) {
  std::vector<Outcome> past;
  std::vector<std::size_t> chosen;
  while (chosen.size() < questions) {
    chosen.push_back(choose_model(three, past, 0));
    past.push_back({three[chosen.back()], chosen.back() == 1 ? 0.6 : 0.0, 100});
  }
  return chosen;
}

TEST(BanditChoice, WhoPaysIsAskedMostAndNobodyIsGivenUp) {
  const std::vector<std::size_t> chosen = played(60);
  EXPECT_GT(std::count(chosen.begin(), chosen.end(), 1U), 30);
  EXPECT_EQ(std::set(chosen.begin() + 10, chosen.end()).size(), 3U);
  EXPECT_EQ(played(60), chosen);
}

TEST(BanditChoice, OfEqualRewardsTheCheaperIsAsked) {
  std::vector<Outcome> past;
  for (int i = 0; i < 20; ++i) {
    past.push_back({"a", 0.5, 1000});
    past.push_back({"b", 0.5, 10});
  }
  EXPECT_EQ(choose_model({"a", "b"}, past, 0), 1U);
}

RC_GTEST_PROP(BanditChoiceProperty, TheSamePastGivesTheSameChoice, ()) {
  std::vector<Outcome> past;
  for (const int draw : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 300))) {
    past.push_back({three[static_cast<std::size_t>(draw) % 3], draw / 300.0, static_cast<double>(draw % 7)});
  }
  const std::size_t place = *rc::gen::inRange<std::size_t>(0, 5);
  const std::size_t chosen = choose_model(three, past, place);
  RC_ASSERT(chosen < three.size());
  RC_ASSERT(choose_model(three, past, place) == chosen);
}

} // namespace
} // namespace mapwright::llm
