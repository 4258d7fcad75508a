// Views of data and costs of tasks, each found once.
#include "mapper/program/expand_parts.hpp"
#include "mapper/program/named_expression.hpp"
#include "mapper/program/task_cost.hpp"

#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

std::uint32_t ViewTable::view(const RegionArgument& argument, std::uint32_t colour) {
  std::vector<std::uint32_t>& known = by_colour_[{argument.region, argument.partition, argument.fields}];
  if (known.empty()) {
    known.assign(argument.partition == none ? 1 : program_.partitions[argument.partition].sets.size(), none);
  }
  if (known[colour] != none) {
    return known[colour];
  }
  known[colour] = static_cast<std::uint32_t>(graph_.views.size());
  const Region& region = program_.regions[argument.region];
  const PointSet set =
      argument.partition == none ? PointSet{region.extents} : program_.partitions[argument.partition].sets[colour];
  DataView made{argument.region, argument.partition, colour, argument.fields, 0, 0, 0, 0};
  for (const Rectangle& part : set) {
    made.points += part.volume();
  }
  made.bytes = made.points * bytes_of_fields(region, argument.fields);
  graph_.views.push_back(made);
  const Rectangle box = bounding_box(set, region.extents.axes);
  Coordinates extents{};
  for (std::size_t d = 0; d < box.axes; ++d) {
    extents[d] = box.extent(d);
  }
  extents_.push_back(extents);
  return known[colour];
}

Result<const TaskCosts::Cost*> TaskCosts::of(const Launch& launch, const std::vector<std::uint32_t>& views,
                                             const ViewTable& table, const TaskGraph& graph) {
  shape_.clear();
  for (const std::uint32_t view : views) {
    shape_.push_back(static_cast<std::int64_t>(graph.views[view].points));
    shape_.insert(shape_.end(), table.extents(view).begin(), table.extents(view).end());
  }
  auto [found, is_new] = known_.try_emplace({&launch, shape_});
  if (is_new) {
    auto cost = evaluate(launch, views, table, graph);
    if (!cost) {
      known_.erase(found);
      return forward(cost);
    }
    found->second = std::move(*cost);
  }
  return &found->second;
}

Result<TaskCosts::Cost> TaskCosts::evaluate(const Launch& launch, const std::vector<std::uint32_t>& views,
                                            const ViewTable& table, const TaskGraph& graph) const {
  const TaskKind& kind = program_.kinds[launch.kind];
  NamedValues values = program_.sizes;
  for (std::size_t i = 0; i < views.size(); ++i) {
    const std::vector<std::string> names = cost_names_of(kind.parameters[i].name);
    values.emplace_back(names.front(), static_cast<std::int64_t>(graph.views[views[i]].points));
    for (std::size_t d = 0; d < most_axes; ++d) {
      values.emplace_back(names[d + 1], table.extents(views[i])[d]);
    }
  }
  Cost cost;
  const auto flops = evaluate_named(kind.flops, values);
  if (!flops) {
    return forward(flops);
  }
  if (*flops < 0) {
    return fail(ErrorKind::input, fmt::format("the flops of '{}' are {}", kind.name, *flops));
  }
  cost.flops = static_cast<double>(*flops);
  for (std::size_t i = 0; i < views.size(); ++i) {
    const DataView& view = graph.views[views[i]];
    const Privilege privilege = launch.arguments[i].privilege;
    const bool twice = privilege == Privilege::read_write || privilege == Privilege::reduce;
    double bytes = static_cast<double>(view.bytes) * (twice ? 2 : 1);
    if (kind.parameters[i].bytes) {
      const auto given = evaluate_named(*kind.parameters[i].bytes, values);
      if (!given) {
        return forward(given);
      }
      if (*given < 0) {
        return fail(ErrorKind::input,
                    fmt::format("the bytes of argument '{}' are {}", kind.parameters[i].name, *given));
      }
      bytes = static_cast<double>(*given);
    }
    cost.bytes.push_back(bytes);
  }
  return cost;
}

} // namespace mapwright::mapper
