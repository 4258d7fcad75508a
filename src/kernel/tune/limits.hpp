// What a device cannot launch, known before anything is compiled.
#pragma once

#include "core/units.hpp"
#include "kernel/candidate/candidate.hpp"

#include <optional>
#include <string>

namespace mapwright::kernel {

/// Of one group of a launch. 0: no limit is known.
struct GroupLimits {
  std::uint64_t size = 0; ///< most work items or threads
  Bytes memory{};         ///< most memory shared by the group
};

/// Why a launch of `candidate` with `tuning` is beyond `limits` on `shape`: "a group of 512 work items, the device
/// takes 256"; nothing when none is, or when a launch's numbers have no value (that is found out when it is made).
std::optional<std::string> beyond(const GroupLimits& limits, const Task& task, const KernelCandidate& candidate,
                                  const Tuning& tuning, const Shape& shape);

} // namespace mapwright::kernel
