// Task graphs small enough to be simulated twice, by this project's simulator and by SimGrid.
#pragma once

#include "mapper/machine/machine.hpp"
#include "mapper/simulate/simulate.hpp"

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace mapwright::mapper {

/// A task on a GPU. It writes data of its own into the memory of that GPU, and reads what others have written from
/// there too.
struct ComparedTask {
  std::uint32_t gpu = 0;             ///< of all nodes, those of node 0 first
  double seconds = 0;                ///< of work, besides the overhead
  std::uint64_t bytes = 1;           ///< that it writes
  std::vector<std::uint32_t> inputs; ///< tasks before it whose data it reads, each once
};

struct ComparedGraph {
  std::string name;
  std::vector<ComparedTask> tasks;
};

/// How a run of ours ended.
struct ComparedRun {
  double makespan = 0;      ///< seconds
  std::uint64_t copies = 0; ///< from GPU to GPU
  std::uint64_t waited = 0; ///< of those, copies that waited for a link
};

/// Runs the graph on this project's simulator. The machine must have GPUs with memories of their own.
ComparedRun our_run(const ComparedGraph& graph, const Machine& machine,
                    SourceChoice sources = SourceChoice::idle_links);

/// Whether SimGrid is part of this build.
bool has_simgrid();

/// Seconds of the same run by SimGrid 3.32: an actor for each task and each copy, processors as mutexes that are first
/// come, first served; network model CM02, no factors of TCP, no cross traffic: copies that share a link share its
/// bandwidth max-min fairly, weighted by latency. A task's data go to every GPU that reads them once, when it has
/// ended. Runs in a process of its own. Throws std::runtime_error where that fails.
double simgrid_makespan(const ComparedGraph& graph, const Machine& machine);

/// The GPUs of all nodes, and the number of the memory of each.
std::vector<std::uint32_t> memories_of_gpus(const Machine& machine);

/// Tasks one after another, each on the next GPU.
inline ComparedGraph chain_graph(std::uint32_t gpus, std::uint32_t length, double seconds, std::uint64_t bytes) {
  ComparedGraph graph{"chain", {}};
  for (std::uint32_t i = 0; i < length; ++i) {
    graph.tasks.push_back({i % gpus, seconds, bytes, i == 0 ? std::vector<std::uint32_t>{} : std::vector{i - 1}});
  }
  return graph;
}

/// One task, then one on each GPU that reads what it wrote, then one that reads all theirs; several times.
inline ComparedGraph fork_join_graph(std::uint32_t gpus, std::uint32_t times, double seconds, std::uint64_t bytes) {
  ComparedGraph graph{"fork and join", {{0, seconds, bytes, {}}}};
  for (std::uint32_t round = 0; round < times; ++round) {
    const auto fork = static_cast<std::uint32_t>(graph.tasks.size()) - 1;
    std::vector<std::uint32_t> middle;
    for (std::uint32_t gpu = 0; gpu < gpus; ++gpu) {
      middle.push_back(static_cast<std::uint32_t>(graph.tasks.size()));
      graph.tasks.push_back({gpu, seconds, bytes, {fork}});
    }
    graph.tasks.push_back({0, seconds, bytes, middle});
  }
  return graph;
}

/// In every step each GPU's task reads what it and its neighbours on the given sides wrote in the step before.
inline ComparedGraph halo_graph(std::uint32_t gpus, std::uint32_t steps, const std::vector<std::uint32_t>& distances,
                                double seconds, std::uint64_t bytes) {
  ComparedGraph graph{distances.size() == 1 ? "ring shift" : "halo exchange", {}};
  for (std::uint32_t step = 0; step < steps; ++step) {
    for (std::uint32_t gpu = 0; gpu < gpus; ++gpu) {
      ComparedTask task{gpu, seconds, bytes, {}};
      if (step > 0) {
        const std::uint32_t before = (step - 1) * gpus;
        task.inputs.push_back(before + gpu);
        for (const std::uint32_t distance : distances) {
          task.inputs.push_back(before + (gpu + distance) % gpus);
        }
      }
      graph.tasks.push_back(std::move(task));
    }
  }
  return graph;
}

/// Tasks of different lengths on random GPUs, each with up to three inputs among the last `reach` tasks.
inline ComparedGraph random_graph(std::uint32_t seed, std::uint32_t gpus, std::uint32_t tasks, std::uint32_t reach,
                                  double seconds, std::uint64_t bytes) {
  std::mt19937 engine(seed); // its sequence is fixed by the standard, unlike those of distributions
  const auto below = [&engine](std::uint32_t n) { return static_cast<std::uint32_t>(engine() % n); };
  ComparedGraph graph{"random", {}};
  for (std::uint32_t i = 0; i < tasks; ++i) {
    ComparedTask task{
        below(gpus), seconds * (0.5 + below(1000) / 1000.0), bytes / 2 + below(1000) * (bytes / 1000), {}};
    for (std::uint32_t k = below(4); k > 0 && i > 0; --k) {
      const std::uint32_t input = i - 1 - below(std::min(i, reach));
      if (std::find(task.inputs.begin(), task.inputs.end(), input) == task.inputs.end()) {
        task.inputs.push_back(input);
      }
    }
    graph.tasks.push_back(std::move(task));
  }
  return graph;
}

} // namespace mapwright::mapper
