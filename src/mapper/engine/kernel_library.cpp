#include "mapper/engine/kernel_library.hpp"

#include "core/dynamic_library.hpp"

#include <filesystem>

namespace mapwright::mapper {

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

} // namespace mapwright::mapper
