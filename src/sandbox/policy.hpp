// What an untrusted command may do. One plain struct; every limit has a default that is safe for a small program.
#pragma once

#include "core/units.hpp"
#include "sandbox/level.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::sandbox {

/// Fields may be set by any caller; none is persistent.
struct Policy {
  // How strong the containment must be.

  /// A weaker machine refuses to run. Lower it only for code you would also run without a sandbox.
  Level minimum = Level::full;

  // How much it may use.

  /// Wall time in seconds after which everything is killed (Ending::timed_out).
  Seconds wall_time{10};
  /// CPU time in seconds per process, rounded up to a whole second (Ending::cpu_limit).
  Seconds cpu_time{10};
  /// Address space per process; allocations beyond it fail (Ending::memory_limit if the program gives up). There is no
  /// limit on the sum of all processes. Empty: unlimited, which CUDA needs, as it reserves far more than it uses.
  std::optional<Bytes> memory = gibibytes(4);
  /// Bytes of standard output and standard error together; more kills it (Ending::output_limit).
  Bytes output = mebibytes(4);
  /// Largest file it may write (Ending::output_limit).
  Bytes file_size = gibibytes(1);
  /// Size of its private /tmp and, separately, of its private /dev/shm, both in memory. Only at Level::full.
  Bytes temporary = mebibytes(256);
  /// Processes and threads together; creating more fails inside. Below Level::full, and not as root, other programs
  /// of the same user that start meanwhile count too.
  unsigned processes = 64;
  /// Files one process may hold open.
  unsigned open_files = 256;

  // What it may see.

  /// The one directory it may write, also its working directory, under the same path inside. Empty: none, it starts
  /// in /tmp. One run at a time. As root, the tree's owner becomes the run's own user.
  std::filesystem::path scratch{};
  /// Files and directories it may read, under the same path inside, besides the system: /usr with /bin, /lib, /sbin,
  /// the linker cache, /etc/alternatives and /etc/OpenCL. Those that do not exist are an input error. Below Level::full
  /// it reads whatever its user may read.
  std::vector<std::filesystem::path> read_only{};
  /// Device files it may open, such as /dev/nvidia0; without them only null, zero, full, random, urandom and tty.
  std::vector<std::filesystem::path> devices{};
  /// Whether sockets other than local ones work. Default: off.
  bool network = false;
  /// Its whole environment; nothing is inherited. HOME is the scratch directory unless it is set here.
  std::map<std::string, std::string> environment{{"PATH", "/usr/local/bin:/usr/bin:/bin"}, {"LANG", "C.UTF-8"}};
};

} // namespace mapwright::sandbox
