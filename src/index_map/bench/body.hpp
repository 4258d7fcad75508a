// The work at a point, as text, and the memory it needs.
#pragma once

#include "core/error.hpp"
#include "index_map/bench.hpp"
#include "index_map/bench/instance.hpp"
#include "index_map/bench/strategy.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace mapwright::index_map::bench {

/// Floats of one row of the attention body.
inline constexpr int head = 64;

/// Input error when the domain has too few dimensions for the body.
Result<void> check_body(BenchBody body, std::size_t dimensions);

/// What happens at a point, as statements over c0, c1, ..., low0, ..., extent0, ..., out, in and never. Work: the body,
/// which sets one entry of out to a value >= 0. Find: nothing, but the coordinates are needed all the same.
std::string work_text(BenchBody body, std::size_t dimensions, Doing doing, Target target);

/// Floats the body reads; at least 1.
std::int64_t input_floats(BenchBody body, const Instance& instance);

/// Values for them, in [0, 1), always the same.
std::vector<float> input_values(std::int64_t count);

} // namespace mapwright::index_map::bench
