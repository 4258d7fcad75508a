#include "archive/create.hpp"

#include "archive/database.hpp"
#include "archive/header.hpp"
#include "archive/lock.hpp"
#include "archive/migrate.hpp"
#include "archive/sqlite_error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace mapwright::archive {
namespace {

namespace fs = std::filesystem;

/// Makes the renaming survive the loss of power.
void synchronise_directory(const fs::path& directory) {
  const int descriptor = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor >= 0) {
    fsync(descriptor);
    close(descriptor);
  }
}

Result<void> build(const fs::path& file) {
  return guarded(file, [&]() -> Result<void> {
    SQLite::Database database = open_new(file);
    migrate(database, all_migrations());
    finish_new(database);
    return {};
  });
}

} // namespace

Result<void> create_if_absent(const fs::path& file) {
  std::error_code problem;
  if (fs::exists(fs::symlink_status(file, problem))) {
    return {};
  }
  const Result<Lock> alone = Lock::take(file, 0, LockKind::exclusive);
  if (!alone) {
    return forward(alone);
  }
  if (fs::exists(fs::symlink_status(file, problem))) { // another process was first
    return {};
  }
  for (const char* suffix : {"-wal", "-journal"}) {
    if (fs::exists(beside(file, suffix), problem)) {
      return fail(ErrorKind::input,
                  fmt::format("{} is there, but not the archive it belongs to", beside(file, suffix).string()),
                  "restore the archive, or remove this file too");
    }
  }
  const fs::path unfinished = beside(file, "-new"); // of a process that was killed here, unless it is absent
  for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
    fs::remove(beside(unfinished, suffix), problem);
  }
  if (const Result<void> built = build(unfinished); !built) {
    return forward(built);
  }
  fs::rename(unfinished, file, problem);
  if (problem) {
    return fail(ErrorKind::machine, fmt::format("cannot make {}: {}", file.string(), problem.message()));
  }
  synchronise_directory(file.parent_path());
  return {};
}

} // namespace mapwright::archive
