// Names of the kinds of avenues.
#include "kernel/rewrite/examination.hpp"

#include <array>
#include <utility>

namespace mapwright::kernel {

namespace {

constexpr std::array<std::pair<AvenueKind, std::string_view>, 6> avenue_kind_names{{
    {AvenueKind::memory, "memory"},
    {AvenueKind::compute, "compute"},
    {AvenueKind::parallelism, "parallelism"},
    {AvenueKind::work, "work"},
    {AvenueKind::compiler, "compiler"},
    {AvenueKind::tuning, "tuning"},
}};

} // namespace

std::string_view to_string(AvenueKind kind) {
  return avenue_kind_names.at(static_cast<std::size_t>(kind)).second;
}

std::optional<AvenueKind> avenue_kind_named(std::string_view name) {
  for (const auto& [kind, known] : avenue_kind_names) {
    if (known == name) {
      return kind;
    }
  }
  return std::nullopt;
}

} // namespace mapwright::kernel
