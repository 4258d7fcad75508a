// Where a test finds its files. The build writes the paths in; environment variables replace them where the tests run
// on another machine than the one that built them (tools/gpu_check).
#pragma once

#include <cstdlib>
#include <filesystem>

namespace mapwright::test {

inline std::filesystem::path path_or_environment(const char* variable, const char* built_in) {
  const char* given = std::getenv(variable);
  return given != nullptr ? given : built_in;
}

/// The root of the source tree.
inline std::filesystem::path source_dir() {
  return path_or_environment("MAPWRIGHT_SOURCE_DIR", MAPWRIGHT_SOURCE_DIR);
}

/// tests/golden: expected outputs, rewritten when MAPWRIGHT_UPDATE_GOLDEN=1.
inline std::filesystem::path golden_dir() {
  return path_or_environment("MAPWRIGHT_GOLDEN_DIR", MAPWRIGHT_GOLDEN_DIR);
}

/// The command line executable of this build, which lies beside the tests.
inline std::filesystem::path binary() {
  const std::filesystem::path beside = std::filesystem::read_symlink("/proc/self/exe").replace_filename("mapwright");
  return path_or_environment("MAPWRIGHT_BINARY", beside.c_str());
}

} // namespace mapwright::test
