// Runs a command at one given level: the recipe that run, sessions and detect_level share.
#pragma once

#include "core/error.hpp"
#include "sandbox/outcome.hpp"
#include "sandbox/policy.hpp"
#include "sandbox/spawn.hpp"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::sandbox {

/// A contained command that has been started and must be finished.
class Contained {
public:
  /// Starts `argv` with `input` as standard input; it keeps the `inherited` descriptors under the same numbers, which
  /// must be 10 or more: a shell stands between. Not level none. Errors as run().
  static Result<Contained> start(Level level, const Policy& policy, const std::vector<std::string>& argv,
                                 std::string_view input = {}, const std::vector<int>& inherited = {});

  /// The command's process as seen from here; nothing when it has already ended.
  std::optional<pid_t> command();

  /// Watches it until it has ended, kills what is left, and says how it ended. When `stop` is requested everything is
  /// killed, and the outcome is how the command ended by that.
  Result<Outcome> finish(const std::stop_token& stop = {});

private:
  Result<void> start_in_namespaces(const FilterProgram& filter, const std::optional<Identity>& identity,
                                   const std::vector<std::string>& argv, std::string_view input,
                                   std::vector<int> inherited);
  Result<void> start_by_filter(const FilterProgram& filter, const std::optional<Identity>& identity,
                               const std::vector<std::string>& argv, std::string_view input,
                               const std::vector<int>& inherited);
  void find_first_process();
  void kill_all() const;

  Level level_ = Level::none;
  Policy policy_{};
  Child child_{};
  pid_t pid_ = -1;          ///< of the child
  std::string command_{};   ///< argv[0]
  FileDescriptor status_{}; ///< bubblewrap's status, at Level::full
  std::string said_{};      ///< what has been read of it
  pid_t first_pid_ = -1;    ///< the first process of the namespace
  FileDescriptor first_fd_{};
};

/// As run(), but at exactly `level` (not none), whatever the policy's minimum. Machine error when this machine cannot.
Result<Outcome> contain(Level level, const Policy& policy, const std::vector<std::string>& argv, std::string_view input,
                        const std::stop_token& stop = {});

} // namespace mapwright::sandbox
