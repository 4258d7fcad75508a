#include "archive/database.hpp"

#include "archive/header.hpp"
#include "archive/lock.hpp"

#include <string>

#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace mapwright::archive {
namespace {

namespace fs = std::filesystem;

constexpr int busy_milliseconds = static_cast<int>(1000 * patience.count());

bool writable(const fs::path& file) {
  return access(file.c_str(), W_OK) == 0 && access(file.parent_path().c_str(), W_OK) == 0;
}

bool on_read_only_file_system(const fs::path& file) {
  struct statvfs system {};
  return statvfs(file.c_str(), &system) == 0 && (system.f_flag & ST_RDONLY) != 0;
}

SQLite::Database open_with(const fs::path& file, int flags) {
  SQLite::Database database(file.string(), flags, busy_milliseconds);
  database.exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA foreign_keys = ON");
  return database;
}

/// Without locks and log: SQLite's "immutable".
SQLite::Database open_immutable(const fs::path& file) {
  std::string uri = "file:";
  for (const char c : file.string()) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/';
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return open_with(uri + "?immutable=1", SQLite::OPEN_READONLY | SQLite::OPEN_URI);
}

/// Neither writes nor tidies the log away on closing.
SQLite::Database open_unchanging(const fs::path& file, int flags) {
  SQLite::Database database = open_with(file, flags);
  sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  database.exec("PRAGMA query_only = ON");
  return database;
}

/// With the file to itself, the index of the log stays in memory and no -shm is made. Throws SQLITE_BUSY when another
/// process has the file.
SQLite::Database open_alone(const fs::path& file) {
  SQLite::Database database = open_unchanging(file, SQLite::OPEN_READWRITE);
  database.exec("PRAGMA locking_mode = EXCLUSIVE");
  database.setBusyTimeout(0);
  database.exec("SELECT count(*) FROM sqlite_schema");
  database.setBusyTimeout(busy_milliseconds);
  return database;
}

} // namespace

SQLite::Database open_to_inspect(const fs::path& file, bool quiet) {
  if (quiet) {
    return open_immutable(file);
  }
  std::error_code ignored;
  if (writable(file) && !fs::exists(beside(file, "-shm"), ignored)) {
    try {
      return open_alone(file);
    } catch (const SQLite::Exception& problem) {
      if (problem.getErrorCode() != SQLITE_BUSY) { // else another process came first and made an index
        throw;
      }
    }
  }
  return open_unchanging(file, writable(file) ? SQLite::OPEN_READWRITE : SQLite::OPEN_READONLY);
}

SQLite::Database open_to_read(const fs::path& file) {
  // With the right to write, although nothing is written: who closes last tidies the log away.
  SQLite::Database database = writable(file)                   ? open_with(file, SQLite::OPEN_READWRITE)
                              : on_read_only_file_system(file) ? open_immutable(file)
                                                               : open_with(file, SQLite::OPEN_READONLY);
  database.exec("PRAGMA query_only = ON");
  return database;
}

SQLite::Database open_to_write(const fs::path& file, Durability durability) {
  SQLite::Database database = open_with(file, SQLite::OPEN_READWRITE);
  // The log is copied into the file every 64 MiB, and shortened to that should a long reader have made it grow.
  database.exec(fmt::format("PRAGMA synchronous = {}; PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 16384; "
                            "PRAGMA journal_size_limit = 67108864",
                            durability == Durability::power ? "FULL" : "NORMAL"));
  return database;
}

SQLite::Database open_new(const fs::path& file) {
  SQLite::Database database = open_with(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  database.exec("PRAGMA auto_vacuum = NONE; PRAGMA encoding = 'UTF-8'; PRAGMA page_size = 4096");
  return database;
}

void finish_new(SQLite::Database& database) {
  database.exec("PRAGMA journal_mode = WAL");
}

} // namespace mapwright::archive
