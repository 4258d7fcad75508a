// Edits with which a mapper that runs out of memory runs.
#pragma once

#include "mapper/elaborate/elaborate.hpp"
#include "mapper/guidance/repair.hpp"
#include "mapper/search/decision_space.hpp"
#include "mapper/simulate/simulation.hpp"

#include <cstddef>
#include <cstdint>

namespace mapwright::mapper {

/// What was found. An error of a step is the message of the run that stopped.
struct Fitting {
  Repair repair;                 ///< complete: its text runs to the end
  double makespan = 0;           ///< seconds, of that text
  std::uint64_t simulations = 0; ///< of changed mappers
};

/// A mapper that elaborates, and where its run stopped.
struct StoppedRun {
  const language::SourceText& source;
  const Elaborated& made;
  const OutOfMemory& why;
};

/// One statement after the other, each tried by a simulation: the argument that found no room into a memory that has
/// it, copies collected, data that fill the memory into another one, fewer instances. A statement counts where the run
/// ends, or stops at another place than all before; at most `most_steps` are made.
Fitting make_it_fit(const StoppedRun& stopped, const SearchScene& scene, std::uint64_t most_simulations,
                    std::size_t most_steps = 12);

} // namespace mapwright::mapper
