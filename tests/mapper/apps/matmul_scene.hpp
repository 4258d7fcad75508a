// Applications on machines with any number of GPUs, and the data that moves between memories and between nodes.
#pragma once

#include "mapper/apps/application.hpp"
#include "mapper/examples.hpp"
#include "mapper/simulate/simulate.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace mapwright::mapper {

/// The machine of round numbers with so many GPUs on each node.
inline Machine gpu_machine(std::int64_t nodes, std::int64_t gpus) {
  std::string text = round_machine_text();
  const std::string four = "count = 4";
  for (std::size_t at = text.find(four); at != std::string::npos; at = text.find(four, at + 1)) {
    text.replace(at, four.size(), fmt::format("count = {}", gpus));
  }
  return sure(read_machine(text, "gpus.toml", {{"nodes", nodes}}));
}

/// Copies and their bytes.
struct Moved {
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0;
  void add(std::uint64_t more) {
    bytes += more;
    ++messages;
  }
  friend bool operator==(const Moved&, const Moved&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Moved& moved) {
    return out << moved.bytes << " B in " << moved.messages;
  }
};

/// All that moved in a run.
struct Movement {
  Moved memories; ///< between different memories
  Moved nodes;    ///< of those, between different nodes
  Moved inside;   ///< inside one memory: contributions folded where they were made
  friend bool operator==(const Movement&, const Movement&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Movement& movement) {
    return out << "between memories " << movement.memories << ", between nodes " << movement.nodes << ", inside "
               << movement.inside;
  }
};

inline Movement movement_of(const Machine& machine, const Simulation& run) {
  Movement all;
  for (const SimulatedCopy& copy : run.copies) {
    if (copy.from == copy.to) {
      all.inside.add(copy.bytes);
      continue;
    }
    all.memories.add(copy.bytes);
    if (machine.node_of_memory(copy.from) != machine.node_of_memory(copy.to)) {
      all.nodes.add(copy.bytes);
    }
  }
  return all;
}

/// An application opened, expanded, and placed by hand.
struct MatmulScene {
  explicit MatmulScene(const std::string& specification)
      : application(sure(open_application(specification))), graph(sure(expand(application.program))) {}

  [[nodiscard]] const Program& program() const { return application.program; }
  [[nodiscard]] std::int64_t size(const std::string& name) const {
    const auto found = std::ranges::find(program().sizes, name, [](const auto& size) { return size.first; });
    return found->second;
  }
  [[nodiscard]] const Launch& launch_of(std::uint32_t slot) const {
    return program().launches[graph.slots[slot].launch];
  }

  /// GPU number `rank` (launch, point) of the machine for each task, and for those it launches one at a time; tasks
  /// that launch others are on the first core of that node, where nothing keeps them waiting. All data in the GPU's
  /// memory, by rows.
  [[nodiscard]] Plan plan(std::int64_t gpus,
                          const std::function<std::int64_t(const std::string&, const Coordinates&)>& rank) const {
    Plan made = blank_plan(program(), graph);
    std::vector<ProcessorName> seats(graph.slots.size());
    for (std::uint32_t slot = 0; slot < graph.slots.size(); ++slot) {
      const Launch& launch = launch_of(slot);
      const std::uint32_t parent = graph.slots[slot].parent;
      ProcessorName& seat = seats[slot];
      if (launch.index) {
        const std::int64_t number = rank(launch.name, launch.domain.point_at(graph.slots[slot].point));
        seat = {ProcessorKind::gpu, static_cast<std::uint32_t>(number / gpus),
                static_cast<std::uint32_t>(number % gpus)};
        seat.node = parent == none ? seat.node : seats[parent].node;
      } else {
        seat = seats[parent];
      }
      made.tasks[slot].processor = launch.arguments.empty() ? ProcessorName{ProcessorKind::cpu, seat.node, 0} : seat;
      for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        ArgumentDecision& argument = made.arguments[graph.slots[slot].first_argument + i];
        argument.memory = {MemoryKind::fbmem, seat.node, seat.index};
        argument.layout.dimensions = DimensionOrder::c_order;
      }
    }
    return made;
  }

  Application application;
  TaskGraph graph;
};

/// What a plan must move, counted tile by tile without simulating: each memory gets each block that tasks read there
/// once, from where its parts were filled, and sends each of its sums for a tile of `a` to where that was filled.
/// For one repetition.
class CountedMovement {
public:
  CountedMovement(const MatmulScene& scene, const Machine& machine, const Plan& plan)
      : scene_(scene), machine_(machine), plan_(plan) {
    for (const PointTask& task : scene.graph.tasks) {
      if (scene.launch_of(task.slot).name.starts_with("fill_")) {
        homes_.push_back({memory_of(task.slot, 0), view(task, 0)});
      }
    }
    for (const PointTask& task : scene.graph.tasks) {
      if (scene.launch_of(task.slot).name == "task_4") {
        for (std::uint32_t i = 0; i < 3; ++i) {
          count(task, i);
        }
      }
    }
  }

  [[nodiscard]] const Movement& total() const { return total_; }

private:
  struct Home {
    std::uint32_t memory;
    const DataView* view;
  };

  [[nodiscard]] std::uint32_t memory_of(std::uint32_t slot, std::uint32_t argument) const {
    return machine_.find(plan_.arguments[scene_.graph.slots[slot].first_argument + argument].memory).value();
  }
  [[nodiscard]] const DataView* view(const PointTask& task, std::uint32_t argument) const {
    return &scene_.graph.views[scene_.graph.accesses[task.first_access + argument].view];
  }
  [[nodiscard]] const PointSet& set(const DataView& of) const {
    return scene_.program().partitions[of.partition].sets[of.colour];
  }

  void count(const PointTask& task, std::uint32_t argument) {
    const std::uint32_t memory = memory_of(task.slot, argument);
    const DataView& wanted = *view(task, argument);
    const bool reduces = scene_.launch_of(task.slot).arguments[argument].privilege == Privilege::reduce;
    if (set(wanted).empty() || !seen_.insert({memory, wanted.partition, wanted.colour}).second) {
      return;
    }
    std::map<std::uint32_t, std::uint64_t> parts; // bytes by memory
    for (const Home& home : homes_) {
      if (home.view->region != wanted.region || set(*home.view).empty()) {
        continue;
      }
      const std::uint64_t bytes = 8 * intersection(set(*home.view).front(), set(wanted).front()).volume();
      if (bytes != 0) {
        parts[home.memory] += bytes;
      }
    }
    for (const auto& [home, bytes] : parts) { // what lies in one memory goes together
      if (home != memory) {
        total_.memories.add(bytes);
        if (machine_.node_of_memory(home) != machine_.node_of_memory(memory)) {
          total_.nodes.add(bytes);
        }
      } else if (reduces) {
        total_.inside.add(bytes);
      }
    }
  }

  const MatmulScene& scene_;
  const Machine& machine_;
  const Plan& plan_;
  std::vector<Home> homes_;
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> seen_; ///< memory, partition, colour
  Movement total_;
};

} // namespace mapwright::mapper
