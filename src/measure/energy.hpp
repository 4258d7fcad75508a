// Energy meters behind one interface, and the rule when a reading may be believed.
//
// Meters are cumulative counters that hardware updates now and then; a window not much longer than the update period
// measures the counter's steps, not the work. An energy that could not be measured is absent with a reason, never zero.
#pragma once

#include "core/error.hpp"
#include "core/measurement.hpp"
#include "core/units.hpp"
#include "measure/clock.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::measure {

/// A cumulative energy counter. Not thread-safe.
class EnergyMeter {
public:
  virtual ~EnergyMeter() = default;

  /// What is read and what it covers, one line: "RAPL package-0 (CPU socket, without DRAM)".
  [[nodiscard]] virtual std::string method() const = 0;

  /// How often the counter changes; windows are judged against it.
  [[nodiscard]] virtual Seconds update_period() const = 0;

  /// Energy since the meter was opened. Machine error when the counter cannot be read any more.
  virtual Result<Joules> total() = 0;
};

/// All CPU packages of the kernel's powercap tree, summed (files intel-rapl:N/{name,energy_uj,max_energy_range_uj};
/// AMD processors use the same names). A counter that wraps is followed as long as total() is called at least once per
/// wrap (minutes at full load). `root` is where the tree is; tests put a fake there.
/// Machine error when there is no package, or when its counter may not be read (root only on most systems).
Result<std::unique_ptr<EnergyMeter>> open_rapl(const std::filesystem::path& root = "/sys/class/powercap");

/// One NVIDIA device by nvmlDeviceGetTotalEnergyConsumption (Volta and later), covering the whole board.
/// `library` is the NVML to open. Machine error without the library, the device or the counter.
Result<std::unique_ptr<EnergyMeter>> open_nvml(unsigned device_index = 0,
                                               const std::string& library = "libnvidia-ml.so.1");

/// Whether a window's energy may be reported.
enum class EnergyState : std::uint8_t {
  measured,         ///< `energy` is set
  no_meter,         ///< there was no meter
  window_too_short, ///< the window was not much longer than the counter's update period
  meter_failed,     ///< the meter could not be read
};

/// "measured", "no-meter", "window-too-short" or "meter-failed".
std::string_view to_string(EnergyState state);

/// The energy of one window.
struct EnergyReading {
  EnergyState state = EnergyState::no_meter;
  std::optional<Joules>
      energy{};         ///< set exactly when state is measured; of everything the meter covers, not only of the work
  Seconds window{0};    ///< how long the window was
  std::string method{}; ///< the meter's method; empty without a meter
  std::string detail{}; ///< why there is no energy; empty when there is
};

/// A window must last at least this many update periods: the counter's step is then at most 1/50 of the reading.
inline constexpr double min_periods_per_window = 50;

/// The shortest window in which `meter` is believed.
Seconds min_window(const EnergyMeter& meter);

/// Runs `work` once between two readings of `meter`; `meter` may be null (no_meter, the work runs all the same).
/// Make the work long enough by repeating it inside: see min_window.
EnergyReading measure_energy(EnergyMeter* meter, Clock& clock, const std::function<void()>& work);

/// The reading as a record in "J"; nothing unless state is measured.
std::optional<Measurement> to_measurement(const EnergyReading& reading, std::string machine);

} // namespace mapwright::measure
