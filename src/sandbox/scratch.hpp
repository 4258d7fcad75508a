// A directory for one task's files that disappears with its owner.
#pragma once

#include "core/error.hpp"

#include <filesystem>

namespace mapwright::sandbox {

/// Owns a fresh, private directory below the system's temporary directory. Files of the run that nobody may read or
/// enter are removed all the same.
class ScratchDirectory {
public:
  /// Machine error when the temporary directory is not writable.
  static Result<ScratchDirectory> create();

  ScratchDirectory(ScratchDirectory&& other) noexcept;
  ScratchDirectory& operator=(ScratchDirectory&& other) noexcept;
  ~ScratchDirectory();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
  explicit ScratchDirectory(std::filesystem::path path);
  std::filesystem::path path_;
};

} // namespace mapwright::sandbox
