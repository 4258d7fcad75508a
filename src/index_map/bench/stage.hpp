// Where the strategies run: compiled programs, and the data of one size on the device.
#pragma once

#include "core/error.hpp"
#include "core/units.hpp"
#include "device/device.hpp"
#include "index_map/bench.hpp"
#include "index_map/bench/instance.hpp"
#include "index_map/bench/strategy.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mapwright::index_map::bench {

/// Data and programs of one size. Not thread-safe.
class Stage {
public:
  virtual ~Stage() = default;

  /// One run; how long it took.
  virtual Result<Seconds> run(Strategy strategy, Doing doing) = 0;

  /// Marks all results as missing.
  virtual Result<void> clear() = 0;

  /// A number made of the set of points that have a result.
  virtual Result<std::uint64_t> digest() = 0;

  /// How it was compiled, one line.
  [[nodiscard]] virtual std::string compiled() const = 0;
};

/// What strategies read from memory.
struct Lists {
  std::vector<std::int32_t> points; ///< all points, for the table; empty: not listed
  Rows rows;                        ///< for the search; empty: not listed
};

struct StageOptions {
  BenchBody body = BenchBody::write;
  std::vector<Strategy> strategies;
  Lists lists{};
};

/// Makes stages on one device; programs of the same text are compiled once.
class Workbench {
public:
  virtual ~Workbench() = default;
  /// Machine error when the compiler is missing or memory cannot be had.
  virtual Result<std::unique_ptr<Stage>> stage(const Instance& instance, StageOptions options) = 0;
};

/// g++ and OpenMP, in this process. `threads`: how many work.
std::unique_ptr<Workbench> host_workbench(unsigned threads);
/// An OpenCL or CUDA device.
Result<std::unique_ptr<Workbench>> device_workbench(const device::DeviceInfo& info);

} // namespace mapwright::index_map::bench
