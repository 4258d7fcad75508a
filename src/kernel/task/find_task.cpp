// The tasks that come with the program.
#include "core/suggest.hpp"
#include "kernel/task/task.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel {

namespace fs = std::filesystem;

namespace {

bool has_task(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / "task.toml", ignored);
}

bool is_folder(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder, ignored);
}

/// The folder that holds the shipped tasks: what MAPWRIGHT_TASKS names, else share/mapwright/tasks beside the
/// executable's folder, else the nearest tasks/ above it, as in a build tree. Empty when there is none.
fs::path tasks_folder() {
  if (const char* given = std::getenv("MAPWRIGHT_TASKS"); given != nullptr && *given != '\0') {
    return given;
  }
  std::error_code ignored;
  fs::path above = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  if (fs::path installed = above.parent_path() / "share" / "mapwright" / "tasks"; is_folder(installed)) {
    return installed;
  }
  for (; above.has_relative_path(); above = above.parent_path()) {
    if (is_folder(above / "tasks")) {
      return above / "tasks";
    }
  }
  return {};
}

} // namespace

std::vector<std::string> shipped_tasks() {
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(tasks_folder(), error)) {
    if (has_task(entry.path())) {
      names.push_back(entry.path().filename().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

Result<fs::path> find_task(const std::string& name) {
  if (has_task(name)) {
    return fs::path(name);
  }
  const std::vector<std::string> shipped = shipped_tasks();
  if (std::find(shipped.begin(), shipped.end(), name) != shipped.end()) {
    return tasks_folder() / name;
  }
  if (is_folder(name)) {
    return fail(ErrorKind::input, fmt::format("the folder {} has no task.toml", name));
  }
  return fail(ErrorKind::input, fmt::format("there is no task '{}'", name),
              shipped.empty()
                  ? std::string("name the folder of a task; MAPWRIGHT_TASKS names a folder of tasks")
                  : suggest(name, shipped,
                            fmt::format("expected a folder with task.toml, or one of: {}", fmt::join(shipped, ", "))));
}

} // namespace mapwright::kernel
