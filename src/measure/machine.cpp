#include "measure/machine.hpp"

#include <fstream>

#include <fmt/format.h>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace mapwright::measure {
namespace {

std::string cpu_model() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  return "unknown";
}

unsigned usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) {
    return static_cast<unsigned>(CPU_COUNT(&set));
  }
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? static_cast<unsigned>(online) : 1;
}

Bytes physical_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? Bytes(static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page)) : Bytes();
}

std::string kernel() {
  utsname name{};
  uname(&name);
  return fmt::format("{} {} {}", name.sysname, name.release, name.machine);
}

std::string own_compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

} // namespace

std::string Machine::summary() const {
  return fmt::format("{}, {} cores, {:.1f} GiB, {}, {}", cpu, cores, memory / gibibytes(1), kernel, compiler);
}

Machine describe_machine() {
  return {cpu_model(), usable_cores(), physical_memory(), kernel(), own_compiler()};
}

} // namespace mapwright::measure
