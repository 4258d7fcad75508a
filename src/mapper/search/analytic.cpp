#include "mapper/search/mean_costs.hpp"
#include "mapper/search/option_effects.hpp"
#include "mapper/search/placement_grammar.hpp"
#include "mapper/search/starts.hpp"
#include "mapper/space/factorize.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace mapwright::mapper {

namespace {

enum class GridRule : std::uint8_t { automatic, greedy, balanced };

std::vector<std::int64_t> grid_by(GridRule rule, std::int64_t processors, const std::vector<std::int64_t>& extents) {
  if (rule == GridRule::balanced) {
    return balanced_grid(processors, extents);
  }
  auto grid = rule == GridRule::automatic ? space::auto_factors(processors, extents)
                                          : space::greedy_factors(processors, extents);
  return grid ? std::move(*grid) : balanced_grid(processors, extents);
}

/// The number of the block of a grid that a point lies in, the first dimension fastest; `point` becomes the place in
/// the block and `extents` those of the largest block.
std::int64_t block_of(const std::vector<std::int64_t>& grid, std::vector<std::int64_t>& point,
                      std::vector<std::int64_t>& extents) {
  std::int64_t number = 0;
  std::int64_t stride = 1;
  for (std::size_t d = 0; d < grid.size(); ++d) {
    const std::int64_t block = point[d] * grid[d] / extents[d];
    number += block * stride;
    stride *= grid[d];
    point[d] -= (block * extents[d] + grid[d] - 1) / grid[d];
    extents[d] = (extents[d] + grid[d] - 1) / grid[d];
  }
  return number;
}

/// Assignments by one rule after the other.
class AnalyticStarts {
public:
  AnalyticStarts(const SearchScene& scene, const DecisionSpace& space)
      : scene_(scene), space_(space), slots_(slots_of_kinds(scene)),
        kinds_(with_kinds(ProcessorKind::gpu, std::nullopt)), effects_(scene, space, kinds_) {}

  std::vector<Assignment> all() {
    std::vector<Assignment> made;
    for (const bool nested : {true, false}) {
      for (const GridRule rule : {GridRule::automatic, GridRule::greedy, GridRule::balanced}) {
        Assignment next = placed(rule, nested);
        if (std::find(made.begin(), made.end(), next) == made.end()) {
          made.push_back(std::move(next));
        }
      }
    }
    return made;
  }

  /// Two assignments with all data in one memory, on GPUs and on the kind of processor that there are most of.
  [[nodiscard]] std::vector<Assignment> in_common_memory() {
    const std::optional<MemoryKind> memory = common_memory();
    if (!memory) {
      return {};
    }
    kinds_ = with_kinds(ProcessorKind::gpu, memory);
    effects_ = PlacementEffects(scene_, space_, kinds_);
    std::vector<Assignment> made{placed(GridRule::automatic, true)};
    const auto& processors = scene_.machine.description().processors;
    const ProcessorKind many =
        std::max_element(processors.begin(), processors.end(), [](const ProcessorClass& a, const ProcessorClass& b) {
          return a.count < b.count;
        })->kind;
    Assignment wish = with_kinds(many, memory);
    for (std::size_t d = 0; d < wish.size(); ++d) {
      if (space_.decisions()[d].sort == DecisionSort::placement) {
        wish[d] = option_named(space_.decisions()[d], any_of_node_label(many)).value_or(wish[d]);
      }
    }
    made.push_back(space_.legal(std::move(wish)));
    return made;
  }

private:
  /// The memory that most kinds of processor see, of equals the first; nothing when none is seen by two.
  [[nodiscard]] std::optional<MemoryKind> common_memory() const {
    std::optional<MemoryKind> common;
    std::size_t most = 1;
    for (const MemoryClass& memory : scene_.machine.description().memories) {
      std::size_t seeing = 0;
      for (const ProcessorClass& processor : scene_.machine.description().processors) {
        const std::vector<MemoryKind> seen = memories_seen(scene_.machine, processor.kind);
        seeing += static_cast<std::size_t>(std::count(seen.begin(), seen.end(), memory.kind));
      }
      if (seeing > most) {
        most = seeing;
        common = memory.kind;
      }
    }
    return common;
  }

  /// Processors of this kind where they can run a task, and `memory`, or the one they see best; the usual options for
  /// the rest.
  [[nodiscard]] Assignment with_kinds(ProcessorKind processor, std::optional<MemoryKind> memory) const {
    Assignment wish = space_.usual();
    std::vector<ProcessorKind> processors(scene_.program.kinds.size(), ProcessorKind::cpu);
    for (std::size_t d = 0; d < wish.size(); ++d) {
      const Decision& decision = space_.decisions()[d];
      if (decision.sort != DecisionSort::processor) {
        continue;
      }
      wish[d] = option_named(decision, to_string(processor)).value_or(wish[d]);
      processors[decision.kind] = processor_kind_named(decision.options[wish[d]]).value_or(ProcessorKind::cpu);
    }
    for (std::size_t d = 0; d < wish.size(); ++d) {
      const Decision& decision = space_.decisions()[d];
      if (decision.sort != DecisionSort::memory) {
        continue;
      }
      std::vector<MemoryKind> wanted = memories_seen(scene_.machine, processors[decision.kind]);
      if (memory) {
        wanted.insert(wanted.begin(), *memory);
      }
      for (const MemoryKind each : wanted) {
        if (const auto option = option_named(decision, to_string(each))) {
          wish[d] = *option;
          break;
        }
      }
    }
    return space_.legal(std::move(wish));
  }

  [[nodiscard]] Assignment placed(GridRule rule, bool nested) const {
    Assignment wish = kinds_;
    for (std::size_t d = 0; d < wish.size(); ++d) {
      const Decision& decision = space_.decisions()[d];
      if (decision.sort == DecisionSort::placement) {
        wish[d] = best_option(d, rule, nested).value_or(wish[d]);
      }
    }
    return space_.legal(std::move(wish));
  }

  [[nodiscard]] std::optional<std::uint16_t> best_option(std::size_t d, GridRule rule, bool nested) const {
    const Decision& decision = space_.decisions()[d];
    const std::vector<std::uint32_t>& slots = slots_[decision.kind];
    std::optional<std::uint16_t> best;
    std::size_t most = 0;
    for (std::size_t option = 0; option < decision.options.size(); ++option) {
      const PlacementOfSlots* placement = effects_.of(d, option);
      std::size_t agreeing = 0;
      for (std::size_t i = 0; placement != nullptr && i < slots.size(); ++i) {
        agreeing += agrees(slots[i], (*placement)[i], rule, nested) ? 1U : 0U;
      }
      if (agreeing > most) {
        most = agreeing;
        best = static_cast<std::uint16_t>(option);
      }
    }
    return best;
  }

  /// Whether the rule puts the point there; on which node the points of launches in tasks run is not its to decide.
  [[nodiscard]] bool agrees(std::uint32_t slot, const ProcessorName& there, GridRule rule, bool nested) const {
    const Slot& place = scene_.graph.slots[slot];
    const Launch& launch = scene_.program.launches[place.launch];
    if (!launch.index) {
      return false;
    }
    const Coordinates at = launch.domain.point_at(place.point);
    std::vector<std::int64_t> point;
    std::vector<std::int64_t> extents;
    for (std::size_t d = 0; d < launch.domain.axes; ++d) {
      point.push_back(at[d] - launch.domain.low[d]);
      extents.push_back(launch.domain.extent(d));
    }
    const std::int64_t each = scene_.machine.processors_of(there.kind);
    const std::int64_t nodes = place.parent == none ? scene_.machine.description().nodes : 1;
    if (!nested) {
      const std::int64_t number = block_of(grid(rule, nodes * each, extents), point, extents);
      return there.index == number % each && (place.parent != none || there.node == number / each);
    }
    const std::int64_t node = block_of(grid(rule, nodes, extents), point, extents);
    const std::int64_t index = block_of(grid(rule, each, extents), point, extents);
    return there.index == index && (place.parent != none || there.node == node);
  }

  [[nodiscard]] const std::vector<std::int64_t>& grid(GridRule rule, std::int64_t processors,
                                                      const std::vector<std::int64_t>& extents) const {
    std::vector<std::int64_t>& known = grids_[{rule, processors, extents}];
    if (known.empty()) {
      known = grid_by(rule, processors, extents);
    }
    return known;
  }

  const SearchScene& scene_;
  const DecisionSpace& space_;
  mutable std::map<std::tuple<GridRule, std::int64_t, std::vector<std::int64_t>>, std::vector<std::int64_t>> grids_;
  std::vector<std::vector<std::uint32_t>> slots_;
  Assignment kinds_;
  PlacementEffects effects_;
};

} // namespace

std::vector<Assignment> analytic_assignments(const SearchScene& scene, const DecisionSpace& space) {
  return AnalyticStarts(scene, space).all();
}

std::vector<Assignment> common_memory_assignments(const SearchScene& scene, const DecisionSpace& space) {
  return AnalyticStarts(scene, space).in_common_memory();
}

} // namespace mapwright::mapper
