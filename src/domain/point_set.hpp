// The set of the points of an affine domain in isl, for questions about its extent.
#pragma once

#include "core/error.hpp"
#include "domain/domain.hpp"
#include "domain/isl_handle.hpp"

#include <optional>

namespace mapwright::domain {

/// Operations isl may spend on one bounding box.
inline constexpr unsigned long box_operations = 20'000'000;

/// The error of a bounding box beyond the operations.
tl::unexpected<Error> box_too_complicated();

/// The set of the points themselves: the scan set, mapped to the dimensions where the order is another one.
Result<IslSet> point_set(const IslContext& context, const AffineShape& shape);

/// The value of an isl integer; nothing for other values and for integers outside Int.
std::optional<Int> to_int(const IslVal& value);

} // namespace mapwright::domain
