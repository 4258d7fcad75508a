#include "core/budget.hpp"

namespace mapwright {

std::string_view to_string(ResourceKind kind) {
  switch (kind) {
  case ResourceKind::evaluations:
    return "evaluations";
  case ResourceKind::time:
    return "seconds";
  case ResourceKind::tokens:
    return "tokens";
  case ResourceKind::dollars:
    return "dollars";
  case ResourceKind::energy:
    break;
  }
  return "joules";
}

double amount(const Resources& resources, ResourceKind kind) {
  switch (kind) {
  case ResourceKind::evaluations:
    return static_cast<double>(resources.evaluations);
  case ResourceKind::time:
    return resources.time.count();
  case ResourceKind::tokens:
    return static_cast<double>(resources.tokens);
  case ResourceKind::dollars:
    return resources.dollars;
  case ResourceKind::energy:
    break;
  }
  return resources.energy.count();
}

std::optional<double> Budget::limit(ResourceKind kind) const {
  const auto real = [](const std::optional<std::uint64_t>& count) {
    return count ? std::optional(static_cast<double>(*count)) : std::nullopt;
  };
  switch (kind) {
  case ResourceKind::evaluations:
    return real(evaluations);
  case ResourceKind::time:
    return seconds;
  case ResourceKind::tokens:
    return real(tokens);
  case ResourceKind::dollars:
    return dollars;
  case ResourceKind::energy:
    break;
  }
  return joules;
}

std::optional<Exhausted> exhausted(const Budget& budget, const Resources& used, const Resources& reserved) {
  for (const ResourceKind kind : all_resource_kinds) {
    const std::optional<double> limit = budget.limit(kind);
    if (!limit) {
      continue;
    }
    const double total = amount(used, kind) + amount(reserved, kind);
    if (total > *limit || amount(used, kind) >= *limit) {
      return Exhausted{kind, *limit, amount(used, kind), amount(reserved, kind)};
    }
  }
  return std::nullopt;
}

} // namespace mapwright
