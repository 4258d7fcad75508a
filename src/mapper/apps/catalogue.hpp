// The applications, each in files of its own.
#pragma once

#include "mapper/apps/application.hpp"

#include <vector>

namespace mapwright::mapper {

/// All applications, in any order.
std::vector<ApplicationInfo> shipped_applications();

} // namespace mapwright::mapper
