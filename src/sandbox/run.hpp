// Runs an untrusted command outside our address space.
#pragma once

#include "core/error.hpp"
#include "sandbox/outcome.hpp"
#include "sandbox/policy.hpp"

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::sandbox {

/// The level commands of this policy run at: the best this machine offers. Machine error when that is below the
/// policy's minimum. Looks at the machine once per process. Thread-safe.
Result<Level> level_for(const Policy& policy);

/// Runs `argv` (argv[0]: a path, or a name looked up in the policy's PATH) with `input` as standard input, and returns
/// when it and everything it started are gone. A command that cannot be executed ends as exited with code 126 or 127,
/// as in a shell. Whatever the command does is an Outcome; errors are ours:
/// machine: the machine cannot contain it as strongly as the policy demands, or the sandbox could not be set up;
/// input: an empty argv, a path of the policy that does not exist.
///
/// Thread-safe. The command is killed when the calling thread dies, and when `stop` is requested: then the outcome is
/// how it ended by that.
Result<Outcome> run(const Policy& policy, const std::vector<std::string>& argv, std::string_view input = {},
                    const std::stop_token& stop = {});

} // namespace mapwright::sandbox
