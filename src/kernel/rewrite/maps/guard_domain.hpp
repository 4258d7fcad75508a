// Guards on indices as affine sets: `if (i >= n || j > i) return;` leaves { [i, j] : 0 <= j <= i < n }.
#pragma once

#include "core/error.hpp"
#include "domain/domain.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel::rewrite {

/// A condition of C in isl's notation. Nothing when it has anything but `names`, integers, + - *, comparisons, !, &&,
/// || and parentheses, or a name that isl reserves.
std::optional<std::string> isl_condition(std::string_view condition, const std::vector<std::string>& names);

/// What is known of the indices at a point of a program.
struct Guards {
  std::vector<std::string> sizes;   ///< names that do not change
  std::vector<std::string> indices; ///< each at least 0, outermost first
  std::vector<std::string> holds{}; ///< conditions of C that all hold
  std::vector<std::string> fails{}; ///< conditions of C of which none holds
};

/// The set of indices that pass the guards. Input error when a guard is not affine or the set is not bounded.
Result<domain::Domain> domain_of(const Guards& guards);

} // namespace mapwright::kernel::rewrite
