// All runs of a bench in common rounds, and what they took.
#pragma once

#include "index_map/bench/predict.hpp"
#include "index_map/bench/set_up.hpp"
#include "measure/compare.hpp"

#include <optional>

namespace mapwright::index_map::bench {

/// Times every strategy of `prepared` and fills its rows; in the same rounds, the runs that only find points and, where
/// there is a rehearsal, those of the smaller size. The times the cost model needs, or nothing: no rehearsal, or every
/// run was disturbed.
Result<std::optional<Times>> race(const Task& task, Prepared& prepared, const Rehearsal* rehearsal);

} // namespace mapwright::index_map::bench
