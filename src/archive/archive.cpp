#include "archive/archive.hpp"

#include "archive/connection.hpp"
#include "archive/create.hpp"
#include "archive/database.hpp"
#include "archive/inspect.hpp"
#include "archive/journal.hpp"
#include "archive/migrate.hpp"
#include "archive/read.hpp"
#include "archive/sqlite_error.hpp"

#include <stdexcept>

#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>

namespace mapwright::archive {
namespace {

namespace fs = std::filesystem;

/// Brings an older archive up to date, with nobody else writing it.
Result<void> migrate_file(const fs::path& file) {
  const Result<Lock> alone = Lock::take(file, 0, LockKind::exclusive);
  if (!alone) {
    return forward(alone);
  }
  return guarded(file, [&]() -> Result<void> {
    SQLite::Database database = open_to_write(file, Durability::power);
    migrate(database, all_migrations());
    return {};
  });
}

tl::unexpected<Error> no_run(const fs::path& file, const std::string& which) {
  return fail(ErrorKind::input, fmt::format("archive {} has no {}", file.string(), which),
              "mapwright report lists the runs of an archive");
}

} // namespace

Archive::Archive(std::shared_ptr<Connection> connection) : connection_(std::move(connection)) {}
Archive::Archive(Archive&&) noexcept = default;
Archive& Archive::operator=(Archive&&) noexcept = default;
Archive::~Archive() = default;

Result<Archive> Archive::open(const fs::path& given, Access access, Durability durability) {
  std::error_code problem;
  fs::path file = fs::weakly_canonical(fs::absolute(given, problem), problem);
  if (problem) {
    file = given;
  }
  if (access == Access::create) {
    if (const Result<void> created = create_if_absent(file); !created) {
      return forward(created);
    }
  }
  const Result<int> version = inspect(file);
  if (!version) {
    return forward(version);
  }
  if (access == Access::read) {
    return guarded(file, [&]() -> Result<Archive> {
      return Archive(std::make_shared<Connection>(file, durability, nullptr, open_to_read(file)));
    });
  }
  if (*version < latest_version()) {
    if (const Result<void> migrated = migrate_file(file); !migrated) {
      return forward(migrated);
    }
  }
  Result<Lock> in_use = Lock::take(file, 0, LockKind::shared);
  if (!in_use) {
    return forward(in_use);
  }
  return guarded(file, [&]() -> Result<Archive> {
    return Archive(std::make_shared<Connection>(file, durability, std::make_shared<Lock>(std::move(*in_use)),
                                                open_to_write(file, durability)));
  });
}

Result<std::vector<Run>> Archive::runs() {
  return guarded(connection_->file, [&]() -> Result<std::vector<Run>> { return read_runs(connection_->database); });
}

Result<Run> Archive::run(std::optional<RunId> id) {
  return guarded(connection_->file, [&]() -> Result<Run> {
    if (!id) {
      id = latest_run(connection_->database);
      if (!id) {
        return no_run(connection_->file, "runs");
      }
    }
    if (std::optional<Run> run = read_run(connection_->database, *id)) {
      return std::move(*run);
    }
    return no_run(connection_->file, fmt::format("run {}", id->value()));
  });
}

Result<std::optional<RunEnd>> Archive::end(RunId run) {
  return guarded(connection_->file,
                 [&]() -> Result<std::optional<RunEnd>> { return read_end(connection_->database, run); });
}

Result<void> Archive::for_each_step(RunId run, const std::function<Result<void>(Step&&)>& each) {
  return guarded(connection_->file, [&] { return read_steps(connection_->database, run, each); });
}

Result<std::vector<Step>> Archive::steps(RunId run, std::uint64_t from, std::uint64_t count) {
  return guarded(connection_->file,
                 [&]() -> Result<std::vector<Step>> { return read_steps(connection_->database, run, from, count); });
}

Result<std::uint64_t> Archive::step_count(RunId run) {
  return guarded(connection_->file,
                 [&]() -> Result<std::uint64_t> { return count_rows(connection_->database, "step", "number", run); });
}

Result<std::vector<Exchange>> Archive::exchanges(RunId run) {
  return guarded(connection_->file,
                 [&]() -> Result<std::vector<Exchange>> { return read_exchanges(connection_->database, run); });
}

Result<std::vector<Finding>> Archive::findings(RunId run) {
  return guarded(connection_->file,
                 [&]() -> Result<std::vector<Finding>> { return read_findings(connection_->database, run); });
}

Result<Journal> Archive::begin(Run run) {
  Result<std::unique_ptr<Journal::State>> state = Journal::State::begin(*connection_, std::move(run));
  if (!state) {
    return forward(state);
  }
  return Journal(std::move(*state));
}

Result<Journal> Archive::reopen(RunId run) {
  if (const Result<Run> known = this->run(run); !known) {
    return forward(known);
  }
  Result<std::unique_ptr<Journal::State>> state = Journal::State::reopen(*connection_, run);
  if (!state) {
    return forward(state);
  }
  return Journal(std::move(*state));
}

} // namespace mapwright::archive
