#include "mapper/agent/feedback.hpp"
#include "mapper/contest/small_search.hpp"

#include <gmock/gmock.h>

namespace mapwright::mapper {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Feedback : public ::testing::Test {
protected:
  std::string on(const std::string& text, FeedbackLevel level, const std::optional<double>& makespan = std::nullopt) {
    return feedback_on(text, makespan, level, arena_->scene(), side_);
  }

  std::shared_ptr<const SearchArena> arena_ = small_arena();
  SideSimulations side_{arena_->scene(), 10'000};
};

TEST_F(Feedback, SaysOfARunFirstTheTimeThenWhereItWent) {
  EXPECT_EQ(on(all_on_gpus, FeedbackLevel::raw, 0.25), "It takes 250 ms.\n");
  EXPECT_EQ(side_.used(), 0U) << "the time is known";
  const std::string explained = on(all_on_gpus, FeedbackLevel::explain, 0.25);
  EXPECT_THAT(explained,
              AllOf(HasSubstr("It takes 250 ms.\n"), HasSubstr("On its critical path:\n"), HasSubstr(" tasks sweep: "),
                    HasSubstr("4 of 4 GPU processors were used"), HasSubstr("The fullest FBMEM held ")));
  EXPECT_EQ(side_.used(), 1U);
}

TEST_F(Feedback, SuggestionsSayAllThatExplanationsSay) {
  const std::string explained = on(all_on_gpus, FeedbackLevel::explain);
  const std::string suggested = on(all_on_gpus, FeedbackLevel::suggest);
  EXPECT_EQ(suggested.substr(0, explained.size()), explained);
  EXPECT_THAT(suggested, HasSubstr("With `Region * ghost GPU ZCMEM;` in front it would take "));
}

TEST_F(Feedback, SaysOfARefusalMoreAndMore) {
  const std::string wrong = "Task * GPUS;\nTask sweep CPUS;\n";
  EXPECT_EQ(on(wrong, FeedbackLevel::raw), "It cannot run:\nexpected a kind of processor, found 'GPUS'\n");
  const std::string explained = on(wrong, FeedbackLevel::explain);
  EXPECT_THAT(explained, AllOf(HasSubstr("mapper:1:8"), HasSubstr("mapper:2:12"), Not(HasSubstr("fix: "))));
  EXPECT_THAT(on(wrong, FeedbackLevel::suggest), HasSubstr("fix: write 'GPU' instead of 'GPUS'"));
  EXPECT_EQ(side_.used(), 0U);
}

TEST_F(Feedback, WithoutSimulationsOnlyTheTimeIsTold) {
  SideSimulations none(arena_->scene(), 0);
  EXPECT_EQ(feedback_on(all_on_gpus, 0.25, FeedbackLevel::suggest, arena_->scene(), none), "It takes 250 ms.\n");
}

TEST(FeedbackLevels, HaveNames) {
  for (const FeedbackLevel level : all_feedback_levels) {
    EXPECT_EQ(feedback_level_named(to_string(level)), level);
  }
  EXPECT_EQ(feedback_level_named("loud"), std::nullopt);
}

} // namespace
} // namespace mapwright::mapper
