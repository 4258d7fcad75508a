#include "sandbox/scratch.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace mapwright::sandbox {
namespace {

namespace fs = std::filesystem;

/// Makes every directory of the tree enterable, so that it can be removed; links are not followed.
void open_directories(const fs::path& directory) {
  std::error_code ignored;
  fs::permissions(directory, fs::perms::owner_all, fs::perm_options::add, ignored);
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, ignored)) {
    if (entry.symlink_status(ignored).type() == fs::file_type::directory) {
      open_directories(entry.path());
    }
  }
}

} // namespace

Result<ScratchDirectory> ScratchDirectory::create() {
  std::error_code error;
  const fs::path temporary = fs::temp_directory_path(error);
  std::string name = (temporary / "mapwright-XXXXXX").string();
  if (error || mkdtemp(name.data()) == nullptr) {
    return fail(ErrorKind::machine, fmt::format("cannot make a directory in {}: {}", temporary.string(),
                                                error ? error.message() : std::strerror(errno)));
  }
  return ScratchDirectory(name);
}

ScratchDirectory::ScratchDirectory(fs::path path) : path_(std::move(path)) {}

ScratchDirectory::ScratchDirectory(ScratchDirectory&& other) noexcept : path_(std::exchange(other.path_, {})) {}

ScratchDirectory& ScratchDirectory::operator=(ScratchDirectory&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}

ScratchDirectory::~ScratchDirectory() {
  if (!path_.empty()) {
    std::error_code ignored;
    open_directories(path_);
    fs::remove_all(path_, ignored);
  }
}

} // namespace mapwright::sandbox
