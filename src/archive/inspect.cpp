#include "archive/inspect.hpp"

#include "archive/database.hpp"
#include "archive/header.hpp"
#include "archive/migrate.hpp"
#include "archive/row.hpp"
#include "archive/sqlite_error.hpp"

#include <string>
#include <tuple>
#include <vector>

#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

namespace mapwright::archive {
namespace {

namespace fs = std::filesystem;

std::uintmax_t size_or_zero(const fs::path& file) {
  std::error_code absent;
  const std::uintmax_t size = fs::file_size(file, absent);
  return absent ? 0 : size;
}

/// Changes whenever a process opens the archive or writes it.
auto stamp(const fs::path& file) {
  std::error_code absent;
  return std::tuple(fs::last_write_time(file, absent), size_or_zero(file), size_or_zero(beside(file, "-wal")),
                    fs::exists(beside(file, "-shm"), absent));
}

void check_structure(const SQLite::Database& database) {
  SQLite::Statement query(database, "PRAGMA integrity_check(1)");
  query.executeStep();
  if (std::string finding = query.getColumn(0).getString(); finding != "ok") {
    throw_corrupt(finding);
  }
}

void check_rows(const SQLite::Database& database) {
  SQLite::Statement tables(database,
                           "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
  while (tables.executeStep()) {
    SQLite::Statement rows(database, fmt::format("SELECT * FROM \"{}\"", tables.getColumn(0).getString()));
    while (rows.executeStep()) {
      check_whole_row(rows);
    }
  }
}

Result<int> check_contents(const fs::path& file, Log log, std::uint64_t whole_limit) {
  const SQLite::Database database = open_to_inspect(file, log == Log::empty);
  const int version = version_of(database);
  if (version > latest_version()) {
    return tl::unexpected<Error>(
        newer_error(file, static_cast<std::uint64_t>(version), static_cast<std::uint64_t>(latest_version())));
  }
  if (version < 1 || schema_of(database) != schema_of_version(version)) {
    throw_corrupt(fmt::format("its tables are not those of version {}", version));
  }
  if (size_or_zero(file) + size_or_zero(beside(file, "-wal")) <= whole_limit) {
    check_structure(database);
    check_rows(database);
  }
  return version;
}

Result<int> inspect_once(const fs::path& file, Log log, std::uint64_t whole_limit) {
  if (const Result<void> header = check_header(file, log); !header) {
    return forward(header);
  }
  Result<int> version = guarded(file, [&] { return check_contents(file, log, whole_limit); });
  if (!version && version.error().kind == ErrorKind::internal) { // SQLite cannot make sense of it
    return tl::unexpected<Error>(corrupt_error(file, version.error().message));
  }
  return version;
}

} // namespace

Result<int> inspect(const fs::path& file, std::uint64_t whole_limit) {
  // A finding counts when nobody came in between: without a log that holds pages the file is read without locks.
  constexpr int attempts = 5;
  for (int attempt = 1;; ++attempt) {
    const auto before = stamp(file);
    Result<int> version = inspect_once(file, log_of(file), whole_limit);
    if (version || attempt == attempts || stamp(file) == before) {
      return version;
    }
  }
}

} // namespace mapwright::archive
