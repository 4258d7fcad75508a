#include "mapper/kinds.hpp"

#include <array>
#include <cstddef>

namespace mapwright::mapper {

namespace {

// In the order of the enumerators.
constexpr std::array<std::string_view, 6> processor_names{"CPU", "GPU", "OMP", "IO", "PY", "PROC"};
constexpr std::array<std::string_view, 6> memory_names{"SYSMEM", "FBMEM", "ZCMEM", "RDMEM", "SOCKMEM", "VIRTUAL"};

template <class Kind, std::size_t count>
std::optional<Kind> kind_named(const std::array<std::string_view, count>& names, std::string_view name) {
  for (std::size_t i = 0; i < count; ++i) {
    if (names[i] == name) {
      return static_cast<Kind>(i);
    }
  }
  return std::nullopt;
}

} // namespace

std::string_view to_string(ProcessorKind kind) {
  return processor_names[static_cast<std::size_t>(kind)];
}

std::string_view to_string(MemoryKind kind) {
  return memory_names[static_cast<std::size_t>(kind)];
}

std::optional<ProcessorKind> processor_kind_named(std::string_view name) {
  return kind_named<ProcessorKind>(processor_names, name);
}

std::optional<MemoryKind> memory_kind_named(std::string_view name) {
  return kind_named<MemoryKind>(memory_names, name);
}

} // namespace mapwright::mapper
