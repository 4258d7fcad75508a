// The archive: an append-only SQLite file (write-ahead log) of everything that runs did.
//
// Rows are added and never changed. What was committed survives the death of the process at any instant; whether it
// survives the loss of power is a choice. Several processes may use one archive; one run is written by one at a time.
#pragma once

#include "archive/records.hpp"
#include "core/error.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::archive {

enum class Access : std::uint8_t {
  read,   ///< an existing archive
  write,  ///< an existing archive; older ones are migrated
  create, ///< as write, and a new archive where there is no file
};

/// What a commit survives.
enum class Durability : std::uint8_t {
  process, ///< the death of the process
  power,   ///< the loss of power too: each commit waits for the disk
};

class Journal;

/// One open archive. Not thread-safe; open it again for another thread.
class Archive {
public:
  /// Input error: no such file, no archive of ours, corrupt, or written by a newer mapwright (none is modified).
  /// Machine error: the file may not be read or written.
  static Result<Archive> open(const std::filesystem::path& file, Access access,
                              Durability durability = Durability::process);

  Archive(Archive&&) noexcept;
  Archive& operator=(Archive&&) noexcept;
  ~Archive();

  /// All runs, the oldest first.
  Result<std::vector<Run>> runs();
  /// Input error when there is none of that number; without `id` the latest run.
  Result<Run> run(std::optional<RunId> id);
  /// Nothing while the run has not ended.
  Result<std::optional<RunEnd>> end(RunId run);

  /// In the order of their numbers, one after the other, as of one instant; stops at the first error of `each`.
  /// A run that is not there has no steps, exchanges or findings.
  Result<void> for_each_step(RunId run, const std::function<Result<void>(Step&&)>& each);
  /// At most `count` steps, beginning with number `from`.
  Result<std::vector<Step>> steps(RunId run, std::uint64_t from, std::uint64_t count);
  Result<std::uint64_t> step_count(RunId run);
  /// In the order they were written.
  Result<std::vector<Exchange>> exchanges(RunId run);
  Result<std::vector<Finding>> findings(RunId run);

  /// Begins a run (`run.id` is ignored) and locks it for writing. REQUIRES: not opened with Access::read.
  Result<Journal> begin(Run run);
  /// Goes on with a run that is not being written. Input error when another process writes it.
  Result<Journal> reopen(RunId run);

private:
  friend class Journal;
  struct Connection;
  explicit Archive(std::shared_ptr<Connection> connection);
  std::shared_ptr<Connection> connection_;
};

/// The writer of one run. Each call is one transaction. Thread-safe: exchanges come from several threads.
/// An error of kind machine means that nothing of the call was written (disk full, archive locked for too long).
class Journal {
public:
  Journal(Journal&&) noexcept;
  Journal& operator=(Journal&&) noexcept;
  ~Journal();

  [[nodiscard]] RunId run() const;

  /// REQUIRES, else std::logic_error: `step.number` is the number of steps committed so far; parents and `repeats` are
  /// earlier steps; score, resources and times are no NaN; one digest always has one form and content.
  Result<void> append(const Step& step);
  Result<void> append(const Exchange& exchange);
  Result<void> append(const Finding& finding);
  /// The run is over. It may be reopened and finished again; the latest end counts.
  Result<void> finish(const RunEnd& end);

private:
  friend class Archive;
  struct State;
  explicit Journal(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

} // namespace mapwright::archive
