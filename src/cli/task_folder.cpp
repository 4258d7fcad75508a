#include "cli/task_folder.hpp"

#include "cli/terminal.hpp"

#include <fmt/format.h>

namespace mapwright::cli {

Result<void> write_task_folder(const std::vector<std::pair<std::string, std::string>>& files,
                               const std::filesystem::path& folder, const std::string& what) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    return fail(ErrorKind::input, fmt::format("the folder {} cannot be made: {}", folder.string(), error.message()));
  }
  if (!std::filesystem::is_empty(folder, error) || error) {
    return fail(ErrorKind::input, fmt::format("{} is not empty", folder.string()),
                fmt::format("{} goes into a folder of its own", what));
  }
  for (const auto& [name, text] : files) {
    if (const auto written = write_file((folder / name).string(), text); !written) {
      return written;
    }
  }
  return {};
}

} // namespace mapwright::cli
