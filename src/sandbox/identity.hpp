// A user of its own for each run, when we are root: the limits on processes do not bind root, and root reads too much.
#pragma once

#include "core/error.hpp"

#include <filesystem>
#include <optional>

#include <sys/types.h>

namespace mapwright::sandbox {

/// The user and group a command runs as.
struct Identity {
  uid_t user;
  gid_t group;
};

/// A user no other run has now (a high number without an account, or "nobody" where such numbers are not mapped);
/// nothing when we are not root: then the command runs as our user. Thread-safe.
std::optional<Identity> choose_identity();

/// Makes `identity` the owner of the directory `tree` and all below, without following links.
Result<void> hand_over(const std::filesystem::path& tree, const Identity& identity);

/// Becomes `identity` for good; false with errno set. Async-signal-safe: for use after fork.
bool assume(const Identity& identity) noexcept;

} // namespace mapwright::sandbox
