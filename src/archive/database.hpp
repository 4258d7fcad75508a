// Opens the SQLite database of an archive in the ways the archive needs. All throw SQLite::Exception.
#pragma once

#include "archive/archive.hpp"

#include <filesystem>

#include <SQLiteCpp/Database.h>

namespace mapwright::archive {

/// To look whether all is well: changes neither the file nor its log, even on closing, and leaves no file beside it
/// that was not there. With `quiet` no locks are taken and no log is read: for a file that nobody writes.
SQLite::Database open_to_inspect(const std::filesystem::path& file, bool quiet);

/// To read.
SQLite::Database open_to_read(const std::filesystem::path& file);

/// To append.
SQLite::Database open_to_write(const std::filesystem::path& file, Durability durability);

/// An empty database in a new file, to be migrated; it writes into the file itself until `finish_new`.
SQLite::Database open_new(const std::filesystem::path& file);

/// Turns on the write-ahead log.
void finish_new(SQLite::Database& database);

} // namespace mapwright::archive
