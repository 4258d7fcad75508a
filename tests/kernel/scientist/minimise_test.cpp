// Which hunks are needed, found by asking.
#include "kernel/scientist/minimise.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::kernel::scientist {
namespace {

/// Asks until the end; a subset is as good when it has all of `needed`.
std::size_t minimise(Minimisation& state, const std::vector<bool>& needed) {
  std::size_t asked = 0;
  while (const auto subset = state.next()) {
    ++asked;
    bool good = true;
    for (std::size_t i = 0; i < needed.size(); ++i) {
      good = good && (!needed[i] || (*subset)[i]);
    }
    state.learn(good ? SubsetVerdict::as_good : SubsetVerdict::worse);
  }
  return asked;
}

TEST(Minimisation, OneHunkNeedsNoQuestion) {
  EXPECT_FALSE(Minimisation(0).next());
  EXPECT_FALSE(Minimisation(1).next());
  EXPECT_EQ(Minimisation(1).kept_count(), 1U);
}

TEST(Minimisation, OneOfManyIsFoundInFewQuestions) {
  std::vector<bool> needed(16, false);
  needed[11] = true;
  Minimisation state(16);
  EXPECT_LE(minimise(state, needed), 9U);
  EXPECT_EQ(state.kept(), needed);
}

TEST(Minimisation, LearningWithoutAQuestionIsOurMistake) {
  Minimisation state(1);
  EXPECT_THROW(state.learn(SubsetVerdict::worse), std::logic_error);
}

RC_GTEST_PROP(MinimisationProperty, KeepsExactlyWhatIsNeeded, ()) {
  auto needed = *rc::gen::container<std::vector<bool>>(rc::gen::arbitrary<bool>());
  RC_PRE(std::find(needed.begin(), needed.end(), true) != needed.end());
  Minimisation state(needed.size());
  minimise(state, needed);
  RC_ASSERT(state.kept() == needed);
}

RC_GTEST_PROP(MinimisationProperty, WhateverIsAnsweredItEndsWithoutAskingTwice, ()) {
  const auto hunks = *rc::gen::inRange<std::size_t>(0, 20);
  Minimisation state(hunks);
  std::set<std::vector<bool>> asked;
  while (const auto subset = state.next()) {
    const auto kept = static_cast<std::size_t>(std::count(subset->begin(), subset->end(), true));
    RC_ASSERT(asked.insert(*subset).second);
    RC_ASSERT(kept > 0U);
    RC_ASSERT(kept < state.kept_count());
    RC_ASSERT(state.next() == subset);
    const bool good = *rc::gen::arbitrary<bool>();
    state.learn(good ? SubsetVerdict::as_good : SubsetVerdict::worse);
    RC_ASSERT(!good || state.kept() == *subset);
  }
  // At the end every single hunk was tried without.
  for (std::size_t i = 0; i < hunks && state.kept_count() > 1; ++i) {
    if (state.kept()[i]) {
      auto without = state.kept();
      without[i] = false;
      RC_ASSERT(asked.count(without) == 1U);
    }
  }
}

} // namespace
} // namespace mapwright::kernel::scientist
