// Several processes on one archive, and processes that are killed.
#include "archive/examples.hpp"
#include "archive/processes.hpp"

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::archive {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

TEST(Processes, CreateAndWriteOneArchiveAtOnce) {
  const TemporaryDirectory directory;
  constexpr std::uint64_t writers = 4;
  constexpr std::uint64_t steps = 100;
  std::vector<pid_t> children;
  for (std::uint64_t i = 0; i < writers; ++i) {
    children.push_back(start_child([&] {
      auto archive = Archive::open(directory / "a", Access::create);
      auto journal = archive->begin(example_run());
      bool well = journal.has_value();
      for (std::uint64_t n = 0; well && n < steps; ++n) {
        well = journal->append(example_step(n)) && journal->append(example_exchange(n));
      }
      return well;
    }));
  }
  for (const pid_t child : children) {
    EXPECT_TRUE(succeeded(child));
  }
  auto archive = Archive::open(directory / "a", Access::read);
  ASSERT_TRUE(archive) << archive.error().format();
  ASSERT_EQ(archive->runs()->size(), writers);
  for (std::uint64_t run = 1; run <= writers; ++run) {
    const std::vector<Step> read = all_steps(*archive, RunId(run));
    ASSERT_EQ(read.size(), steps);
    EXPECT_EQ(read.back(), example_step(steps - 1));
    EXPECT_EQ(archive->exchanges(RunId(run))->size(), steps);
  }
}

TEST(Processes, OneWriterPerRun) {
  const TemporaryDirectory directory;
  Pipe begun;
  const pid_t child = start_child([&] {
    auto archive = Archive::open(directory / "a", Access::create);
    auto journal = archive->begin(example_run());
    const bool well = journal && journal->append(example_step(0));
    begun.say(0);
    pause();
    return well;
  });
  ASSERT_TRUE(begun.hear());
  {
    auto archive = Archive::open(directory / "a", Access::write);
    ASSERT_TRUE(archive) << archive.error().format();
    const auto refused = archive->reopen(RunId(1));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::input);
    EXPECT_THAT(refused.error().message, HasSubstr("run 1 "));
    EXPECT_THAT(refused.error().message, HasSubstr("is being written already"));
    EXPECT_EQ(*archive->step_count(RunId(1)), 1U); // reading works
    auto other = archive->begin(example_run());
    ASSERT_TRUE(other);
    EXPECT_EQ(other->run(), RunId(2));
    EXPECT_TRUE(other->append(example_step(0)));
  }
  kill(child, SIGKILL);
  EXPECT_FALSE(succeeded(child));
  auto archive = Archive::open(directory / "a", Access::write);
  ASSERT_TRUE(archive) << archive.error().format();
  auto journal = archive->reopen(RunId(1));
  ASSERT_TRUE(journal) << journal.error().format();
  EXPECT_TRUE(journal->append(example_step(1)));
}

TEST(Processes, OneWriterPerRunInOneProcessToo) {
  const TemporaryDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  auto again = Archive::open(directory / "a", Access::write);
  ASSERT_TRUE(archive && again);
  {
    auto journal = archive->begin(example_run());
    ASSERT_TRUE(journal);
    EXPECT_FALSE(archive->reopen(RunId(1)));
    EXPECT_FALSE(again->reopen(RunId(1)));
  }
  EXPECT_TRUE(again->reopen(RunId(1)));
}

/// Opening an archive again looks at its header; that must not drop the locks this process has on it.
TEST(Processes, LocksOutliveAnotherOpeningInTheSameProcess) {
  const TemporaryDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  auto journal = archive->begin(example_run());
  ASSERT_TRUE(journal && journal->append(example_step(0)));
  ASSERT_TRUE(Archive::open(directory / "a", Access::read));
  ASSERT_TRUE(succeeded(start_child([&] { // closes as the last one if it sees no locks, and deletes the log
    return Archive::open(directory / "a", Access::write).has_value();
  })));
  EXPECT_TRUE(fs::exists(directory / "a-wal"));
  EXPECT_TRUE(journal->append(example_step(1)));
  EXPECT_EQ(*archive->step_count(RunId(1)), 2U);
}

TEST(Processes, OpenAtOnceWhatAKilledOneLeft) {
  const TemporaryDirectory directory;
  {
    auto archive = Archive::open(directory / "a", Access::create);
    auto journal = archive->begin(example_run());
    ASSERT_TRUE(journal && journal->append(example_step(0)));
    fs::copy_file(directory / "a", directory / "b"); // the log, but not its index
    fs::copy_file(directory / "a-wal", directory / "b-wal");
  }
  std::vector<pid_t> children;
  for (int i = 0; i < 6; ++i) {
    children.push_back(start_child([&] {
      auto archive = Archive::open(directory / "b", i % 2 == 0 ? Access::write : Access::read);
      return archive && archive->step_count(RunId(1)) == 1U && (i % 2 != 0 || archive->begin(example_run()));
    }));
  }
  for (const pid_t child : children) {
    EXPECT_TRUE(succeeded(child));
  }
  EXPECT_EQ(Archive::open(directory / "b", Access::read)->runs()->size(), 4U);
}

TEST(Processes, ReadersAndThreadsMeetOneWriter) {
  const TemporaryDirectory directory;
  auto archive = Archive::open(directory / "a", Access::create);
  auto journal = archive->begin(example_run());
  ASSERT_TRUE(journal);
  constexpr std::uint64_t each = 100;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      for (std::uint64_t n = 0; n < each; ++n) {
        EXPECT_TRUE(journal->append(example_exchange(n)));
      }
    });
  }
  for (std::uint64_t n = 0; n < each; ++n) {
    EXPECT_TRUE(journal->append(example_step(n)));
    EXPECT_EQ(*archive->step_count(RunId(1)), n + 1);
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(archive->exchanges(RunId(1))->size(), 3 * each);
}

/// Appends step after step, saying a line for each that was committed, until it is killed.
bool write_for_ever(const fs::path& file, const Pipe& acknowledged) {
  auto archive = Archive::open(file, Access::create);
  if (!archive) {
    return false;
  }
  auto journal = archive->runs()->empty() ? archive->begin(example_run()) : archive->reopen(RunId(1));
  std::uint64_t next = journal ? *archive->step_count(RunId(1)) : 0;
  while (journal && journal->append(example_exchange(next)) && journal->append(example_step(next))) {
    acknowledged.say(next);
    ++next;
  }
  return false;
}

TEST(Kill, AtAnyInstantLosesOnlyWorkInFlight) {
  const TemporaryDirectory directory;
  const fs::path file = directory / "a";
  std::mt19937_64 random(5);
  std::uint64_t count = 0; // steps that were said to be committed, or found
  constexpr int kills = 60;
  int while_writing = 0;
  for (int i = 0; i < kills; ++i) {
    Pipe acknowledged;
    const pid_t child = start_child([&] { return write_for_ever(file, acknowledged); });
    acknowledged.close_writer();
    std::optional<std::uint64_t> last;
    if (i % 4 != 0) { // else while it opens, or creates
      last = acknowledged.hear();
      ASSERT_TRUE(last);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 20'000));
    kill(child, SIGKILL);
    EXPECT_FALSE(succeeded(child));
    while (const std::optional<std::uint64_t> number = acknowledged.hear()) {
      last = number;
    }
    if (last) {
      count = *last + 1;
      ++while_writing;
    }
    if (!fs::exists(file)) {
      EXPECT_EQ(count, 0U); // killed before there was an archive
      continue;
    }
    auto archive = Archive::open(file, Access::read);
    ASSERT_TRUE(archive) << archive.error().format();
    const std::vector<Step> steps = all_steps(*archive, RunId(1));
    ASSERT_GE(steps.size(), count);
    ASSERT_LE(steps.size(), count + 1);
    count = steps.size();
    for (std::uint64_t n = 0; n < steps.size(); ++n) {
      ASSERT_EQ(steps[n], example_step(n));
    }
    ASSERT_GE(archive->exchanges(RunId(1))->size(), steps.size());
    SQLite::Database database(file.string());
    EXPECT_EQ(database.execAndGet("PRAGMA integrity_check").getString(), "ok");
  }
  EXPECT_GE(while_writing, 45);
  EXPECT_TRUE(Archive::open(file, Access::write)->reopen(RunId(1)));
}

} // namespace
} // namespace mapwright::archive
