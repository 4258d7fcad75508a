// Starts a process: the one place that forks.
#pragma once

#include "core/error.hpp"
#include "sandbox/file_descriptor.hpp"
#include "sandbox/identity.hpp"
#include "sandbox/limits.hpp"
#include "sandbox/syscalls.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace mapwright::sandbox {

/// What the new process is to be.
struct Launch {
  std::string executable{};               ///< path
  std::vector<std::string> argv;          ///< argv[0] included
  std::vector<std::string> environment{}; ///< "NAME=value", the whole environment
  std::string directory{};                ///< working directory; empty: /
  std::vector<ResourceLimit> limits{};
  std::optional<Identity> identity{};    ///< becomes this user
  std::optional<FilterProgram> filter{}; ///< installed just before the program starts
  std::vector<int> inherited{};          ///< descriptors it keeps besides 0, 1 and 2, under the same numbers
};

/// A started process, leader of a session and process group of its own, killed when the starting thread dies.
struct Child {
  pid_t pid = -1;
  FileDescriptor pidfd;           ///< readable when the process has ended; it is not reaped before wait4
  FileDescriptor standard_output; ///< read end
  FileDescriptor standard_error;  ///< read end
  int exec_error = 0;             ///< errno when the program itself could not be executed; then it ends with code 127
};

/// Starts `launch` with `input` as its standard input. Machine error when the process cannot be set up.
Result<Child> spawn(const Launch& launch, std::string_view input);

} // namespace mapwright::sandbox
