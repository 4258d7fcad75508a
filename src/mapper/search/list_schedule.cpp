#include "mapper/search/list_schedule.hpp"

#include "mapper/search/listed_data.hpp"
#include "mapper/search/mean_costs.hpp"
#include "mapper/search/region_layouts.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

namespace mapwright::mapper {

namespace {

/// A processor for a task, and what would come of it.
struct ListChoice {
  std::uint32_t processor = none;
  double end = std::numeric_limits<double>::infinity();
  bool fits = false; ///< every argument has room
  std::vector<ListPlace> places;
};

class ListScheduler {
public:
  explicit ListScheduler(const SearchScene& scene)
      : scene_(scene), layouts_(scene.program), data_(scene), plan_(blank_plan(scene.program, scene.graph)),
        decided_(scene.graph.slots.size(), none), ends_(scene.graph.tasks.size(), 0.0),
        free_(scene.machine.processor_count(), 0.0) {}

  Plan run() {
    const std::vector<double> ranks = upward_ranks(scene_);
    std::vector<std::uint32_t> order(scene_.graph.tasks.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&ranks](std::uint32_t a, std::uint32_t b) { return ranks[a] > ranks[b]; });
    for (const std::uint32_t task : order) {
      schedule(task);
    }
    decide_idle_slots();
    return std::move(plan_);
  }

private:
  void schedule(std::uint32_t task) {
    const std::uint32_t slot = scene_.graph.tasks[task].slot;
    const double begin = earliest(task);
    ListChoice best;
    if (decided_[slot] != none) {
      best = choice_on(task, decided_[slot], begin);
    } else {
      for (const std::uint32_t processor : candidates(task)) {
        ListChoice choice = choice_on(task, processor, begin);
        if (best.processor == none || std::pair(!choice.fits, choice.end) < std::pair(!best.fits, best.end)) {
          best = std::move(choice);
        }
      }
      decide(slot, best);
    }
    take(task, best);
  }

  /// Slots of launches that the run never comes to: anywhere.
  void decide_idle_slots() {
    const Machine& machine = scene_.machine;
    for (std::uint32_t slot = 0; slot < decided_.size(); ++slot) {
      const Launch& launch = scene_.program.launches[scene_.graph.slots[slot].launch];
      for (const TaskVariant& variant : scene_.program.kinds[launch.kind].variants) {
        const auto processor = machine.find(ProcessorName{variant.processor, 0, 0});
        if (decided_[slot] != none || !processor) {
          continue;
        }
        decided_[slot] = *processor;
        plan_.tasks[slot].processor = machine.processor_name(*processor);
        const std::vector<MemoryKind> seen = memories_seen(machine, variant.processor);
        for (std::uint32_t i = 0; i < launch.arguments.size() && !seen.empty(); ++i) {
          ArgumentDecision& decision = plan_.arguments[scene_.graph.slots[slot].first_argument + i];
          decision = {{seen.front(), 0, 0}, layouts_.layout_for(launch.arguments[i], variant, i), false};
        }
      }
    }
  }

  /// When all tasks it waits for have ended.
  [[nodiscard]] double earliest(std::uint32_t task) const {
    const PointTask& made = scene_.graph.tasks[task];
    double begin = made.parent == none ? 0 : ends_[made.parent];
    for (std::uint32_t i = 0; i < made.accesses; ++i) {
      for (const std::uint32_t earlier : scene_.graph.predecessors_of(made.first_access + i)) {
        begin = std::max(begin, ends_[earlier]);
      }
    }
    return begin;
  }

  [[nodiscard]] const TaskKind& kind_of(std::uint32_t task) const {
    return scene_.program.kinds[scene_.program.launches[scene_.graph.slots[scene_.graph.tasks[task].slot].launch].kind];
  }

  /// Processors worth a look: of those on one node that see the same memories only the one that is free first.
  [[nodiscard]] std::vector<std::uint32_t> candidates(std::uint32_t task) const {
    const Machine& machine = scene_.machine;
    std::vector<std::uint32_t> list;
    for (const ProcessorClass& each : machine.description().processors) {
      const bool homeless = scene_.graph.tasks[task].accesses > 0 && nearest_bandwidth(machine, each.kind) == 0;
      if (variant_on(kind_of(task), each.kind) == nullptr || homeless) {
        continue;
      }
      const auto& sights = machine.description().sights;
      const bool own = std::any_of(sights.begin(), sights.end(),
                                   [&](const Sight& sight) { return sight.processor == each.kind && sight.own; });
      for (std::uint32_t node = 0; node < machine.description().nodes; ++node) {
        const std::uint32_t first = *machine.find(ProcessorName{each.kind, node, 0});
        std::uint32_t soonest = first;
        for (std::uint32_t processor = first; processor < first + each.count; ++processor) {
          soonest = free_[processor] < free_[soonest] ? processor : soonest;
          if (own) {
            list.push_back(processor);
          }
        }
        if (!own) {
          list.push_back(soonest);
        }
      }
    }
    return list;
  }

  [[nodiscard]] ListChoice choice_on(std::uint32_t task, std::uint32_t processor, double begin) {
    const PointTask& made = scene_.graph.tasks[task];
    const ProcessorClass& type = scene_.machine.class_of_processor(processor);
    const TaskVariant& variant = *variant_on(kind_of(task), type.kind);
    ListChoice choice{processor, 0, true, {}};
    double ready = begin;
    double moving = 0;
    for (std::uint32_t i = 0; i < made.accesses; ++i) {
      const std::uint32_t access = made.first_access + i;
      const std::uint32_t number = scene_.graph.slots[made.slot].first_argument + i;
      ListPlace place;
      if (decided_[made.slot] != none) {
        const ArgumentDecision& decision = plan_.arguments[number];
        place = data_.place(access, processor, *scene_.machine.find(decision.memory), decision.layout, begin);
      } else {
        place = best_place(access, processor, layouts_.layout_for(launch_argument(made.slot, i), variant, i), begin);
      }
      choice.fits = choice.fits && data_.has_room(place);
      ready = std::max(ready, place.ready);
      moving += scene_.graph.accesses[access].bytes * place.seconds_per_byte;
      choice.places.push_back(place);
    }
    const double work = std::max(made.flops / (type.flops * variant.efficiency), moving);
    choice.end = std::max(ready, free_[processor]) + type.overhead + work;
    return choice;
  }

  [[nodiscard]] const RegionArgument& launch_argument(std::uint32_t slot, std::uint32_t index) const {
    return scene_.program.launches[scene_.graph.slots[slot].launch].arguments[index];
  }

  /// The memory with room from which the access is dealt with first, of equals the fastest; without any with room, the
  /// one with most of it.
  [[nodiscard]] ListPlace best_place(std::uint32_t access, std::uint32_t processor, const DataLayout& layout,
                                     double begin) {
    using Cost = std::tuple<bool, double, double>;
    ListPlace best;
    Cost least;
    const std::uint32_t memories = scene_.machine.memory_count() / scene_.machine.description().nodes;
    const std::uint32_t first = scene_.machine.node_of_processor(processor) * memories;
    for (std::uint32_t memory = first; memory < first + memories; ++memory) {
      if (!scene_.machine.bandwidth(processor, memory)) {
        continue;
      }
      const ListPlace place = data_.place(access, processor, memory, layout, begin);
      const double done = place.ready + scene_.graph.accesses[access].bytes * place.seconds_per_byte;
      const Cost cost = data_.has_room(place) ? Cost(false, done, place.seconds_per_byte)
                                              : Cost(true, -data_.room(memory), place.seconds_per_byte);
      if (best.memory == none || cost < least) {
        best = place;
        least = cost;
      }
    }
    return best;
  }

  void decide(std::uint32_t slot, const ListChoice& choice) {
    decided_[slot] = choice.processor;
    plan_.tasks[slot].processor = scene_.machine.processor_name(choice.processor);
    for (std::size_t i = 0; i < choice.places.size(); ++i) {
      ArgumentDecision& decision = plan_.arguments[scene_.graph.slots[slot].first_argument + i];
      decision.memory = scene_.machine.memory_name(choice.places[i].memory);
      decision.layout = choice.places[i].layout;
    }
  }

  /// The task runs so: its processor is busy, its data lie where it has them.
  void take(std::uint32_t task, const ListChoice& choice) {
    const PointTask& made = scene_.graph.tasks[task];
    ends_[task] = choice.end;
    free_[choice.processor] = choice.end;
    for (std::uint32_t i = 0; i < made.accesses; ++i) {
      data_.put(made.first_access + i, choice.places[i], choice.end);
    }
  }

  const SearchScene& scene_;
  RegionLayouts layouts_;
  ListedData data_;
  Plan plan_;
  std::vector<std::uint32_t> decided_; ///< processor of each slot
  std::vector<double> ends_;           ///< of each task
  std::vector<double> free_;           ///< of each processor
};

} // namespace

Plan list_schedule(const SearchScene& scene) {
  return ListScheduler(scene).run();
}

} // namespace mapwright::mapper
