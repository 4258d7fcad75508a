// What the readers of several tables share. All throw SQLite::Exception.
#pragma once

#include "archive/records.hpp"
#include "archive/row.hpp"

#include <SQLiteCpp/Statement.h>

namespace mapwright::archive {

/// Binds the first parameter.
inline void bind_run(SQLite::Statement& query, RunId run) {
  query.bind(1, static_cast<std::int64_t>(run.value()));
}

/// Reads five columns.
inline Resources read_resources(Row& row) {
  Resources used;
  used.evaluations = row.integer();
  used.time = Seconds(row.real());
  used.tokens = row.integer();
  used.dollars = row.real();
  used.energy = Joules(row.real());
  return used;
}

/// Reads the columns `run` and `position`; the rows of a run are complete when they count without a gap.
inline void read_place(Row& row, std::uint64_t expected) {
  row.integer();
  if (row.integer() != expected) {
    throw_corrupt("rows of a run are missing");
  }
}

} // namespace mapwright::archive
