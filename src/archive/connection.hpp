// What an open archive consists of.
#pragma once

#include "archive/archive.hpp"
#include "archive/lock.hpp"

#include <stdexcept>

#include <SQLiteCpp/Database.h>

namespace mapwright::archive {

struct Archive::Connection {
  Connection(std::filesystem::path path, Durability commits_survive, std::shared_ptr<Lock> lock,
             SQLite::Database&& opened)
      : file(std::move(path)), durability(commits_survive), in_use(std::move(lock)), database(std::move(opened)) {}

  /// Throws std::logic_error when the archive was opened to read.
  [[nodiscard]] std::shared_ptr<Lock> lock_to_write() const {
    if (in_use == nullptr) {
      throw std::logic_error("an archive that was opened to read cannot be written");
    }
    return in_use;
  }

  std::filesystem::path file;
  Durability durability;
  std::shared_ptr<Lock> in_use; ///< shared with the journals; null for an archive opened to read
  SQLite::Database database;
};

} // namespace mapwright::archive
