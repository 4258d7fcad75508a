// Real runs of mapped programs, as text.
#pragma once

#include "report/json.hpp"

#include <string>

namespace mapwright::report {

/// The answer of an engine (docs/starpu.md) in lines for people.
std::string measured_text(const std::string& program, const Json& answer);

} // namespace mapwright::report
