// The text of each strategy: how an index becomes a point, in the part of C that C++, OpenCL C and CUDA share.
#pragma once

#include "core/error.hpp"
#include "index_map/bench.hpp"
#include "index_map/bench/instance.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mapwright::index_map::bench {

/// A language the work is written in.
enum class Target : std::uint8_t { cpp, opencl, cuda };
/// The one for a kind of device.
Target target_of(device::Api api);

/// What a run does with the points: the body's work, or nothing but finding them.
enum class Doing : std::uint8_t { work, find };

/// The name of a strategy's function or kernel: "work_box", "find_map".
std::string entry_name(Strategy strategy, Doing doing);

/// The name of the emitted map in the text.
inline constexpr std::string_view map_name = "benched";

/// Why a strategy does not exist for the domain on the target; empty: it does.
std::string absence(Strategy strategy, const domain::Domain& domain, Target target);

/// A strategy that turns one number into one point.
struct Linear {
  std::string body;  ///< declares offset_t c0, c1, ... from index_t or offset_t w
  std::string guard; ///< a condition on them; empty: always
};
/// `statements` under a condition; empty: under none.
std::string guarded(const std::string& condition, const std::string& statements);

/// REQUIRES: strategy is map, table, search or textbook, and exists.
Linear linear_text(Strategy strategy, const Instance& instance, Target target);

/// The fold of the triangle: `columns` by `rows` threads (offset_t x, y), as numbers and as text that holds for every
/// size; body and guard as in Linear.
struct Fold {
  std::int64_t columns = 0;
  std::int64_t rows = 0;
  std::string columns_text;
  std::string rows_text;
  Linear text;
};
/// REQUIRES: the strategy exists.
Fold fold_text(const Instance& instance);

/// `unrank` of the emitted map at w: an expression (C++ and CUDA).
std::string unrank_call(const Instance& instance, Target target);
/// Declares offset_t c0, c1, ... from the value of such an expression, `point` (C++ and CUDA).
std::string unpacked_text(std::string_view point, std::size_t dimensions);

/// `contains` of the emitted map at c0, c1, ...
std::string contains_text(const Instance& instance, Target target);
/// Declares `next` from c0, c1, ... (C++): next.has_next, next.next.
std::string successor_text(const Instance& instance);

/// The non-rectangular loops of a domain as OpenMP takes them: bounds of each loop over c0, c1, ..., inclusive.
struct LoopBounds {
  std::string low;
  std::string high;
};
/// An error that says why OpenMP cannot express them.
Result<std::vector<LoopBounds>> loop_bounds(const domain::Domain& domain);

} // namespace mapwright::index_map::bench
