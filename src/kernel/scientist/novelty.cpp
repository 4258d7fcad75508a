#include "kernel/scientist/novelty.hpp"

#include <fmt/format.h>

namespace mapwright::kernel::scientist {

namespace {

Repeat repeat_of(const Version& version, double alike, std::string_view how) {
  const std::string became = version.score ? fmt::format("{:.3f} of the start's time", *version.score) : version.status;
  return {version.step, alike, fmt::format("{} version {} ({})", how, version.step, became)};
}

} // namespace

std::optional<Repeat> find_repeat(const std::string& source, AvenueKind kind, const std::vector<Version>& versions) {
  const Sketch fresh = sketch_of(source);
  std::optional<Repeat> by_values;
  for (const Version& version : versions) {
    const Sketch known = sketch_of(version.source);
    if (known.exact == fresh.exact) {
      return repeat_of(version, 1, "the same program as");
    }
    if (!by_values && kind != AvenueKind::tuning && known.values_apart == fresh.values_apart) {
      by_values = repeat_of(version, similarity(fresh, known), "only values of tunables differ from");
    }
  }
  return by_values;
}

} // namespace mapwright::kernel::scientist
