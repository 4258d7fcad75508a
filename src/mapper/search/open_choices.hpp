// Which kinds of processor and of memory a mapping may still choose.
#pragma once

#include <cstdint>
#include <vector>

namespace mapwright::mapper {

/// Sets of kinds as bits: bit i is the machine's i-th.
struct OpenChoices {
  std::vector<std::uint32_t> processors; ///< of each kind of task
  std::vector<std::uint32_t> memories;   ///< of each argument of each launch, launch after launch
  friend bool operator==(const OpenChoices&, const OpenChoices&) = default;
};

} // namespace mapwright::mapper
