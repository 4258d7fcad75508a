// The bench: the same work on the points of a domain, reached in every usual way, timed side by side on one device,
// and a prediction of the outcome from costs measured apart.
#pragma once

#include "core/error.hpp"
#include "core/measurement.hpp"
#include "core/verdict.hpp"
#include "device/device.hpp"
#include "index_map/certificate.hpp"
#include "measure/compare.hpp"
#include "measure/energy.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::index_map {

/// What is done at a point. Results go to an array over the bounding box, one float per point.
enum class BenchBody : std::uint8_t {
  write,     ///< one store
  pairs,     ///< distances between particles: coordinate k names the k-th particle; their sum over neighbouring ones
  attention, ///< exp of the dot product of a query row and a key row of 64 floats: the last two coordinates
  stencil,   ///< mean of the axis neighbours in an array over the bounding box
};
/// "write", "pairs", "attention" or "stencil".
std::string_view to_string(BenchBody body);
/// The body of that name; an input error that lists the names.
Result<BenchBody> bench_body(std::string_view name);

/// How the points are reached.
enum class Strategy : std::uint8_t {
  box,      ///< every point of the bounding box, early exit outside the domain: the baseline
  map,      ///< the proved map: unrank of every index
  step,     ///< the proved map: unrank at the start of each thread's part, then successor (host)
  fold,     ///< two rows of the triangle make one of the box
  table,    ///< points listed in memory
  search,   ///< starts of rows listed in memory, binary search
  textbook, ///< the floating-point formula without corrections, results kept inside the domain
  collapse, ///< OpenMP collapse of the non-rectangular loops, as g++ compiles it (host)
};
/// "box", "map", "step", "fold", "table", "search", "textbook" or "collapse".
std::string_view to_string(Strategy strategy);
/// All of them, in the order of the enumeration.
std::span<const Strategy> all_strategies();
/// The strategy of that name; an input error that lists the names.
Result<Strategy> bench_strategy(std::string_view name);

struct BenchOptions {
  device::DeviceInfo device{}; ///< host, or one of list_devices()
  BenchBody body = BenchBody::write;
  unsigned threads = 1;         ///< of the host
  Seconds time_cap{10};         ///< of the comparison
  std::vector<Strategy> only{}; ///< these besides box and map; empty: all
  bool contention_check = true; ///< whether runs disturbed by other work on the machine are dropped
  std::uint64_t seed = 1;
};

/// What came of one strategy.
struct BenchRow {
  /// How a strategy ended.
  enum class State : std::uint8_t {
    measured,
    wrong,   ///< it was timed, but its results are not those of the others: no verdict
    missing, ///< it does not exist here; `reason` says why
  };
  Strategy strategy = Strategy::box;
  bool asked = true; ///< false: the options name others, and it is missing
  State state = State::missing;
  std::string reason{};
  Seconds time{0};                              ///< median
  double per_point = 0;                         ///< seconds per point of the domain, times the threads of the host
  double speedup = 1;                           ///< time of the box / time of this, median over pairs
  Interval interval{0, 0};                      ///< of the speed-up
  SpeedVerdict verdict = SpeedVerdict::unclear; ///< against the box
  measure::StopReason stop = measure::StopReason::time_cap;
  int pairs = 0;
  int dropped = 0;
  measure::EnergyReading energy{}; ///< per `energy_runs` runs
  int energy_runs = 0;
};

/// Costs at the size asked for, in seconds of one thread (host) or of the device. Finding the points is measured at
/// that size, the work at a smaller one, see bench/predict.hpp.
struct BenchCosts {
  std::vector<expr::Int> work_sizes; ///< the smaller size
  double skipped = 0;                ///< per index of the box: the early exit
  double useful_in_box = 0;          ///< per point: the body behind the early exit
  double map = 0;                    ///< per point: unrank
  double useful_in_map = 0;          ///< per point: the body behind unrank
  Seconds launch{0};                 ///< of a launch that does next to nothing
};

/// The speed-up of the map over the box, foretold.
struct BenchPrediction {
  BenchCosts costs;
  double imbalance = 1; ///< time of the slowest thread over the mean, of the box
  double speedup = 1;
  /// Smallest size, on the way from nothing to the size asked for, from which on the map is foretold to be faster;
  /// nothing: the box wins at every size up to it, and beyond it as far as the costs can tell.
  std::optional<std::vector<expr::Int>> break_even{};
};

struct BenchReport {
  std::vector<expr::Int> sizes;
  expr::Int points = 0;
  expr::Int box = 0;          ///< points of the bounding box
  int bits = 64;              ///< word of the map
  std::string compiled;       ///< how
  std::vector<BenchRow> rows; ///< one per strategy, in the order of Strategy
  std::optional<BenchPrediction> prediction{};
  std::string no_prediction{};        ///< why there is none
  std::optional<std::string> meter{}; ///< the energy meter
  std::string no_meter{};             ///< why there is none

  [[nodiscard]] double waste() const { return static_cast<double>(box) / static_cast<double>(points); }
  [[nodiscard]] const BenchRow& row(Strategy strategy) const { return rows.at(static_cast<std::size_t>(strategy)); }
};

/// Derives the map of one size, or gives the one of all sizes, as the caller wants it benched; called for smaller sizes
/// as well.
using BenchDerive = std::function<Result<std::shared_ptr<const Certified>>(const std::vector<expr::Int>& sizes)>;

/// Benches the map of `derive` at `sizes`; `tables` holds run-time tables. Errors: input, for an empty domain, sizes
/// beyond the certified range, arrays beyond the memory of the device, a body the domain is too flat for; answer_no for
/// a map that is not proved; machine, without a compiler or when the device fails.
Result<BenchReport> run_bench(const BenchDerive& derive, const std::vector<expr::Int>& sizes,
                              const std::vector<expr::Table>& tables, const BenchOptions& options);

} // namespace mapwright::index_map
