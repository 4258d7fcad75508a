// Kinds of processors and memories, as mapper programs name them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace mapwright::mapper {

enum class ProcessorKind : std::uint8_t {
  cpu,  ///< CPU: one core
  gpu,  ///< GPU
  omp,  ///< OMP: a group of cores that one OpenMP task uses
  io,   ///< IO: a thread for input and output
  py,   ///< PY: a Python interpreter
  proc, ///< PROC: a set of processors
};

enum class MemoryKind : std::uint8_t {
  sysmem,         ///< SYSMEM: memory of the node
  fbmem,          ///< FBMEM: memory of one GPU
  zcmem,          ///< ZCMEM: pinned memory of the node that its GPUs see too
  rdmem,          ///< RDMEM: memory registered with the network
  sockmem,        ///< SOCKMEM: memory of one socket
  virtual_memory, ///< VIRTUAL: none; the task only hands the region on
};

/// As mapper programs write it: "CPU".
std::string_view to_string(ProcessorKind kind);
/// As mapper programs write it: "SYSMEM".
std::string_view to_string(MemoryKind kind);

/// The kind of this name; nothing when there is none.
std::optional<ProcessorKind> processor_kind_named(std::string_view name);
std::optional<MemoryKind> memory_kind_named(std::string_view name);

} // namespace mapwright::mapper
