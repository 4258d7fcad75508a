// A mapper without what it does not need.
#pragma once

#include "core/error.hpp"
#include "mapper/language/diagnostic.hpp"
#include "mapper/search/decision_space.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace mapwright::mapper {

struct MinimiseOptions {
  double tolerance = 0;   ///< in parts of the makespan: how much longer it may get
  bool keep_plan = false; ///< takes away only what does not change the plan
};

/// Something that was taken away.
struct RemovedPart {
  int line = 1;     ///< of the text as it was given
  std::string part; ///< "Region step tile GPU FBMEM;", "'b' of Task a, b GPU;"
  std::string why;  ///< "the plan is the same without it", "the makespan changes by -0.2 %"
};

struct MinimalMapper {
  std::string text; ///< formatted
  std::vector<RemovedPart> removed;
  bool same_plan = true; ///< as that of the mapper given
  double makespan_before = 0;
  double makespan = 0;
  double most_makespan = 0; ///< that was allowed in the end: the least one found, and the tolerance
  std::uint64_t simulations = 0;
};

/// Takes statements, functions and parts of lists away one by one: first those without which the plan is the same,
/// until none is left, then those without which the makespan stays within the tolerance of the least one
/// found. Afterwards no remaining
/// statement could be taken away so. Input error: the mapper is refused, or runs out of memory.
Result<MinimalMapper> minimise_mapper(const language::SourceText& source, const SearchScene& scene,
                                      const MinimiseOptions& options = {});

} // namespace mapwright::mapper
