#include "device/rocm.hpp"

#include <cstdlib>

namespace mapwright::device {
namespace {

namespace fs = std::filesystem;

const fs::path usual_rocm = "/opt/rocm";

std::vector<fs::path> named_rocm() {
  std::vector<fs::path> roots;
  for (const char* variable : {"ROCM_PATH", "HIP_PATH"}) {
    if (const char* value = std::getenv(variable); value != nullptr && *value != '\0') {
      roots.emplace_back(value);
    }
  }
  return roots;
}

} // namespace

std::vector<fs::path> rocm_roots() {
  std::vector<fs::path> roots = named_rocm();
  roots.push_back(usual_rocm);
  return roots;
}

std::vector<std::string> rocm_libraries(const std::vector<std::string>& sonames) {
  std::vector<std::string> names;
  const auto add_libraries_of = [&](const fs::path& root) {
    for (const char* folder : {"lib", "lib64"}) {
      for (const std::string& soname : sonames) {
        names.push_back((root / folder / soname).string());
      }
    }
  };
  for (const fs::path& root : named_rocm()) {
    add_libraries_of(root);
  }
  names.insert(names.end(), sonames.begin(), sonames.end());
  add_libraries_of(usual_rocm);
  return names;
}

} // namespace mapwright::device
