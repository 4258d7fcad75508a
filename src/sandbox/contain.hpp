// Runs a command at one given level: the recipe that run and detect_level share.
#pragma once

#include "core/error.hpp"
#include "sandbox/outcome.hpp"
#include "sandbox/policy.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mapwright::sandbox {

/// As run(), but at exactly `level` (not none), whatever the policy's minimum. Machine error when this machine cannot.
Result<Outcome> contain(Level level, const Policy& policy, const std::vector<std::string>& argv,
                        std::string_view input);

} // namespace mapwright::sandbox
