// What the writer of one run consists of.
#pragma once

#include "archive/archive.hpp"
#include "archive/connection.hpp"
#include "archive/lock.hpp"
#include "archive/row.hpp"

#include <mutex>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

namespace mapwright::archive {

/// It has a connection of its own, so that its transactions and the reading of its archive do not meet.
struct Journal::State {
  /// Writes the run and locks it. Throws std::logic_error for an archive that was opened to read.
  static Result<std::unique_ptr<State>> begin(const Archive::Connection& archive, Run run);
  /// Locks a run that exists and counts what it has.
  static Result<std::unique_ptr<State>> reopen(const Archive::Connection& archive, RunId run);

  explicit State(const Archive::Connection& archive);

  /// Locks run `id`. Input error: another writes it.
  Result<void> lock(RunId id);
  void insert_step(const Step& step);
  /// The number of its row, which is an old one when the content is known.
  std::uint64_t insert_candidate(const Candidate& candidate);

  /// Calls `insert` in a transaction, commits it and adds one to `count`.
  template <class Insertion> Result<void> commit(std::uint64_t& count, Insertion&& insert);

  std::filesystem::path file;
  std::shared_ptr<Lock> in_use;
  std::optional<Lock> writer;
  SQLite::Database database;
  SQLite::Statement find_candidate;
  SQLite::Statement last_candidate;
  Insert candidates;
  Insert steps;
  Insert lineage;
  Insert verdicts;
  Insert samples;
  Insert exchanges;
  Insert findings;
  Insert ends;
  RunId run{0};
  std::uint64_t step_count = 0;
  std::uint64_t exchange_count = 0;
  std::uint64_t finding_count = 0;
  std::uint64_t end_count = 0;
  std::mutex mutex; ///< of everything above
};

} // namespace mapwright::archive
