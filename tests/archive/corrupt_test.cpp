// Damaged, foreign and newer files: refused with an input error and left as they are, or read as they were written.
#include "archive/corrupt.hpp"
#include "archive/database.hpp"
#include "archive/inspect.hpp"
#include "archive/read.hpp"
#include "archive/sqlite_error.hpp"

#include <random>

#include <SQLiteCpp/Database.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mapwright::archive {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

TEST_F(CorruptArchive, AnyByteFlipped) {
  std::mt19937_64 random(1);
  int refused = 0;
  for (int i = 0; i < 300; ++i) {
    std::string bytes = bytes_;
    const std::size_t at = random() % bytes.size();
    bytes[at] = static_cast<char>(bytes[at] ^ static_cast<char>(1 + random() % 255));
    refused += refused_or_right(bytes, fmt::format("byte {}", at), i % 2 == 0 ? Access::read : Access::write) ? 1 : 0;
  }
  EXPECT_GT(refused, 100); // the others hit what is not in use
}

/// As of an archive that is too large to be checked as a whole on opening.
TEST_F(CorruptArchive, AnyByteFlippedIsNoticedByReading) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 300; ++i) {
    const TemporaryDirectory directory;
    std::string bytes = bytes_;
    const std::size_t at = random() % bytes.size();
    bytes[at] = static_cast<char>(bytes[at] ^ static_cast<char>(1 + random() % 255));
    overwrite(directory / "a", bytes);
    constexpr std::uint64_t nothing = 0;
    if (!inspect(directory / "a", nothing)) {
      continue;
    }
    const Result<std::vector<Step>> steps = guarded(directory / "a", [&]() -> Result<std::vector<Step>> {
      std::vector<Step> all;
      const SQLite::Database database = open_to_read(directory / "a");
      Result<void> read = read_steps(database, RunId(2), [&](Step&& step) -> Result<void> {
        all.push_back(std::move(step));
        return {};
      });
      return read ? Result<std::vector<Step>>(std::move(all)) : forward(read);
    });
    if (steps) {
      EXPECT_TRUE(*steps == original_.steps[1]) << "byte " << at;
    } else {
      EXPECT_EQ(steps.error().kind, ErrorKind::input) << steps.error().format();
    }
  }
}

TEST_F(CorruptArchive, EveryBitOfTheHeaderFlipped) {
  for (std::size_t at = 0; at < 100; ++at) {
    for (const unsigned bit : {0U, 1U, 3U, 7U}) {
      std::string bytes = bytes_;
      bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ (1U << bit));
      refused_or_right(bytes, fmt::format("bit {} of byte {}", bit, at));
    }
  }
}

TEST_F(CorruptArchive, TruncatedAtEveryPage) {
  for (std::size_t size = 4096; size < bytes_.size(); size += 4096) {
    EXPECT_TRUE(refused_or_right(bytes_.substr(0, size), fmt::format("{} bytes", size))) << size;
    EXPECT_TRUE(refused_or_right(bytes_.substr(0, size + 100), fmt::format("{} bytes", size + 100))) << size;
  }
  expect_refused(bytes_.substr(0, 50), "it ends within its header");
  expect_refused(bytes_.substr(0, 100), "it has 100 bytes and should have");
}

TEST_F(CorruptArchive, OtherFiles) {
  expect_refused("", "it is empty");
  expect_refused("n,seconds\n1,2\n", "not an archive of mapwright: it does not begin as one");
  expect_refused(with_number(68, 0), "a database of another program");
  expect_refused(with_number(60, 2), "has version 2; this mapwright knows versions up to 1");
  expect_refused(with_number(60, 0), "its version is 0");
}

TEST_F(CorruptArchive, Directory) {
  const TemporaryDirectory directory;
  for (const Access access : {Access::read, Access::write, Access::create}) {
    const Result<Archive> archive = Archive::open(directory.path(), access);
    ASSERT_FALSE(archive);
    EXPECT_EQ(archive.error().kind, ErrorKind::input);
    EXPECT_THAT(archive.error().message, HasSubstr("it is not a plain file"));
  }
}

TEST_F(CorruptArchive, NoFile) {
  const TemporaryDirectory directory;
  for (const Access access : {Access::read, Access::write}) {
    EXPECT_EQ(Archive::open(directory / "a", access).error().kind, ErrorKind::input);
  }
  EXPECT_TRUE(files_of(directory.path()).empty());
  EXPECT_EQ(Archive::open(directory / "no" / "where", Access::create).error().kind, ErrorKind::machine);
}

TEST_F(CorruptArchive, ALogWithoutItsArchive) {
  const TemporaryDirectory directory;
  overwrite(directory / "a-wal", "log");
  const Result<Archive> archive = Archive::open(directory / "a", Access::create);
  ASSERT_FALSE(archive);
  EXPECT_EQ(archive.error().kind, ErrorKind::input);
  EXPECT_FALSE(fs::exists(directory / "a"));
}

TEST_F(CorruptArchive, ChangedByAnotherProgram) {
  const TemporaryDirectory directory;
  const fs::path file = directory / "a";
  const auto changed = [&](const std::string& sql) {
    overwrite(file, bytes_);
    SQLite::Database(file.string(), SQLite::OPEN_READWRITE).exec(sql);
    return contents(file);
  };
  expect_refused(changed("DROP TRIGGER step_no_update"), "its tables are not those of version 1");
  expect_refused(changed("DROP TRIGGER run_no_update; UPDATE run SET title = 'other'; CREATE TRIGGER run_no_update "
                         "BEFORE UPDATE ON run\nBEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END"),
                 "a row does not have the checksum of its contents");
  expect_refused(changed("PRAGMA journal_mode = DELETE"), "its header is not one that mapwright writes");
}

/// Without the right to read, as a user who is not root.
TEST_F(CorruptArchive, Unreadable) {
  fs::permissions(whole_.path(), fs::perms::owner_all | fs::perms::others_exec);
  fs::permissions(whole_ / "a", fs::perms::owner_read);
  const pid_t child = fork();
  if (child == 0) {
    constexpr uid_t nobody = 65534;
    if (getuid() == 0 && setuid(nobody) != 0) {
      _exit(2);
    }
    const Result<Archive> archive = Archive::open(whole_ / "a", Access::read);
    _exit(!archive && archive.error().kind == ErrorKind::machine ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, getuid() == 0 ? 0 : 1 << 8);
}

} // namespace
} // namespace mapwright::archive
