#include "kernel/rewrite/catalogue.hpp"

#include <algorithm>

namespace mapwright::kernel {

namespace rewrite {

const std::vector<Rule>& rules() {
  static const std::vector<Rule> all = cpp_rules();
  return all;
}

} // namespace rewrite

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all = [] {
    std::vector<Experiment> result;
    for (const rewrite::Rule& rule : rewrite::rules()) {
      result.push_back(rule.experiment);
    }
    return result;
  }();
  return all;
}

const Experiment* find_experiment(std::string_view name) {
  const auto found = std::find_if(experiments().begin(), experiments().end(),
                                  [&](const Experiment& experiment) { return experiment.name == name; });
  return found == experiments().end() ? nullptr : &*found;
}

namespace {

constexpr std::pair<AvenueKind, std::string_view> avenue_names[] = {
    {AvenueKind::memory, "memory"}, {AvenueKind::compute, "compute"},   {AvenueKind::parallelism, "parallelism"},
    {AvenueKind::work, "work"},     {AvenueKind::compiler, "compiler"}, {AvenueKind::tuning, "tuning"}};

} // namespace

std::string_view to_string(AvenueKind kind) {
  return avenue_names[static_cast<std::size_t>(kind)].second;
}

std::optional<AvenueKind> avenue_kind_named(std::string_view name) {
  for (const auto& [kind, known] : avenue_names) {
    if (known == name) {
      return kind;
    }
  }
  return std::nullopt;
}

} // namespace mapwright::kernel
