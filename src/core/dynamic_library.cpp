#include "core/dynamic_library.hpp"

#include <utility>

#include <dlfcn.h>

namespace mapwright {

DynamicLibrary::DynamicLibrary(std::shared_ptr<void> handle, std::string name)
    : handle_(std::move(handle)), name_(std::move(name)) {}

Result<DynamicLibrary> DynamicLibrary::open(std::span<const std::string> names) {
  std::string first_problem;
  for (const std::string& name : names) {
    if (void* handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)) {
      return DynamicLibrary(std::shared_ptr<void>(handle, [](void* open) { dlclose(open); }), name);
    }
    const char* problem = dlerror();
    if (first_problem.empty() && problem != nullptr) {
      first_problem = problem;
    }
  }
  return fail(ErrorKind::machine, first_problem.empty() ? "no library name given" : first_problem);
}

void* DynamicLibrary::address(const char* symbol) const {
  return dlsym(handle_.get(), symbol);
}

} // namespace mapwright
