#include "loop/settings.hpp"

#include "core/suggest.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::loop {

namespace {

constexpr std::uint64_t most_parallel = 64;

void set(Budget& budget, ResourceKind kind, double value) {
  switch (kind) {
  case ResourceKind::evaluations:
    budget.evaluations = static_cast<std::uint64_t>(value);
    break;
  case ResourceKind::time:
    budget.seconds = value;
    break;
  case ResourceKind::tokens:
    budget.tokens = static_cast<std::uint64_t>(value);
    break;
  case ResourceKind::dollars:
    budget.dollars = value;
    break;
  case ResourceKind::energy:
    budget.joules = value;
    break;
  }
}

} // namespace

nlohmann::json to_json(const Budget& budget) {
  nlohmann::json json = nlohmann::json::object();
  for (const ResourceKind kind : all_resource_kinds) {
    if (const auto limit = budget.limit(kind)) {
      json[std::string(to_string(kind))] = *limit;
    }
  }
  return json;
}

Budget budget_from_json(const nlohmann::json& json) {
  Budget budget;
  for (const ResourceKind kind : all_resource_kinds) {
    const auto found = json.is_object() ? json.find(std::string(to_string(kind))) : json.end();
    if (json.is_object() && found != json.end() && found->is_number()) {
      set(budget, kind, found->get<double>());
    }
  }
  return budget;
}

Result<Budget> parse_budget(const std::string& text) {
  std::vector<std::string> names;
  for (const ResourceKind kind : all_resource_kinds) {
    names.emplace_back(to_string(kind));
  }
  Budget budget;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t equals = part.find('=');
    const bool plain =
        equals == std::string::npos && !part.empty() && part.find_first_not_of("0123456789") == std::string::npos;
    const std::string name = plain ? std::string(to_string(ResourceKind::evaluations)) : part.substr(0, equals);
    const auto known = std::find(names.begin(), names.end(), name);
    if (known == names.end()) {
      return fail(ErrorKind::input, fmt::format("unknown budget '{}'", name),
                  suggest(name, names, fmt::format("expected one of: {}", fmt::join(names, ", "))));
    }
    const std::string value = plain ? part : equals == std::string::npos ? "" : part.substr(equals + 1);
    char* rest = nullptr;
    const double limit = std::strtod(value.c_str(), &rest);
    if (value.empty() || *rest != '\0' || !(limit >= 0) || limit > 1e18) {
      return fail(ErrorKind::input, fmt::format("the budget of {} must be a number", name),
                  fmt::format("e.g. {}=100", name));
    }
    set(budget, all_resource_kinds[static_cast<std::size_t>(known - names.begin())], limit);
  }
  return budget;
}

Budget merged(Budget budget, const Budget& changes) {
  for (const ResourceKind kind : all_resource_kinds) {
    if (const auto limit = changes.limit(kind)) {
      set(budget, kind, *limit);
    }
  }
  return budget;
}

RunSettings read_run_settings(Section& root) {
  RunSettings settings;
  if (auto loop = root.section("loop")) {
    std::uint64_t parallel = settings.flow.parallel;
    std::string durability = "process";
    loop->integer("seed", settings.flow.seed);
    loop->integer("parallel", parallel, 1, most_parallel);
    loop->integer("patience", settings.flow.patience);
    loop->flag("fallback", settings.flow.fallback);
    loop->text("durability", durability);
    if (durability != "process" && durability != "power") {
      loop->refuse("durability", "'durability' is \"process\" or \"power\"");
    }
    settings.flow.parallel = static_cast<unsigned>(parallel);
    settings.durability = durability == "power" ? archive::Durability::power : archive::Durability::process;
  }
  if (auto budget = root.section("budget")) {
    Budget& limits = settings.flow.budget;
    budget->integer("evaluations", limits.evaluations);
    budget->real("seconds", limits.seconds);
    budget->integer("tokens", limits.tokens);
    budget->real("dollars", limits.dollars);
    budget->real("joules", limits.joules);
  }
  return settings;
}

} // namespace mapwright::loop
