// What experiments are expected to gain: the catalogue's word, as evidence corrects it.
#pragma once

#include "kernel/scientist/learning.hpp"
#include "kernel/scientist/options.hpp"
#include "kernel/scientist/roles.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace mapwright::kernel::scientist {

/// Of one experiment on one base.
struct Expectation {
  Interval gain{1, 1};  ///< predicted time before / time after
  double value = 0;     ///< mean of log(gain) where losses and failures count as 0: they are not kept
  double deviation = 0; ///< of `value`, as far as it is not known
  std::uint64_t tried = 0;
  std::vector<std::string> cites{}; ///< findings it rests on
  std::string evidence{};           ///< a sentence for people; empty without any
};

/// What is expected of an option on a base. With learning switched off in part, that part says nothing.
/// The prediction is not yet corrected by the ledger; it never promises more than the machine's floor allows.
Expectation expect(const Option& option, const Situation& situation, std::uint64_t base, const Learning& learning);

} // namespace mapwright::kernel::scientist
