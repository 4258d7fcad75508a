#include "sandbox/run.hpp"

#include "sandbox/contain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::sandbox {

Result<Level> level_for(const Policy& policy) {
  static const LevelReport machine = detect_level(); // once per process: a machine does not change while it runs
  if (machine.level < policy.minimum || machine.level == Level::none) {
    return fail(ErrorKind::machine,
                fmt::format("untrusted code needs containment of level '{}', this machine offers '{}'",
                            to_string(policy.minimum), to_string(machine.level)),
                fmt::format("{}", fmt::join(machine.missing, "; ")));
  }
  return machine.level;
}

Result<Outcome> run(const Policy& policy, const std::vector<std::string>& argv, std::string_view input,
                    const std::stop_token& stop) {
  const Result<Level> level = level_for(policy);
  return level ? contain(*level, policy, argv, input, stop) : forward(level);
}

} // namespace mapwright::sandbox
