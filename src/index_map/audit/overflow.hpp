// Arithmetic that leaves its type, found by a build that stops there.
#pragma once

#include "index_map/audit/oracle.hpp"
#include "index_map/candidate/native_subject.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace mapwright::index_map::audit {

struct Overflow {
  std::int64_t index = 0;
  std::string what; ///< "line 5: signed integer overflow: 2 * 1073741824 cannot be represented in type 'int'"
};

/// The earliest index up to `last` at which a signed operation overflows, a shift is too far, or a number is converted
/// to a type too small for it, found among landmarks and traced down assuming that it happens from some index on.
/// Nothing when there is none, or no build that would tell.
Result<std::optional<Overflow>> first_overflow(candidate::NativeTask task, const Oracle& oracle, std::int64_t last);

} // namespace mapwright::index_map::audit
