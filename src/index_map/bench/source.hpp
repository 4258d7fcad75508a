// The program of a bench: one function per strategy, in C++ with OpenMP or as kernels.
#pragma once

#include "core/error.hpp"
#include "index_map/bench.hpp"
#include "index_map/bench/instance.hpp"
#include "index_map/bench/strategy.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace mapwright::index_map::bench {

/// What every function of the host's program is given. The program declares the same struct (host_source.cpp).
struct HostJob {
  const std::int64_t* sizes;
  const void* const* tables; ///< run-time tables of the map, in its word
  const std::int64_t* low;
  const std::int64_t* extent;
  const float* in;
  float* out;
  const std::int32_t* points;
  const std::int64_t* starts;
  const std::int32_t* rows;
  std::int64_t row_count;
  std::int64_t count;
  std::int64_t volume;
  std::int32_t threads;
};

/// C++: for each strategy void work_NAME(const HostJob*) and find_NAME, void clear(const HostJob*) and uint64_t
/// digest(const HostJob*).
Result<std::string> host_source(const Instance& instance, BenchBody body, std::span<const Strategy> strategies);

/// OpenCL C or CUDA: kernels work_NAME and find_NAME, which take sizes, run-time tables of the map, low and extent of
/// each dimension, in, out, points, starts, rows, row_count, count and never (see no_coordinate), as in HostJob;
/// clear(out, volume); and digest(out, partial, volume, threads), where each thread leaves its part of the sum in
/// partial. `wide`: whether offsets into the box need 64 bits.
Result<std::string> kernel_source(const Instance& instance, BenchBody body, std::span<const Strategy> strategies,
                                  Target target, bool wide);

/// The text of the map in a language, under `map_name`.
Result<std::string> map_text(const Instance& instance, std::string_view dialect);

} // namespace mapwright::index_map::bench
