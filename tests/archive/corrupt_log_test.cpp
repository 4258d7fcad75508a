// Damage to an archive whose writer was killed, and to its log.
#include "archive/corrupt.hpp"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace mapwright::archive {
namespace {

namespace fs = std::filesystem;

/// As after SIGKILL: a part of the rows is only in the log.
class CorruptArchiveWithLog : public CorruptArchive {
protected:
  CorruptArchiveWithLog() {
    auto archive = Archive::open(whole_ / "b", Access::create);
    write_runs(*archive);
    file_ = contents(whole_ / "b");
    log_ = contents(whole_ / "b-wal");
  }
  std::string file_;
  std::string log_;
};

TEST_F(CorruptArchiveWithLog, AnyByteOfTheFileFlipped) {
  ASSERT_FALSE(log_.empty());
  std::mt19937_64 random(2);
  for (int i = 0; i <= 100; ++i) {
    const TemporaryDirectory directory;
    std::string bytes = file_;
    if (i > 0) {
      bytes[random() % bytes.size()] ^= static_cast<char>(1 + random() % 255);
    }
    overwrite(directory / "a", bytes);
    overwrite(directory / "a-wal", log_);
    const auto before = files_of(directory.path());
    const Result<Everything> read = read_everything(directory / "a");
    if (read) {
      EXPECT_TRUE(*read == original_);
      EXPECT_FALSE(fs::exists(directory / "a-wal"));
    } else {
      EXPECT_GT(i, 0) << read.error().format();
      EXPECT_EQ(read.error().kind, ErrorKind::input) << read.error().format();
      EXPECT_TRUE(files_of(directory.path()) == before) << read.error().format();
    }
  }
}

/// SQLite takes the log up to the first frame that is not sound, as after a crash.
TEST_F(CorruptArchiveWithLog, ADamagedLogEndsEarly) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 100; ++i) {
    const TemporaryDirectory directory;
    std::string log = log_;
    log[random() % log.size()] ^= static_cast<char>(1 + random() % 255);
    overwrite(directory / "a", file_);
    overwrite(directory / "a-wal", log);
    const Result<Everything> read = read_everything(directory / "a");
    ASSERT_TRUE(read) << read.error().format();
    ASSERT_LE(read->runs.size(), original_.runs.size());
    for (std::size_t run = 0; run < read->runs.size(); ++run) {
      const std::vector<Step>& all = original_.steps[run];
      const std::vector<Step>& some = read->steps[run];
      ASSERT_LE(some.size(), all.size());
      EXPECT_TRUE(std::equal(some.begin(), some.end(), all.begin()));
    }
  }
}

} // namespace
} // namespace mapwright::archive
