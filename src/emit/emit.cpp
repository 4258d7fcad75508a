#include "emit/emit.hpp"

#include "emit/dialects.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace mapwright::emit {

namespace {

using Maker = std::unique_ptr<Dialect> (*)();

constexpr auto makers = std::to_array<std::pair<std::string_view, Maker>>({
    {"cpp", new_cpp},
    {"opencl", new_opencl},
    {"cuda", new_cuda},
    {"hip", new_hip},
    {"sycl", new_sycl},
    {"python", new_python},
    {"numpy", new_numpy},
    {"triton", new_triton},
});

} // namespace

bool has_variant(const Unit& unit, int bits) {
  if (bits == 64) {
    return unit.with_64 && !unit.range64.empty;
  }
  const auto fits = [](std::int64_t value) { return std::in_range<std::int32_t>(value); };
  return unit.with_32 && !unit.range32.empty &&
         std::ranges::all_of(unit.map->tables,
                             [&fits](const expr::Table& table) { return std::ranges::all_of(table.values, fits); });
}

std::vector<std::string_view> dialect_names() {
  std::vector<std::string_view> names;
  for (const auto& [name, maker] : makers) {
    names.push_back(name);
  }
  return names;
}

Result<std::unique_ptr<Dialect>> make_dialect(std::string_view name) {
  std::string known;
  for (const auto& [candidate, maker] : makers) {
    if (candidate == name) {
      return maker();
    }
    known += (known.empty() ? "" : ", ") + std::string(candidate);
  }
  return fail(ErrorKind::input, "there is no dialect '" + std::string(name) + "'", "choose one of: " + known);
}

} // namespace mapwright::emit
