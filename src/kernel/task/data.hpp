// Inputs of one call, and what the call must give.
#pragma once

#include "kernel/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mapwright::kernel {

/// The elements of one argument, row-major, as they lie in memory.
using Elements = std::vector<std::byte>;

/// Inputs for one call: one entry for each argument of the task, empty for pure outputs.
struct Inputs {
  Shape shape;
  std::size_t scenario = 0;       ///< index in Task::scenarios
  std::vector<Elements> values{}; ///< scalars are one element
};

/// Draws inputs. The same seed gives the same inputs on every machine. Neither the seed nor inputs not seen yet follow
/// from inputs (core/key_stream.hpp).
Result<Inputs> draw(const Task& task, const Shape& shape, std::size_t scenario, std::uint64_t seed);

/// What the reference says about one output.
struct Expected {
  std::vector<double> values{}; ///< for float outputs
  std::vector<double> scales{}; ///< of the same length: the error model, >= 0
  Elements exact{};             ///< for integer outputs: the elements themselves
};

/// For each argument, empty for pure inputs.
using Expectation = std::vector<Expected>;

} // namespace mapwright::kernel
