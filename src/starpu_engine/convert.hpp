// The work of one conversion, as StarPU calls it: its buffers are the atoms, then the copy.
#pragma once

#include "mapper/engine/packing.hpp"
#include "starpu_engine/policy.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace mapwright::starpu_engine {

/// One conversion; lives until the run ends.
struct ConversionCall {
  Destination destination;
  const mapper::ArgumentForm* packed = nullptr;
  std::size_t atoms = 0;
  bool back = false;                          ///< from the copy into the atoms
  bool in_host_memory = false;                ///< all buffers of a conversion by a device
  std::atomic<std::int64_t>* busy = nullptr;  ///< of the worker, nanoseconds
  std::atomic<std::int64_t>* spent = nullptr; ///< of the conversions by workers of its kind
  std::atomic<int>* failed = nullptr;         ///< gets the first OpenCL error
};

/// What StarPU calls; `argument` is the ConversionCall.
void convert_on_cpu(void* buffers[], void* argument);
void convert_on_device(void* buffers[], void* argument);

} // namespace mapwright::starpu_engine
