// The program of a bench: the map and one function per strategy, in C++ with OpenMP or as kernels.
#pragma once

#include "core/error.hpp"
#include "index_map/bench.hpp"
#include "index_map/bench/instance.hpp"
#include "index_map/bench/strategy.hpp"

#include <span>
#include <string>

namespace mapwright::index_map::bench {

/// C++: for each strategy void work_NAME(const HostJob*) and find_NAME, void clear(const HostJob*) and uint64_t
/// digest(const HostJob*).
Result<std::string> host_source(const Instance& instance, BenchBody body, std::span<const Strategy> strategies);

/// OpenCL C or CUDA: kernels work_NAME and find_NAME, which take sizes, run-time tables of the map, low and extent of
/// each dimension, in, out, points, starts, rows, row_count, count and never (see no_coordinate), as in HostJob;
/// clear(out, volume); and digest(out, partial, volume, threads), where each thread leaves its part of the sum in
/// partial. `wide`: whether offsets into the box need 64 bits.
Result<std::string> kernel_source(const Instance& instance, BenchBody body, std::span<const Strategy> strategies,
                                  Target target, bool wide);

/// The map alone, under `map_name`: what both begin with.
Result<std::string> map_text(const Instance& instance, Target target);

} // namespace mapwright::index_map::bench
