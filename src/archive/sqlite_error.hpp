// From exceptions of SQLite to errors for people.
#pragma once

#include "core/error.hpp"

#include <filesystem>
#include <type_traits>

#include <SQLiteCpp/Exception.h>

namespace mapwright::archive {

/// Input error: corrupt. Machine error: locked for too long, disk full, no right, a text too large. Internal error:
/// anything else.
Error error_of(const std::filesystem::path& file, const SQLite::Exception& problem);

/// The input error of a file that is damaged in the way `what` says.
Error corrupt_error(const std::filesystem::path& file, const std::string& what);

/// Calls `work`, which returns a Result, and turns what SQLite throws into its error.
template <class Work> std::invoke_result_t<Work> guarded(const std::filesystem::path& file, Work&& work) {
  try {
    return std::forward<Work>(work)();
  } catch (const SQLite::Exception& problem) {
    return tl::unexpected<Error>(error_of(file, problem));
  }
}

} // namespace mapwright::archive
