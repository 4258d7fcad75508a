// The ladder of repairs: a mapper that runs, or the errors with their places.
#include "mapper/agent/revise.hpp"
#include "mapper/contest/small_search.hpp"

#include <gmock/gmock.h>

namespace mapwright::mapper {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class AskForMapper : public ::testing::Test {
protected:
  tl::expected<WrittenMapper, loop::Setback> ask(test::ScriptedProvider& provider, unsigned repairs = 2,
                                                 bool without_doubts = false) const {
    MapperQuestion question;
    question.request.messages = {{llm::Role::user, "write"}};
    question.assemble = [](const std::string& statements) { return statements; };
    question.repairs = repairs;
    question.without_doubts = without_doubts;
    return ask_for_mapper(provider, question, arena_->scene(), {});
  }

  std::shared_ptr<const SearchArena> arena_ = small_arena();
};

const std::string good = statements_reply({"Task * GPU;"});
const std::string unknown_kind = statements_reply({"Task * GPUS;"});
const std::string unseen_memory = statements_reply({"Task * CPU;", "Region * * CPU FBMEM;"});

TEST_F(AskForMapper, TakesWhatRuns) {
  test::ScriptedProvider provider({good});
  const auto written = ask(provider);
  ASSERT_TRUE(written) << written.error().why;
  EXPECT_EQ(written->text, "Task * GPU;\n");
  EXPECT_EQ(written->reason, "it should be faster");
  EXPECT_EQ(written->repairs, 0U);
  EXPECT_TRUE(written->fixture);
}

TEST_F(AskForMapper, ShowsEachErrorAtItsPlaceWithItsFix) {
  test::ScriptedProvider provider({unknown_kind, unseen_memory, good});
  const auto written = ask(provider);
  ASSERT_TRUE(written) << written.error().why;
  EXPECT_EQ(written->repairs, 2U);
  const auto questions = provider.questions();
  ASSERT_EQ(questions.size(), 3U);
  EXPECT_EQ(questions[1].messages.size(), 3U) << "the question, the answer, what is wrong with it";
  EXPECT_THAT(questions[1].messages.back().text,
              AllOf(HasSubstr("mapper:1:8: error: expected a kind of processor, found 'GPUS'"),
                    HasSubstr("line 1: write 'GPU' instead of 'GPUS'")));
  EXPECT_THAT(questions[2].messages.back().text, HasSubstr("CPU sees no memory of this list"));
}

TEST_F(AskForMapper, GivesUpWithTheFirstErrorThatIsLeft) {
  test::ScriptedProvider provider({unknown_kind, unknown_kind, unknown_kind});
  const auto written = ask(provider);
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().why, HasSubstr("no mapper that runs after 3 questions to scripted: mapper:1:8: error: "));
  EXPECT_FALSE(written.error().unavailable);
  EXPECT_EQ(provider.questions().size(), 3U);
}

TEST_F(AskForMapper, RepairsAnEmptyAnswerAndProse) {
  test::ScriptedProvider provider;
  provider.then(test::scripted_failure(llm::FailureKind::empty));
  provider.then(test::scripted_reply("I would rather not say."));
  provider.then(test::scripted_reply(good));
  const auto written = ask(provider);
  ASSERT_TRUE(written) << written.error().why;
  EXPECT_EQ(written->repairs, 2U);
}

TEST_F(AskForMapper, WarningsAreShownWhereTheyCountAndTakenInTheEnd) {
  const std::string doubtful = statements_reply({"Task * GPU;", "InstanceLimit stop 4;"});
  test::ScriptedProvider lenient({doubtful});
  EXPECT_TRUE(ask(lenient));
  test::ScriptedProvider strict({doubtful, good});
  const auto mended = ask(strict, 2, true);
  ASSERT_TRUE(mended);
  EXPECT_EQ(mended->text, "Task * GPU;\n");
  EXPECT_THAT(strict.questions().at(1).messages.back().text,
              AllOf(HasSubstr("runs, but:"), HasSubstr("has no task 'stop'")));
  test::ScriptedProvider stubborn({doubtful, doubtful, unknown_kind});
  const auto kept = ask(stubborn, 2, true);
  ASSERT_TRUE(kept) << "the last answer that runs";
  EXPECT_THAT(kept->text, HasSubstr("InstanceLimit stop 4;"));
}

TEST_F(AskForMapper, FailuresAndRefusalsAreSetbacks) {
  test::ScriptedProvider nobody;
  nobody.then(test::scripted_failure(llm::FailureKind::unreachable, "nobody there"));
  const auto unreachable = ask(nobody);
  ASSERT_FALSE(unreachable);
  EXPECT_EQ(unreachable.error().why, "nobody there");
  EXPECT_TRUE(unreachable.error().unavailable);
  test::ScriptedProvider slow;
  slow.then(test::scripted_failure(llm::FailureKind::timed_out, "too slow"));
  const auto late = ask(slow);
  ASSERT_FALSE(late);
  EXPECT_FALSE(late.error().unavailable);
  test::ScriptedProvider unwilling;
  unwilling.then(test::scripted_reply("no", llm::Finish::refused));
  const auto refused = ask(unwilling);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().why, "the answer of scripted was refused");
}

TEST_F(AskForMapper, DoubtsAreWarnings) {
  EXPECT_EQ(doubts_about("Task * GPU;\n", arena_->scene()), std::nullopt);
  EXPECT_THAT(doubts_about("Task * GPU;\nInstanceLimit stop 4;\n", arena_->scene()).value_or(""),
              HasSubstr("mapper:2:15: warning: "));
}

TEST_F(AskForMapper, ReservesForEveryRepair) {
  llm::Request request;
  request.messages = {{llm::Role::user, std::string(300, 'x')}};
  request.max_output_tokens = 10;
  EXPECT_EQ(most_tokens_of(request, 0), 110U);
  EXPECT_EQ(most_tokens_of(request, 2), 3 * 100U + 10 + 20 + 30);
}

} // namespace
} // namespace mapwright::mapper
