// Whether a file is an archive in good order.
#pragma once

#include "core/error.hpp"

#include <cstdint>
#include <filesystem>

namespace mapwright::archive {

/// Files up to this size, their log included, are checked as a whole on opening: the structure of every page, every
/// index against its table, the checksum of every row. Of larger ones the header and the schema are checked on opening,
/// and each row when it is read.
inline constexpr std::uint64_t whole_check_limit = 32ULL << 20U;

/// The version of the archive. Input error: see Archive::open. The file, and what lies beside it, stay as they are.
Result<int> inspect(const std::filesystem::path& file, std::uint64_t whole_limit = whole_check_limit);

} // namespace mapwright::archive
