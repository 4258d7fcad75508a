#include "sandbox/thread_states.hpp"

#include "sandbox/file_descriptor.hpp"

#include <cstdio>
#include <cstring>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>

namespace mapwright::sandbox {
namespace {

/// The state letter of one thread; 0 when it is gone.
char thread_state(int tasks, const char* thread) {
  char path[64];
  std::snprintf(path, sizeof path, "%.40s/stat", thread);
  const FileDescriptor file(openat(tasks, path, O_RDONLY | O_CLOEXEC));
  char text[512];
  const ssize_t n = file.valid() ? read(file.get(), text, sizeof text - 1) : 0;
  if (n <= 0) {
    return 0;
  }
  text[n] = '\0';
  const char* end = std::strrchr(text, ')'); // the name before it may hold anything
  return end != nullptr && end[1] == ' ' ? end[2] : '\0';
}

} // namespace

std::string thread_states(pid_t process) {
  std::string states;
  const std::unique_ptr<DIR, int (*)(DIR*)> tasks(opendir(fmt::format("/proc/{}/task", process).c_str()), &closedir);
  while (const dirent* entry = tasks ? readdir(tasks.get()) : nullptr) {
    if (entry->d_name[0] == '.') {
      continue;
    }
    if (const char state = thread_state(dirfd(tasks.get()), entry->d_name); state != '\0') {
      states += state;
    }
  }
  return states;
}

} // namespace mapwright::sandbox
