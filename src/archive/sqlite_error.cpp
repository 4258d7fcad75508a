#include "archive/sqlite_error.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

namespace mapwright::archive {

Error error_of(const std::filesystem::path& file, const SQLite::Exception& problem) {
  const std::string name = file.string();
  const auto machine = [&](const std::string& what, const std::string& hint) {
    return Error{ErrorKind::machine, fmt::format("archive {}: {}", name, what), std::nullopt, hint};
  };
  switch (problem.getErrorCode() & 0xFF) { // the primary code
  case SQLITE_CORRUPT:
  case SQLITE_NOTADB:
  case SQLITE_FORMAT:
    return corrupt_error(file, problem.what());
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    return machine("locked by another process for too long", "wait until it is done, or end it, and try again");
  case SQLITE_FULL:
    return machine("the disk is full", "make room and resume the run: nothing that was committed is lost");
  case SQLITE_READONLY:
  case SQLITE_PERM:
  case SQLITE_AUTH:
  case SQLITE_CANTOPEN:
    return machine(fmt::format("cannot be opened as asked: {}", problem.what()),
                   "the file and its directory must be readable, and writable for writing; copy the archive to a "
                   "directory of yours to read it there");
  case SQLITE_IOERR:
  case SQLITE_NOLFS:
  case SQLITE_PROTOCOL:
    return machine(fmt::format("the file system failed: {}", problem.what()),
                   "keep archives on a local file system with locks");
  case SQLITE_TOOBIG:
    return machine(fmt::format("too large for one record: {}", problem.what()), "");
  default:
    return {ErrorKind::internal, fmt::format("archive {}: {}", name, problem.what()), std::nullopt, {}};
  }
}

Error corrupt_error(const std::filesystem::path& file, const std::string& what) {
  return {ErrorKind::input, fmt::format("archive {} is corrupt: {}", file.string(), what), std::nullopt,
          "it was not modified; restore it from a copy, or begin a new archive with another name"};
}

} // namespace mapwright::archive
