// The first 100 bytes of an archive, looked at before SQLite does anything with the file.
#pragma once

#include "core/error.hpp"

#include <cstdint>
#include <filesystem>

namespace mapwright::archive {

/// Whether the write-ahead log beside the file may hold pages that belong to it.
enum class Log : std::uint8_t { empty, holds_pages };

/// The file that SQLite keeps beside an archive: suffix "-wal", "-shm" or "-journal".
std::filesystem::path beside(const std::filesystem::path& file, const char* suffix);

/// Whether the write-ahead log is there and has contents.
Log log_of(const std::filesystem::path& file);

/// Input error: not an archive, written by a newer mapwright, not as long as it says (with a log that holds pages it
/// may be shorter), or not as mapwright writes it. Machine error: it cannot be read. The file is only read.
Result<void> check_header(const std::filesystem::path& file, Log log);

/// The input error of an archive of version `version` when `known` is the latest known one.
Error newer_error(const std::filesystem::path& file, std::uint64_t version, std::uint64_t known);

} // namespace mapwright::archive
