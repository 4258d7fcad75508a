// Reading the text files of tasks and candidates.
#pragma once

#include "core/error.hpp"

#include <filesystem>
#include <string>

namespace mapwright::kernel {

/// The contents of a file of at most 1 MiB. Input error naming it; `hint` is what to do when there is none.
Result<std::string> read_text_file(const std::filesystem::path& file, const std::string& hint = {});

} // namespace mapwright::kernel
