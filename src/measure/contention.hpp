// Was this sample disturbed by other work on the machine?
//
// On a shared machine the same program can take a hundred times longer with a busy neighbour, and no statistic repairs
// that. What was used is read before and after a sample and judged by a pure function. Best is what the scheduler
// knows: how long the sample's own threads could have run and did not. Where that is not known, switches and pressure
// stand in for it; they also count what took no time worth the name.
#pragma once

#include "core/units.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace mapwright::measure {

/// Counters of this process and of the machine at one instant; only differences mean something.
struct UsageSnapshot {
  Seconds cpu{0};                        ///< user + system time of all threads of the process
  std::int64_t involuntary_switches = 0; ///< times a thread was preempted although it could go on
  std::optional<Seconds> delay{};        ///< time its threads were ready to run and waited for a CPU; absent if unknown
  std::optional<Seconds> pressure{};     ///< time some task of the machine waited for a CPU; absent without the counter
};

/// What makes a sample tainted.
struct ContentionRule {
  /// Threads of this process that are busy throughout the sample. 0: the sample waits for something else (a device,
  /// another process), and CPU time says nothing.
  int busy_threads = 1;
  double min_cpu_share = 0.90;         ///< least CPU time / (wall time x busy_threads)
  double max_delay_share = 0.10;       ///< most delay / wall time, of all threads together
  Seconds free_delay{100e-6};          ///< delay that is always forgiven: threads are woken, and somebody else too
  double max_switches_per_second = 50; ///< most involuntary switches per second of wall time and busy thread
  int free_switches = 1;               ///< switches that are always forgiven, so that short samples survive
  double max_pressure_share = 0.10;    ///< most pressure / wall time
  Seconds min_wall{1e-3};              ///< shorter samples are not judged: the counters are too coarse
};

/// Why a sample is tainted; the first that applies.
enum class Taint : std::uint8_t {
  none,     ///< not tainted
  starved,  ///< its threads did not get the CPU
  delayed,  ///< its threads waited for a CPU; where this is known, the next two are not asked
  switched, ///< its threads were preempted too often
  pressure, ///< tasks of the machine were waiting for a CPU
};

/// "none", "starved", "delayed", "switched" or "pressure".
std::string_view to_string(Taint taint);

/// Judges the sample that ran between two snapshots and took `wall`.
Taint assess(const UsageSnapshot& before, const UsageSnapshot& after, Seconds wall, const ContentionRule& rule);

/// Where snapshots come from.
class UsageProbe {
public:
  virtual ~UsageProbe() = default;
  virtual UsageSnapshot snapshot() = 0;
};

/// getrusage(RUSAGE_SELF) and the kernel's pressure stall information. Not thread-safe.
class SystemUsageProbe final : public UsageProbe {
public:
  /// `pressure_file` has the form of /proc/pressure/cpu; a missing file means no pressure counter.
  explicit SystemUsageProbe(std::filesystem::path pressure_file = "/proc/pressure/cpu");
  UsageSnapshot snapshot() override;

private:
  std::filesystem::path pressure_file_;
};

} // namespace mapwright::measure
