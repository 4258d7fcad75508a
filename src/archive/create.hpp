// Makes new archives.
#pragma once

#include "core/error.hpp"

#include <filesystem>

namespace mapwright::archive {

/// Makes an archive where there is no file. It is built under another name and renamed when it is complete, so that
/// nobody ever meets half an archive; several processes may do it at once.
/// Machine error: the directory may not be written. Input error: the log of a lost archive lies there.
Result<void> create_if_absent(const std::filesystem::path& file);

} // namespace mapwright::archive
