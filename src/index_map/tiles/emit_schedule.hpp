// A schedule as source text: a header for CUDA kernels, in the manner of CUTLASS's tile schedulers, or OpenCL C.
#pragma once

#include "index_map/tiles/schedule.hpp"

#include <string>
#include <string_view>

namespace mapwright::index_map::tiles {

/// What is written into the text; lengths and heads are given at run time.
struct Emission {
  std::string name{};      ///< of the namespace, or before each function; an identifier
  std::string mask_text{}; ///< as it was typed, for the comment
  Mask mask{};             ///< bounds are defaults that a kernel's arguments replace; the alignment is fixed
  TileShape tile{};
  Edges edges = Edges::exact;
  Order order = Order::row_major;
};

/// The languages: "cuda" (also C++17, without a device) and "opencl". Errors: input, for another language, a name that
/// is no identifier, sides out of range and documents of one grid.
///
/// cuda: namespace mapwright_tiles::NAME::w32 and w64 with `row_tiles_of`, `touched_before`, `unrank_tile`, `rank_tile`
/// and `Scheduler<Unit, persistent>`. opencl: NAME_row_work_i32, NAME_tile_work_i32 and the rest, and the same ending
/// in _i64.
Result<std::string> emit_schedule(const Emission& emission, std::string_view language);

/// ".cuh" or ".cl".
std::string_view schedule_extension(std::string_view language);

} // namespace mapwright::index_map::tiles
