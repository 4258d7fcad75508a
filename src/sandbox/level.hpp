// How strong the containment on this machine can be, found by trying.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::sandbox {

/// Strength of containment; a later one includes the earlier ones.
enum class Level : std::uint8_t {
  none,    ///< not even limits can be set
  rlimits, ///< own session, resource limits, wall-time and output limits; as root also a user of its own
  seccomp, ///< and a system call filter: no network, no tracing, no escape from the process group
  full,    ///< and namespaces (bubblewrap): sees only the given files, no other process, no network device
};

/// "none", "rlimits", "seccomp" or "full".
std::string_view to_string(Level level);

/// What is there and what is missing for more.
struct LevelReport {
  Level level = Level::none;
  std::vector<std::string> missing; ///< why each higher level is out of reach, one sentence each; empty at full
};

/// Runs a harmless command at each level, strongest first, and reports the first that works. About 10 ms.
LevelReport detect_level();

} // namespace mapwright::sandbox
