// Is an output right? The rule of Tolerance, over every element.
#pragma once

#include "kernel/task/data.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace mapwright::kernel {

/// The first wrong element, and how wrong the output is as a whole.
struct Mismatch {
  std::size_t argument = 0;          ///< index in Task::arguments
  std::uint64_t element = 0;         ///< row-major index of the first wrong element
  std::vector<std::int64_t> index{}; ///< the same by axis
  double got = 0;
  double expected = 0;
  double allowed = 0; ///< largest allowed difference at that element
  std::uint64_t wrong = 0;
  std::uint64_t elements = 0;
  /// "c[3,4] is 1.5, expected 2.25 +- 1e-6; 12 of 64 elements are wrong"
  [[nodiscard]] std::string describe(const Task& task) const;
};

/// Compares all outputs. `outputs` has one span for each argument (empty for pure inputs).
std::optional<Mismatch> compare(const Task& task, const Inputs& inputs, const Expectation& expected,
                                std::span<const std::span<const std::byte>> outputs);

/// The largest |got - expected| / (unit_roundoff * scale) over all float outputs: how much of the tolerance is used up.
double worst_error(const Task& task, const Expectation& expected, std::span<const std::span<const std::byte>> outputs);

} // namespace mapwright::kernel
