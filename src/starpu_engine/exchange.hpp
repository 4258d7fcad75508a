// What a run needs of the other processes it is spread over.
#pragma once

#include "starpu_engine/atoms.hpp"

#include <cstdint>

namespace mapwright::starpu_engine {

/// One process among those of a run, and how many there are. Its rank is the node of the machine that it plays.
struct RankPlace {
  std::uint32_t rank = 0;
  std::uint32_t ranks = 1;
};

/// The other ranks, as one of them sees them.
class Exchange {
public:
  virtual ~Exchange() = default;
  /// Asks for what goes from rank to rank before this task of the graph runs, and before those ahead of it.
  virtual void advance(std::uint32_t task, const AtomData& atoms) = 0;
  /// Waits until the tasks and transfers of all ranks have ended.
  virtual void wait() = 0;
  /// Brings the last values of all atoms to rank 0, and waits for that.
  virtual void gather(const AtomData& atoms) = 0;
};

} // namespace mapwright::starpu_engine
