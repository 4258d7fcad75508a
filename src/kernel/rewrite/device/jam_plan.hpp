// Which parts of a kernel several neighbouring items can share.
#pragma once

#include "kernel/rewrite/device/device_kernel.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mapwright::kernel::rewrite {

/// What a statement of a block becomes when an item does the work of several.
enum class Jam : std::uint8_t {
  once,    ///< the same for all of them
  shared,  ///< control that all of them share, around parts that they do not
  repeated ///< done for each
};

/// Items along one axis, taken together.
struct JamPlan {
  const DeviceKernel* kernel = nullptr;
  const IdVariable* id = nullptr;
  std::set<std::string> differs{}; ///< names whose values differ from item to item

  [[nodiscard]] bool is_different(const Expression& e) const;
  [[nodiscard]] bool is_different(const Statement& statement) const; ///< reads or writes such a name
  [[nodiscard]] Jam jam_of(const Statement& statement) const;
};

/// Nothing unless the only ways out are guards behind nothing but ids and what is common, no shared control is left
/// early by some items alone, and there is a loop that the items share.
std::optional<JamPlan> jam_plan(const DeviceKernel& kernel, const IdVariable& id);

/// Whether the statement stores into memory that is not the item's own.
bool stores(const Statement& statement, const DeviceKernel& kernel);

} // namespace mapwright::kernel::rewrite
