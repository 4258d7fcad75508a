// Writing the files of a task into a folder of its own.
#pragma once

#include "core/error.hpp"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace mapwright::cli {

/// Writes the files (name and text) into a folder that is new or empty. Input error when it is neither; `what` made
/// them, for the hint: "an import".
Result<void> write_task_folder(const std::vector<std::pair<std::string, std::string>>& files,
                               const std::filesystem::path& folder, const std::string& what);

} // namespace mapwright::cli
