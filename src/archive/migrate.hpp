// The numbered steps from an empty database to the present schema, and to it from every earlier one.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <SQLiteCpp/Database.h>

namespace mapwright::archive {

/// `PRAGMA application_id` of archives: "mwra".
inline constexpr int application_id = 0x6D777261;

/// The SQL of every migration; number N (from 1) is at N - 1 and leads from version N - 1 to version N.
std::span<const std::string_view> all_migrations();

/// The version that this program writes.
int latest_version();

/// `PRAGMA user_version`: the number of the last migration that was run. Throws SQLite::Exception.
int version_of(const SQLite::Database& database);

/// Runs what is missing, each migration in one exclusive transaction. Safe when several processes do it at once.
/// Throws SQLite::Exception; the version is then that of the last migration that succeeded.
void migrate(SQLite::Database& database, std::span<const std::string_view> steps);

/// What the database consists of: every table, index and trigger with its SQL, in a fixed order.
std::vector<std::string> schema_of(const SQLite::Database& database);

/// schema_of a database on which the first `version` migrations were run.
std::vector<std::string> schema_of_version(int version);

} // namespace mapwright::archive
