// The machine a number was measured on, for records.
#pragma once

#include "core/units.hpp"

#include <string>

namespace mapwright::measure {

/// What about a machine decides whether two measurements can be compared.
struct Machine {
  std::string cpu;      ///< model name of the first processor, or "unknown"
  unsigned cores = 1;   ///< logical processors this process may use
  Bytes memory{};       ///< physical memory; 0: unknown
  std::string kernel;   ///< "Linux 6.1.0 x86_64"
  std::string compiler; ///< the compiler this program was built with

  /// All of it in one line.
  [[nodiscard]] std::string summary() const;
  friend bool operator==(const Machine&, const Machine&) = default;
};

/// Describes this machine.
Machine describe_machine();

} // namespace mapwright::measure
