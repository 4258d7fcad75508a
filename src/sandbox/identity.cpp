#include "sandbox/identity.hpp"

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>

#include <fmt/format.h>
#include <grp.h>
#include <unistd.h>

namespace mapwright::sandbox {
namespace {

constexpr uid_t first_own_user = 0x70000000; ///< far above accounts and the ranges given to containers
constexpr uid_t nobody = 65534;

/// Whether `user` exists in our user namespace; lines of uid_map are "inside outside count".
bool is_mapped(uid_t user) {
  std::ifstream in("/proc/self/uid_map");
  for (std::uint64_t inside = 0, outside = 0, count = 0; in >> inside >> outside >> count;) {
    if (user >= inside && user - inside < count) {
      return true;
    }
  }
  return false;
}

} // namespace

std::optional<Identity> choose_identity() {
  if (geteuid() != 0) {
    return std::nullopt;
  }
  static std::atomic<std::uint32_t> runs{0};
  const auto process = static_cast<std::uint32_t>(getpid()) & 0x3fffU;
  const uid_t own = first_own_user + (process << 12U) + (runs.fetch_add(1) & 0xfffU);
  const uid_t user = is_mapped(own) ? own : nobody;
  return Identity{user, user};
}

Result<void> hand_over(const std::filesystem::path& tree, const Identity& identity) {
  namespace fs = std::filesystem;
  std::error_code error;
  bool given = lchown(tree.c_str(), identity.user, identity.group) == 0;
  for (fs::recursive_directory_iterator entry(tree, error), end; given && !error && entry != end;
       entry.increment(error)) {
    given = lchown(entry->path().c_str(), identity.user, identity.group) == 0;
  }
  if (!given || error) {
    return fail(ErrorKind::machine, fmt::format("cannot give {} to the sandbox's user: {}", tree.string(),
                                                error ? error.message() : std::strerror(errno)));
  }
  return {};
}

bool assume(const Identity& identity) noexcept {
  return setgroups(0, nullptr) == 0 && setresgid(identity.group, identity.group, identity.group) == 0 &&
         setresuid(identity.user, identity.user, identity.user) == 0;
}

} // namespace mapwright::sandbox
