// What of a machine makes runs of one program as long as they are: numbers that a recalibration may turn.
#pragma once

#include "mapper/calibrate/observation.hpp"
#include "mapper/machine/machine.hpp"

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace mapwright::mapper {

inline constexpr double normal_90 = 1.645; ///< standard errors to each side of the mean that 90 % lie within

/// One number of a machine, or several that are turned together; more of it is more time.
struct Knob {
  enum class Sort : std::uint8_t {
    work,       ///< the factors of a kind of tasks on a kind of processor, whatever the layouts
    overhead,   ///< of a kind of processor
    link,       ///< latency and time per byte of a kind of link
    conversion, ///< time of a change of layout
  };
  Sort sort = Sort::work;
  ProcessorKind processor = ProcessorKind::cpu;
  std::string task{}; ///< of work
  std::string link{}; ///< its name
  friend auto operator<=>(const Knob&, const Knob&) = default;
};

/// "work of 'step' on CPU", "overhead of GPU", "link pcie", "change of layout".
std::string to_string(const Knob& knob);

/// How far the logarithm of the number may be off: the standard error that its range of 90 % stands for, a tenth at
/// least as no calibration was made for just these sizes; a factor of two where it has no range.
double doubt_of(const Knob& knob, const MachineDescription& machine, const std::string& program);

/// The machine with every knob turned to exp(`turns`) times its time. A kind of tasks without a factor gets one.
MachineDescription turned(MachineDescription machine, const std::string& program, std::span<const Knob> knobs,
                          std::span<const double> turns);

/// The same with ranges of 90 % that these standard errors of the turns leave, and sources: `measured` says how.
MachineDescription turned_for_good(MachineDescription machine, const std::string& program, std::span<const Knob> knobs,
                                   std::span<const double> turns, std::span<const double> errors,
                                   const std::string& measured);

} // namespace mapwright::mapper
