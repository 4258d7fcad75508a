// Where the libraries of ROCm are.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mapwright::device {

/// The installations of ROCm: what ROCM_PATH and HIP_PATH name, then /opt/rocm. They need not exist.
std::vector<std::filesystem::path> rocm_roots();

/// The names under which a library of ROCm is tried, given its sonames, newest first: in what the user names, where the
/// dynamic linker finds it, in the usual place.
std::vector<std::string> rocm_libraries(const std::vector<std::string>& sonames);

} // namespace mapwright::device
