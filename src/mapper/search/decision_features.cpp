#include "mapper/search/decision_features.hpp"

#include "mapper/search/mean_costs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace mapwright::mapper {

namespace {

/// Logarithm to base 10 of amounts up to about 10^12, in [0, 1].
double amount(double value) {
  return std::log10(1 + value) / 12;
}

/// A logarithm of a ratio, at most 3 either way.
double log_ratio(double value, double other) {
  return std::clamp(value > 0 && other > 0 ? std::log10(value / other) : 3.0, -3.0, 3.0);
}

/// How evenly a placement spreads points: the part of the processors that could be used that are, and the mean load of
/// the used over the highest.
std::pair<double, double> spread_of(const PlacementOfSlots& placement, std::uint32_t processors) {
  std::map<ProcessorName, double> loads;
  double highest = 0;
  for (const ProcessorName& processor : placement) {
    highest = std::max(highest, loads[processor] += 1);
  }
  const double could = std::min<double>(static_cast<double>(placement.size()), processors);
  const auto used = static_cast<double>(loads.size());
  return {could > 0 ? used / could : 0, highest > 0 ? static_cast<double>(placement.size()) / used / highest : 0};
}

} // namespace

const std::vector<std::string>& decision_feature_names() {
  static const std::vector<std::string> names{"one",
                                              "sort processor",
                                              "sort placement",
                                              "sort memory",
                                              "sort layout",
                                              "sort collect",
                                              "sort limit",
                                              "nodes",
                                              "devices of a node",
                                              "flops of a task",
                                              "bytes of a task",
                                              "tasks",
                                              "share of flops",
                                              "share of bytes",
                                              "depth",
                                              "launches tasks",
                                              "index launch",
                                              "runs on CPU",
                                              "runs on GPU",
                                              "runs on OMP",
                                              "bytes of the argument",
                                              "reads",
                                              "writes",
                                              "reads and writes",
                                              "reduces",
                                              "shared with other points",
                                              "users of the region",
                                              "place among options",
                                              "is the first",
                                              "on CPU",
                                              "on GPU",
                                              "on OMP",
                                              "time there",
                                              "SYSMEM",
                                              "FBMEM",
                                              "ZCMEM",
                                              "bandwidth there",
                                              "AOS",
                                              "C_order",
                                              "aligned",
                                              "processors used",
                                              "balance",
                                              "kept local",
                                              "kept local is known",
                                              "like others of its sort",
                                              "like others on its region",
                                              "others on its region"};
  return names;
}

double DecisionFeatures::seconds_on(std::uint32_t kind, ProcessorKind processor) const {
  const TaskVariant* variant = variant_on(scene_.program.kinds[kind], processor);
  const double bandwidth = nearest_bandwidth(scene_.machine, processor);
  for (const ProcessorClass& each : scene_.machine.description().processors) {
    if (each.kind == processor && variant != nullptr && bandwidth > 0) {
      const double work =
          std::max(kinds_[kind].flops / (each.flops * variant->efficiency), kinds_[kind].bytes / bandwidth);
      return each.overhead + work;
    }
  }
  return std::numeric_limits<double>::infinity();
}

ProcessorKind DecisionFeatures::processor_of(const Assignment& before, std::size_t decision,
                                             std::uint16_t option) const {
  const Decision& asked = space_.decisions()[decision];
  for (std::size_t d = 0; d <= decision; ++d) {
    const Decision& other = space_.decisions()[d];
    if (other.sort == DecisionSort::processor && other.kind == asked.kind) {
      const std::string& name = other.options[d == decision ? option : before[d]];
      return processor_kind_named(name).value_or(ProcessorKind::proc);
    }
  }
  const auto& variants = scene_.program.kinds[asked.kind].variants;
  return variants.empty() ? ProcessorKind::proc : variants.front().processor;
}

const PlacementOfSlots* DecisionFeatures::placement(std::size_t decision, std::size_t option) const {
  const PlacementOfSlots* found = device_effects_.of(decision, option);
  return found != nullptr ? found : usual_effects_.of(decision, option);
}

double DecisionFeatures::locality(std::size_t decision, std::size_t option, std::size_t other,
                                  std::size_t other_option) const {
  const auto [known, is_new] = localities_.try_emplace({decision, option, other, other_option}, -1.0);
  if (!is_new) {
    return known->second;
  }
  const std::uint32_t kind = space_.decisions()[decision].kind;
  const std::uint32_t other_kind = space_.decisions()[other].kind;
  const PlacementOfSlots* here = placement(decision, option);
  const PlacementOfSlots* there = placement(other, other_option);
  const auto edges = edges_.find({std::min(kind, other_kind), std::max(kind, other_kind)});
  if (here == nullptr || there == nullptr || edges == edges_.end()) {
    return known->second;
  }
  const PlacementOfSlots& first = kind <= other_kind ? *here : *there;
  const PlacementOfSlots& second = kind <= other_kind ? *there : *here;
  double all = 0;
  double kept = 0;
  for (const SlotEdge& edge : edges->second) {
    const ProcessorName& from = first[edge.from];
    const ProcessorName& to = second[edge.to];
    all += edge.bytes;
    kept += from.node == to.node ? edge.bytes * (from.index == to.index ? 1 : 0.5) : 0;
  }
  known->second = all > 0 ? kept / all : -1;
  return known->second;
}

void DecisionFeatures::add_kind(const Decision& asked, std::vector<double>& row) const {
  const KindFacts& facts = kinds_[asked.kind];
  row.push_back(1);
  for (std::size_t sort = 0; sort < 6; ++sort) {
    row.push_back(static_cast<std::size_t>(asked.sort) == sort ? 1 : 0);
  }
  row.insert(row.end(),
             {std::log2(scene_.machine.description().nodes) / 6, scene_.machine.processors_of(ProcessorKind::gpu) / 8.0,
              amount(facts.flops), amount(facts.bytes), std::log2(1 + facts.tasks) / 16,
              all_flops_ > 0 ? facts.flops * facts.tasks / all_flops_ : 0,
              all_bytes_ > 0 ? facts.bytes * facts.tasks / all_bytes_ : 0, facts.depth, facts.launches ? 1.0 : 0.0,
              facts.index ? 1.0 : 0.0});
  for (const ProcessorKind processor : {ProcessorKind::cpu, ProcessorKind::gpu, ProcessorKind::omp}) {
    row.push_back(variant_on(scene_.program.kinds[asked.kind], processor) != nullptr ? 1 : 0);
  }
  const bool has_argument = asked.parameter != none;
  row.push_back(has_argument ? amount(facts.parameter_bytes[asked.parameter]) : 0);
  for (std::size_t privilege = 0; privilege < 4; ++privilege) {
    row.push_back(has_argument ? facts.privileges[asked.parameter][privilege] : 0);
  }
  row.push_back(has_argument ? facts.parameter_shared[asked.parameter] : 0);
  const std::uint32_t region = region_of(asked);
  row.push_back(region != none ? users_[region] : 0);
}

void DecisionFeatures::add_option(std::size_t decision, std::uint16_t option, ProcessorKind runs_on,
                                  std::vector<double>& row) const {
  const Decision& asked = space_.decisions()[decision];
  const std::string& name = asked.options[option];
  row.push_back(static_cast<double>(option) / static_cast<double>(asked.options.size()));
  row.push_back(option == 0 ? 1 : 0);
  for (const ProcessorKind processor : {ProcessorKind::cpu, ProcessorKind::gpu, ProcessorKind::omp}) {
    row.push_back(runs_on == processor ? 1 : 0);
  }
  double fastest = std::numeric_limits<double>::infinity();
  for (const TaskVariant& variant : scene_.program.kinds[asked.kind].variants) {
    fastest = std::min(fastest, seconds_on(asked.kind, variant.processor));
  }
  row.push_back(asked.sort == DecisionSort::processor ? log_ratio(seconds_on(asked.kind, runs_on), fastest) : 0);
  const auto memory = asked.sort == DecisionSort::memory ? memory_kind_named(name) : std::nullopt;
  for (const MemoryKind each : {MemoryKind::sysmem, MemoryKind::fbmem, MemoryKind::zcmem}) {
    row.push_back(memory == each ? 1 : 0);
  }
  double bandwidth = 0;
  for (const Sight& sight : scene_.machine.description().sights) {
    bandwidth = sight.processor == runs_on && memory == sight.memory ? sight.bandwidth : bandwidth;
  }
  row.push_back(memory ? log_ratio(bandwidth, nearest_bandwidth(scene_.machine, runs_on)) : 0);
  const auto layout = asked.sort == DecisionSort::layout ? data_layout_named(name) : std::nullopt;
  row.push_back(layout && layout->fields == FieldOrder::aos ? 1 : 0);
  row.push_back(layout && layout->dimensions == DimensionOrder::c_order ? 1 : 0);
  row.push_back(layout && layout->alignment > 0 ? 1 : 0);
  const PlacementOfSlots* placed = placement(decision, option);
  const std::uint32_t processors = scene_.machine.processors_of(runs_on) * scene_.machine.description().nodes;
  const auto [used, balance] = placed == nullptr ? std::pair(0.0, 0.0) : spread_of(*placed, processors);
  row.push_back(used);
  row.push_back(balance);
}

void DecisionFeatures::add_context(const Assignment& before, std::size_t decision, std::uint16_t option,
                                   std::vector<double>& row) const {
  const Decision& asked = space_.decisions()[decision];
  const std::uint32_t region = region_of(asked);
  double local = 0;
  double placements = 0;
  double same_sort = 0;
  double like_sort = 0;
  double same_region = 0;
  double like_region = 0;
  for (std::size_t d = 0; d < decision; ++d) {
    const Decision& other = space_.decisions()[d];
    if (other.sort != asked.sort) {
      continue;
    }
    const double like = other.options[before[d]] == asked.options[option] ? 1 : 0;
    same_sort += 1;
    like_sort += like;
    if (region != none && region_of(other) == region) {
      same_region += 1;
      like_region += like;
    }
    const double kept = asked.sort == DecisionSort::placement ? locality(decision, option, d, before[d]) : -1;
    local += std::max(kept, 0.0);
    placements += kept >= 0 ? 1 : 0;
  }
  row.insert(row.end(), {placements > 0 ? local / placements : 0, placements > 0 ? 1.0 : 0.0,
                         same_sort > 0 ? like_sort / same_sort : 0, same_region > 0 ? like_region / same_region : 0,
                         same_region > 0 ? 1.0 : 0.0});
}

std::uint32_t DecisionFeatures::region_of(const Decision& decision) const {
  return decision.parameter == none ? none : regions_[decision.kind][decision.parameter];
}

std::vector<double> DecisionFeatures::of(const Assignment& before, std::size_t decision, std::uint16_t option) const {
  const ProcessorKind runs_on = processor_of(before, decision, option);
  std::vector<double>& fixed = fixed_[{decision, option, runs_on}];
  if (fixed.empty()) {
    add_kind(space_.decisions()[decision], fixed);
    add_option(decision, option, runs_on, fixed);
  }
  std::vector<double> row = fixed;
  add_context(before, decision, option, row);
  return row;
}

} // namespace mapwright::mapper
