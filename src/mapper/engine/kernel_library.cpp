#include "mapper/engine/kernel_library.hpp"

#include "core/dynamic_library.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

constexpr std::uintmax_t most_source_bytes = std::uintmax_t{1} << 24U;

Result<std::string> read_source(const std::filesystem::path& path) {
  std::error_code code;
  const std::uintmax_t bytes = std::filesystem::file_size(path, code);
  std::ifstream file(path, std::ios::binary);
  if (code || !file) {
    return fail(ErrorKind::input, fmt::format("'{}' cannot be read", path.string()));
  }
  if (bytes > most_source_bytes) {
    return fail(ErrorKind::input, fmt::format("'{}' has more than 16 MiB", path.string()));
  }
  return std::string(std::istreambuf_iterator<char>(file), {});
}

} // namespace

Result<KernelTable> open_kernels(const Program& program, const std::string& path) {
  const std::string name = std::filesystem::absolute(path).string(); // not one of the system's of that name
  const auto library = DynamicLibrary::open({&name, 1});
  if (!library) {
    return fail(ErrorKind::input, "the library of kernels does not open: " + library.error().message,
                "build it with: gcc -shared -fPIC -o libkernels.so kernels.c");
  }
  KernelTable kernels;
  for (const TaskKind& kind : program.kinds) {
    kernels[kind.name].host = library->find<void(const mapwright_task*)>(kind.name.c_str());
  }
  return kernels;
}

bool has_device_kernels(const Program& program) {
  for (const TaskKind& kind : program.kinds) {
    for (const TaskVariant& variant : kind.variants) {
      if (variant.opencl) {
        return true;
      }
    }
  }
  return false;
}

Result<void> add_device_kernels(const Program& program, const std::string& folder, KernelTable& kernels) {
  for (const TaskKind& kind : program.kinds) {
    for (const TaskVariant& variant : kind.variants) {
      if (!variant.opencl) {
        continue;
      }
      const std::filesystem::path path = std::filesystem::path(folder) / variant.opencl->file;
      auto source = read_source(path);
      if (!source) {
        return fail(ErrorKind::input,
                    fmt::format("the OpenCL kernel of task '{}': {}", kind.name, source.error().message),
                    "the file is looked for beside the program's");
      }
      kernels[kind.name].device = OpenClKernel{*std::move(source), variant.opencl->entry, variant.opencl->work};
    }
  }
  return {};
}

} // namespace mapwright::mapper
