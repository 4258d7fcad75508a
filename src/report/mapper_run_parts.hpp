// What both forms of the report on a simulated run are made of; only for the files that implement mapper_run.hpp.
#pragma once

#include "mapper/kinds.hpp"
#include "report/mapper_run.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace mapwright::report {

/// How busy the processors of one kind were, as parts of the makespan.
struct BusyKind {
  mapper::ProcessorKind kind = mapper::ProcessorKind::cpu;
  std::uint32_t processors = 0;
  std::uint32_t used = 0; ///< that ran a task
  double share = 0;       ///< of the used ones together
  double least = 0;       ///< of the used one that did least
  double most = 0;
};

/// In the order of the machine's classes; only kinds that ran tasks.
std::vector<BusyKind> busy_by_kind(const MapperRun& run);

/// Time of the chain that went into one thing.
struct ChainSum {
  std::string what; ///< "sweep", "copies FBMEM to ZCMEM"
  std::uint64_t count = 0;
  double seconds = 0;
};

/// Of each launch and pair of kinds of memory, the longest first. Parts that overlap count once: each from the end of
/// the part before it. They sum to the makespan.
std::vector<ChainSum> chain_by_what(const MapperRun& run);

} // namespace mapwright::report
