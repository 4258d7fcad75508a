#include "kernel/tune/limits.hpp"

#include "kernel/task/values.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

/// The number, between 0 and what no device has; nothing when there is none.
std::optional<std::uint64_t> number_of(const expr::Expr& e, const Values& values) {
  constexpr std::int64_t most = std::int64_t{1} << 40U;
  const auto value = evaluate_at(e, values);
  if (!value || *value < 0) {
    return std::nullopt;
  }
  return *value > most ? most : static_cast<std::uint64_t>(static_cast<std::int64_t>(*value));
}

std::optional<std::string> beyond_of_launch(const GroupLimits& limits, const LaunchPlan& plan, const Values& values) {
  constexpr std::uint64_t most = std::uint64_t{1} << 20U; // of one axis: three of them can be multiplied
  std::uint64_t size = 1;
  for (const expr::Expr& extent : plan.group) {
    const auto number = number_of(extent, values);
    if (!number) {
      return std::nullopt;
    }
    size *= std::min(*number, most);
  }
  if (limits.size > 0 && size > limits.size) {
    return fmt::format("{}: a group of {}, the device takes {}", plan.kernel, size, limits.size);
  }
  std::uint64_t memory = 0;
  for (const LaunchArgument& argument : plan.arguments) {
    if (const auto* const local = std::get_if<LocalUse>(&argument)) {
      memory += number_of(local->bytes, values).value_or(0);
    }
  }
  if (limits.memory > Bytes() && Bytes(memory) > limits.memory) {
    return fmt::format("{}: {} bytes for a group, the device has {}", plan.kernel, memory, limits.memory.count());
  }
  return std::nullopt;
}

} // namespace

std::optional<std::string> beyond(const GroupLimits& limits, const Task& task, const KernelCandidate& candidate,
                                  const Tuning& tuning, const Shape& shape) {
  Values values = values_of(task, shape.sizes);
  values.insert(values.end(), tuning.begin(), tuning.end());
  for (const LaunchPlan& plan : candidate.launches) {
    if (auto reason = beyond_of_launch(limits, plan, values)) {
      return reason;
    }
  }
  return std::nullopt;
}

} // namespace mapwright::kernel
