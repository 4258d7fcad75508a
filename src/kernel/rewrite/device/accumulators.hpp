// What becomes of the values in a loop: accumulators, and what depends on which work item runs.
#pragma once

#include "kernel/rewrite/device/device_kernel.hpp"
#include "kernel/rewrite/loops.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mapwright::kernel::rewrite {

/// `sum += e` or `top = fmax(top, e)`: a scalar declared outside the loop that the body only accumulates into.
struct Accumulator {
  std::string name;
  std::string type;    ///< "float"
  std::string combine; ///< "+", or the function: "fmax"

  /// What several of them begin with: 0, or the accumulator's own value.
  [[nodiscard]] std::string first() const { return combine == "+" ? "0" : name; }
  /// The accumulator combined with another value, as an assignment without its semicolon.
  [[nodiscard]] std::string combined_with(const std::string& value) const;
};

/// The accumulators of a loop, perhaps none; nothing when it leaves early, holds loops that do not count, or changes a
/// variable from outside in another way.
std::optional<std::vector<Accumulator>> accumulators(const CountedLoop& loop, const Function& function);

/// Whether the compiler knows where the loop ends: a literal or a tunable.
bool ends_at_constant(const CountedLoop& loop, const KernelCandidate& candidate);

/// Names that depend on which work item runs, or on memory.
std::set<std::string> item_dependent(const DeviceKernel& kernel);

/// Whether any of the names occurs freely in the text.
bool has_any(std::string_view text, const std::set<std::string>& names);

} // namespace mapwright::kernel::rewrite
