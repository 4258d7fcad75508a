// The small functions emitted text leans on: divisions that round down, exact roots, powers.
#pragma once

#include "emit/spelling.hpp"

#include <set>
#include <string>

namespace mapwright::emit {

/// Names of the helpers some text uses. Roots are "iroot3" (E13, exact) and "root3" (the estimate of a Solve);
/// "quotient" and "remainder" divide by a prepared divisor.
using HelperSet = std::set<std::string>;

/// The definitions of the helpers in `used` and of those they use, in an order that compiles.
std::string helper_definitions(const HelperSet& used, const Spelling& spelling);

} // namespace mapwright::emit
