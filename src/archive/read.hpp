// From rows to records. All throw SQLite::Exception; a row that does not have its checksum is SQLITE_CORRUPT.
#pragma once

#include "archive/records.hpp"
#include "core/error.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

namespace mapwright::archive {

std::vector<Run> read_runs(const SQLite::Database& database);
std::optional<Run> read_run(const SQLite::Database& database, RunId run);
std::optional<RunId> latest_run(const SQLite::Database& database);
std::optional<RunEnd> read_end(const SQLite::Database& database, RunId run);
std::vector<Exchange> read_exchanges(const SQLite::Database& database, RunId run);
std::vector<Finding> read_findings(const SQLite::Database& database, RunId run);

/// The SELECT that read_candidate needs, prepared. The + keeps the planner from putting ?1 for the digest in the first
/// condition, which would then match no index.
inline constexpr const char* select_candidate =
    "SELECT * FROM candidate WHERE substr(digest, -8) = substr(?1, -8) AND +digest = ?1";

/// A candidate and the number of its row.
struct KnownCandidate {
  std::uint64_t id;
  Candidate candidate; ///< without notes, which belong to a step
};
std::optional<KnownCandidate> read_candidate(SQLite::Statement& select, const std::string& digest);

/// One after the other, as of one instant. Stops at the first error of `each`.
Result<void> read_steps(const SQLite::Database& database, RunId run, const std::function<Result<void>(Step&&)>& each);

/// At most `count` of them, beginning with number `from`.
std::vector<Step> read_steps(const SQLite::Database& database, RunId run, std::uint64_t from, std::uint64_t count);

/// How many rows of a run there are in a table whose rows count from 0 in `column`.
std::uint64_t count_rows(const SQLite::Database& database, std::string_view table, std::string_view column, RunId run);

} // namespace mapwright::archive
