// Namespaces: what the command can see. Bubblewrap (bwrap) makes them; this file only writes its command line.
#pragma once

#include "core/error.hpp"
#include "sandbox/identity.hpp"
#include "sandbox/policy.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mapwright::sandbox {

/// Finds an executable by its name in the directories of `search_path` ("a:b:c"); names with a slash are taken as they
/// are. Empty if there is none.
std::string find_executable(const std::string& name, const std::string& search_path);

/// The command line that runs `argv` in namespaces of its own: an empty root with the system's read-only parts and the
/// policy's paths, private /tmp and /dev/shm, own processes, network, host name and IPC, no capability, and the limit
/// on processes, which must be set inside because the kernel counts it per user and namespace.
///
/// `filter_fd` holds a FilterProgram, `status_fd` receives bubblewrap's JSON status; both are inherited descriptors.
/// With `identity` (we are root) the command changes to it as the last step; otherwise a user namespace is made.
/// Machine error when bwrap or its helpers are not installed.
Result<std::vector<std::string>> namespace_command(const Policy& policy, const std::optional<Identity>& identity,
                                                   int filter_fd, int status_fd, const std::vector<std::string>& argv);

} // namespace mapwright::sandbox
