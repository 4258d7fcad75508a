// A contained command that is talked to while it runs: over descriptors it inherits, stopped and continued at will.
#pragma once

#include "core/error.hpp"
#include "sandbox/file_descriptor.hpp"
#include "sandbox/outcome.hpp"
#include "sandbox/policy.hpp"

#include <memory>
#include <string>
#include <vector>

#include <sys/types.h>

namespace mapwright::sandbox {

/// A running command. A thread of its own collects its output, within the limits of the policy, and reaps it.
class Session {
public:
  /// Starts `argv`, which keeps the `inherited` descriptors under the same numbers; these must be 10 or more.
  /// Policy::wall_time is the time of the whole session. Errors as run().
  static Result<Session> start(const Policy& policy, const std::vector<std::string>& argv,
                               const std::vector<int>& inherited = {});
  /// The same at exactly this level.
  static Result<Session> start(Level level, const Policy& policy, const std::vector<std::string>& argv,
                               const std::vector<int>& inherited = {});

  Session(Session&& other) noexcept;
  Session& operator=(Session&& other) noexcept;
  ~Session(); ///< kills what still runs

  [[nodiscard]] Level level() const;
  /// The command's own process as seen from here. It belongs to the command at least until end().
  [[nodiscard]] pid_t pid() const;
  /// Readable when the command has ended.
  [[nodiscard]] int ended() const;
  [[nodiscard]] bool has_ended() const;

  /// Stops every thread of the command and returns when they stand still; false when it has ended, or does not stand
  /// still within `patience`.
  bool freeze(Seconds patience = Seconds(2));
  void thaw();

  /// Kills the command, unless it has ended by itself, and says how it ended. Only once.
  Result<Outcome> end();

private:
  struct State;
  explicit Session(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// The same descriptor under a number that sessions can pass on, closed on exec here. Machine error when there is none.
Result<FileDescriptor> for_session(FileDescriptor descriptor);

} // namespace mapwright::sandbox
