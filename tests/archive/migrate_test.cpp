#include "archive/examples.hpp"
#include "archive/migrate.hpp"
#include "archive/processes.hpp"

#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>
#include <gtest/gtest.h>

namespace mapwright::archive {
namespace {

constexpr std::string_view three[] = {"CREATE TABLE a (x INTEGER) STRICT", "INSERT INTO a VALUES (1)",
                                      "CREATE TABLE b (y INTEGER) STRICT; INSERT INTO a VALUES (2)"};

int sum(const SQLite::Database& database) {
  SQLite::Statement query(database, "SELECT coalesce(sum(x), 0) FROM a");
  query.executeStep();
  return query.getColumn(0).getInt();
}

SQLite::Database in_memory() {
  return {":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE};
}

TEST(Migrations, RunOnceEachFromAnyVersion) {
  for (std::size_t first = 0; first <= 3; ++first) {
    SQLite::Database database = in_memory();
    migrate(database, std::span(three).first(first));
    EXPECT_EQ(version_of(database), static_cast<int>(first));
    migrate(database, three);
    migrate(database, three);
    EXPECT_EQ(version_of(database), 3);
    EXPECT_EQ(sum(database), 3);
  }
}

TEST(Migrations, ADatabaseOfANewerVersionIsLeftAlone) {
  SQLite::Database database = in_memory();
  migrate(database, three);
  const std::vector<std::string> schema = schema_of(database);
  migrate(database, std::span(three).first(1));
  EXPECT_EQ(version_of(database), 3);
  EXPECT_EQ(schema_of(database), schema);
}

TEST(Migrations, OneThatFailsLeavesTheVersionBefore) {
  constexpr std::string_view broken[] = {three[0], "INSERT INTO a VALUES (1); INSERT INTO nowhere VALUES (1)"};
  SQLite::Database database = in_memory();
  EXPECT_THROW(migrate(database, broken), SQLite::Exception);
  EXPECT_EQ(version_of(database), 1);
  EXPECT_EQ(sum(database), 0);
}

TEST(Migrations, SeveralProcessesAtOnce) {
  const TemporaryDirectory directory;
  const std::string file = directory / "a";
  std::vector<pid_t> children;
  for (int i = 0; i < 6; ++i) {
    children.push_back(start_child([&] {
      SQLite::Database database(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, 10'000);
      migrate(database, three);
      return version_of(database) == 3;
    }));
  }
  for (const pid_t child : children) {
    EXPECT_TRUE(succeeded(child));
  }
  EXPECT_EQ(sum(SQLite::Database(file)), 3);
}

TEST(Migrations, ANewArchiveHasTheLatestSchema) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(Archive::open(directory / "a", Access::create));
  const SQLite::Database database((directory / "a").string());
  EXPECT_EQ(version_of(database), latest_version());
  EXPECT_EQ(schema_of(database), schema_of_version(latest_version()));
}

/// The database itself refuses, whoever asks.
TEST(AppendOnly, NothingIsChangedOrDeleted) {
  const TemporaryDirectory directory;
  const std::string file = directory / "a";
  {
    auto archive = Archive::open(file, Access::create);
    auto journal = archive->begin(example_run());
    ASSERT_TRUE(journal && journal->append(example_step(0)) && journal->append(example_step(1)));
    ASSERT_TRUE(journal->append(example_exchange(1)) && journal->append(example_finding()));
    ASSERT_TRUE(journal->finish(example_end()));
  }
  SQLite::Database database(file, SQLite::OPEN_READWRITE);
  SQLite::Statement tables(database, "SELECT name FROM sqlite_schema WHERE type = 'table'");
  int count = 0;
  while (tables.executeStep()) {
    ++count;
    const std::string table = tables.getColumn(0).getString();
    for (const std::string& sql : {"UPDATE " + table + " SET checksum = 0", "DELETE FROM " + table,
                                   "INSERT OR REPLACE INTO " + table + " SELECT * FROM " + table,
                                   "REPLACE INTO " + table + " SELECT * FROM " + table}) {
      try {
        database.exec(sql);
        ADD_FAILURE() << sql;
      } catch (const SQLite::Exception& refused) {
        EXPECT_STREQ(refused.what(), "the archive is append-only") << sql;
      }
    }
  }
  EXPECT_EQ(count, 9);
  auto archive = Archive::open(file, Access::read);
  ASSERT_TRUE(archive);
  EXPECT_EQ(all_steps(*archive, RunId(1)), (std::vector{example_step(0), example_step(1)}));
}

} // namespace
} // namespace mapwright::archive
