#include "archive/migrate.hpp"

#include "archive/migrations.hpp"

#include <array>

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>

namespace mapwright::archive {

std::span<const std::string_view> all_migrations() {
  static const std::array all{migrations::m0001};
  return all;
}

int latest_version() {
  return static_cast<int>(all_migrations().size());
}

int version_of(const SQLite::Database& database) {
  SQLite::Statement query(database, "PRAGMA user_version");
  query.executeStep();
  return query.getColumn(0).getInt();
}

void migrate(SQLite::Database& database, std::span<const std::string_view> steps) {
  while (true) {
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::EXCLUSIVE);
    const int version = version_of(database); // now that nobody else can change it
    if (version < 0 || static_cast<std::size_t>(version) >= steps.size()) {
      return;
    }
    database.exec(std::string(steps[static_cast<std::size_t>(version)]));
    database.exec(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", application_id, version + 1));
    transaction.commit();
  }
}

std::vector<std::string> schema_of(const SQLite::Database& database) {
  SQLite::Statement query(database, "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema "
                                    "WHERE name NOT LIKE 'sqlite_stat%' ORDER BY type, name");
  std::vector<std::string> schema;
  while (query.executeStep()) {
    schema.push_back(fmt::format("{} {} {} {}", query.getColumn(0).getString(), query.getColumn(1).getString(),
                                 query.getColumn(2).getString(), query.getColumn(3).getString()));
  }
  return schema;
}

std::vector<std::string> schema_of_version(int version) {
  SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  migrate(database, all_migrations().first(static_cast<std::size_t>(version)));
  return schema_of(database);
}

} // namespace mapwright::archive
