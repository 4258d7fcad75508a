#include "archive/archive.hpp"
#include "archive/examples.hpp"

#include <cmath>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::archive {
namespace {

namespace fs = std::filesystem;

TEST(Archive, KeepsWhatARunWrote) {
  const TemporaryDirectory directory;
  const fs::path file = directory / "a.mapwright";
  {
    auto archive = Archive::open(file, Access::create);
    ASSERT_TRUE(archive) << archive.error().format();
    auto journal = archive->begin(example_run());
    ASSERT_TRUE(journal) << journal.error().format();
    EXPECT_EQ(journal->run(), RunId(1));
    EXPECT_TRUE(journal->append(example_step(0)));
    EXPECT_TRUE(journal->append(example_exchange(1)));
    EXPECT_TRUE(journal->append(example_step(1)));
    EXPECT_TRUE(journal->append(example_finding()));
    EXPECT_FALSE(*archive->end(RunId(1)));
    EXPECT_TRUE(journal->finish(example_end()));
  }
  auto archive = Archive::open(file, Access::read);
  ASSERT_TRUE(archive) << archive.error().format();
  auto expected = example_run();
  expected.id = RunId(1);
  EXPECT_EQ(*archive->runs(), std::vector{expected});
  EXPECT_EQ(*archive->run(std::nullopt), expected);
  EXPECT_EQ(*archive->run(RunId(1)), expected);
  EXPECT_EQ(all_steps(*archive, RunId(1)), (std::vector{example_step(0), example_step(1)}));
  EXPECT_EQ(*archive->step_count(RunId(1)), 2U);
  EXPECT_EQ(*archive->exchanges(RunId(1)), std::vector{example_exchange(1)});
  EXPECT_EQ(*archive->findings(RunId(1)), std::vector{example_finding()});
  EXPECT_EQ(*archive->end(RunId(1)), example_end());
}

TEST(Archive, LeavesNoOtherFileButTheLock) {
  const TemporaryDirectory directory;
  {
    auto archive = Archive::open(directory / "a", Access::create);
    ASSERT_TRUE(archive);
    auto journal = archive->begin(example_run());
    ASSERT_TRUE(journal && journal->append(example_step(0)));
  }
  ASSERT_TRUE(Archive::open(directory / "a", Access::read));
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory.path())) {
    names.push_back(entry.path().filename());
  }
  EXPECT_THAT(names, testing::UnorderedElementsAre("a", "a-lock"));
}

TEST(Archive, GoesOnWithARunAndFinishesItAgain) {
  const TemporaryDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  ASSERT_TRUE(archive);
  {
    auto journal = archive->begin(example_run());
    ASSERT_TRUE(journal && journal->append(example_step(0)) && journal->append(example_exchange(1)));
    ASSERT_TRUE(journal->append(example_finding()) && journal->finish({{{"kind", "stopped"}}, "early"}));
  }
  auto journal = archive->reopen(RunId(1));
  ASSERT_TRUE(journal) << journal.error().format();
  EXPECT_THROW((void)journal->append(example_step(0)), std::logic_error);
  EXPECT_TRUE(journal->append(example_step(1)) && journal->append(example_exchange(2)));
  EXPECT_TRUE(journal->append(example_finding()) && journal->finish(example_end()));
  EXPECT_EQ(*archive->step_count(RunId(1)), 2U);
  EXPECT_EQ(archive->exchanges(RunId(1))->size(), 2U);
  EXPECT_EQ(archive->findings(RunId(1))->size(), 2U);
  EXPECT_EQ(*archive->end(RunId(1)), example_end());
}

TEST(Archive, RunsCountFromOne) {
  const TemporaryDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  ASSERT_TRUE(archive);
  EXPECT_EQ(archive->run(std::nullopt).error().kind, ErrorKind::input);
  for (std::uint64_t i = 1; i <= 3; ++i) {
    auto journal = archive->begin(example_run());
    ASSERT_TRUE(journal);
    EXPECT_EQ(journal->run(), RunId(i));
  }
  EXPECT_EQ(archive->run(std::nullopt)->id, RunId(3));
  EXPECT_EQ(archive->runs()->size(), 3U);
  EXPECT_THAT(archive->run(RunId(4)).error().message, testing::HasSubstr("has no run 4"));
  EXPECT_THAT(archive->reopen(RunId(4)).error().message, testing::HasSubstr("has no run 4"));
}

TEST(Archive, OneContentIsKeptOnceForAllRuns) {
  const TemporaryDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  ASSERT_TRUE(archive);
  for (int i = 0; i < 2; ++i) {
    auto journal = archive->begin(example_run());
    Step again = example_step(1);
    again.candidate = example_candidate(0);
    again.candidate->notes = "the same once more";
    again.repeats = 0;
    ASSERT_TRUE(journal && journal->append(example_step(0)) && journal->append(again));
    EXPECT_EQ(all_steps(*archive, journal->run()), (std::vector{example_step(0), again}));
  }
}

TEST(Archive, MistakesOfTheCallerAreThrown) {
  const TemporaryDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  ASSERT_TRUE(archive);
  auto journal = archive->begin(example_run());
  ASSERT_TRUE(journal);
  const auto refused = [&](auto change) {
    Step step = example_step(1);
    change(step);
    EXPECT_THROW((void)journal->append(step), std::logic_error);
  };
  refused([](Step&) {}); // step 0 is due
  ASSERT_TRUE(journal->append(example_step(0)));
  refused([](Step& step) { step.parents = {{1, "itself"}}; });
  refused([](Step& step) { step.repeats = 1; });
  refused([](Step& step) { step.score = std::nan(""); });
  refused([](Step& step) { step.used.dollars = std::nan(""); });
  refused([](Step& step) { step.candidate->digest = example_candidate(0).digest; }); // whose content is another
  EXPECT_TRUE(journal->append(example_step(1)));
  auto reader = Archive::open(directory / "a", Access::read);
  ASSERT_TRUE(reader);
  EXPECT_THROW((void)reader->begin(example_run()), std::logic_error);
}

TEST(Archive, StopsReadingAtTheFirstErrorOfTheReader) {
  const TemporaryDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  auto journal = archive->begin(example_run());
  ASSERT_TRUE(journal && journal->append(example_step(0)) && journal->append(example_step(1)));
  int seen = 0;
  const auto read = archive->for_each_step(RunId(1), [&](Step&&) -> Result<void> {
    ++seen;
    return fail(ErrorKind::answer_no, "enough");
  });
  EXPECT_EQ(seen, 1);
  EXPECT_EQ(read.error().message, "enough");
}

TEST(Archive, APartOfTheStepsIsRead) {
  const TemporaryDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  auto journal = archive->begin(example_run());
  for (std::uint64_t number = 0; number < 5; ++number) {
    ASSERT_TRUE(journal && journal->append(example_step(number)));
  }
  EXPECT_EQ(*archive->steps(RunId(1), 1, 2), (std::vector{example_step(1), example_step(2)}));
  EXPECT_EQ(*archive->steps(RunId(1), 4, 10), std::vector{example_step(4)});
  EXPECT_TRUE(archive->steps(RunId(1), 5, 10)->empty());
}

TEST(Archive, IsReadAsOfOneInstantWhileItIsWritten) {
  const TemporaryDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  auto journal = archive->begin(example_run());
  ASSERT_TRUE(journal && journal->append(example_step(0)) && journal->append(example_step(1)));
  std::uint64_t next = 2;
  int seen = 0;
  const auto read = archive->for_each_step(RunId(1), [&](Step&&) -> Result<void> {
    ++seen;
    return journal->append(example_step(next++));
  });
  EXPECT_TRUE(read) << read.error().format();
  EXPECT_EQ(seen, 2);
  EXPECT_EQ(*archive->step_count(RunId(1)), 4U);
}

} // namespace
} // namespace mapwright::archive
