// The only file that knows SimGrid.
#include "simgrid/compared_graph.hpp"

#include <array>
#include <cstdio>
#include <exception>
#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <simgrid/s4u.hpp>
#include <sys/wait.h>
#include <unistd.h>

namespace mapwright::mapper {

namespace {

namespace sg4 = simgrid::s4u;

constexpr double host_speed = 1e9; ///< "flops" per second: work is given in nanoseconds

/// GPUs as hosts; links of the machine as links without latency, and one more link for each pair with the latency and
/// the narrowest bandwidth of their path, which nothing contends for.
std::vector<sg4::Host*> build_platform(const Machine& machine) {
  const std::vector<std::uint32_t> memories = memories_of_gpus(machine);
  sg4::NetZone* zone = sg4::create_full_zone("machine");
  std::vector<sg4::Host*> hosts;
  for (std::size_t gpu = 0; gpu < memories.size(); ++gpu) {
    hosts.push_back(zone->create_host(fmt::format("gpu{}", gpu), host_speed));
  }
  std::map<std::uint32_t, sg4::Link*> links;
  for (std::size_t from = 0; from < memories.size(); ++from) {
    for (std::size_t to = 0; to < memories.size(); ++to) {
      if (from == to) {
        continue;
      }
      const CopyPath path = machine.path(memories[from], memories[to]);
      sg4::Link* delay = zone->create_link(fmt::format("delay{}-{}", from, to), path.bandwidth);
      delay->set_latency(path.latency)->set_sharing_policy(sg4::Link::SharingPolicy::FATPIPE);
      std::vector<sg4::LinkInRoute> route{sg4::LinkInRoute(delay)};
      for (std::uint32_t i = 0; i < path.count; ++i) {
        sg4::Link*& link = links[path.resources[i]];
        if (link == nullptr) {
          link = zone->create_link(fmt::format("link{}", path.resources[i]),
                                   machine.resource_bandwidth(path.resources[i]));
        }
        route.emplace_back(link);
      }
      zone->add_route(hosts[from]->get_netpoint(), hosts[to]->get_netpoint(), nullptr, nullptr, route, false);
    }
  }
  zone->seal();
  return hosts;
}

/// Runs a graph; lives as long as the simulation.
class SimGridRun {
public:
  SimGridRun(const ComparedGraph& graph, std::vector<sg4::Host*> hosts, double overhead)
      : graph_(graph), hosts_(std::move(hosts)), overhead_(overhead), readers_(graph.tasks.size()) {
    for (std::size_t gpu = 0; gpu < hosts_.size(); ++gpu) {
      processors_.push_back(sg4::Mutex::create());
    }
    for (std::uint32_t task = 0; task < graph_.tasks.size(); ++task) {
      arrived_.push_back(sg4::Semaphore::create(0));
      for (const std::uint32_t input : graph_.tasks[task].inputs) {
        readers_[input][graph_.tasks[task].gpu].push_back(task);
      }
    }
  }

  /// Seconds until the last task has ended.
  double run(sg4::Engine& engine) {
    for (std::uint32_t task = 0; task < graph_.tasks.size(); ++task) {
      sg4::Actor::create("task", hosts_[graph_.tasks[task].gpu], [this, task] { run_task(task); });
    }
    engine.run();
    return end_;
  }

private:
  void run_task(std::uint32_t number) {
    const ComparedTask& task = graph_.tasks[number];
    for (std::size_t input = 0; input < task.inputs.size(); ++input) {
      arrived_[number]->acquire();
    }
    processors_[task.gpu]->lock();
    sg4::this_actor::execute((task.seconds + overhead_) * host_speed);
    processors_[task.gpu]->unlock();
    end_ = std::max(end_, sg4::Engine::get_clock());
    for (const auto& [gpu, tasks] : readers_[number]) {
      if (gpu == task.gpu) {
        hand_over(tasks);
      } else {
        sg4::Actor::create("copy", hosts_[task.gpu], [this, number, to = gpu] {
          const ComparedTask& writer = graph_.tasks[number];
          sg4::Comm::sendto(hosts_[writer.gpu], hosts_[to], writer.bytes);
          hand_over(readers_[number].at(to));
        });
      }
    }
  }

  void hand_over(const std::vector<std::uint32_t>& tasks) {
    for (const std::uint32_t task : tasks) {
      arrived_[task]->release();
    }
  }

  const ComparedGraph& graph_;
  std::vector<sg4::Host*> hosts_;
  double overhead_;
  std::vector<std::map<std::uint32_t, std::vector<std::uint32_t>>> readers_; ///< of each task's data, by GPU
  std::vector<sg4::MutexPtr> processors_;
  std::vector<sg4::SemaphorePtr> arrived_; ///< inputs of each task
  double end_ = 0;
};

double run_here(const ComparedGraph& graph, const Machine& machine) {
  std::array<std::string, 9> words{"comparison",
                                   "--cfg=network/model:CM02",
                                   "--cfg=network/crosstraffic:0",
                                   "--cfg=network/weight-S:0",
                                   "--cfg=network/TCP-gamma:1e30",
                                   "--cfg=surf/precision:1e-12",
                                   "--cfg=maxmin/precision:1e-9",
                                   "--cfg=contexts/factory:thread",
                                   "--log=root.thres:critical"};
  std::vector<char*> arguments;
  for (std::string& word : words) {
    arguments.push_back(word.data());
  }
  arguments.push_back(nullptr);
  int count = static_cast<int>(words.size());
  sg4::Engine engine(&count, arguments.data());
  const std::uint32_t any_gpu = machine.find(ProcessorName{ProcessorKind::gpu, 0, 0}).value();
  SimGridRun run(graph, build_platform(machine), machine.class_of_processor(any_gpu).overhead);
  return run.run(engine);
}

/// Writes the makespan to the file; false when there is none. Nothing may be thrown in the child.
bool write_makespan(const ComparedGraph& graph, const Machine& machine, int file) {
  try {
    const double seconds = run_here(graph, machine);
    return ::write(file, &seconds, sizeof seconds) == static_cast<ssize_t>(sizeof seconds);
  } catch (const std::exception& error) {
    fmt::print(stderr, "SimGrid: {}\n", error.what());
    return false;
  }
}

} // namespace

bool has_simgrid() {
  return true;
}

double simgrid_makespan(const ComparedGraph& graph, const Machine& machine) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) {
    throw std::runtime_error("no pipe");
  }
  std::fflush(nullptr); // the child would write it again
  const pid_t child = ::fork();
  if (child < 0) {
    throw std::runtime_error("no process");
  }
  if (child == 0) { // SimGrid can be started once in a process
    ::_exit(write_makespan(graph, machine, ends[1]) ? 0 : 1);
  }
  ::close(ends[1]);
  double seconds = 0;
  const bool read = ::read(ends[0], &seconds, sizeof seconds) == static_cast<ssize_t>(sizeof seconds);
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!read || status != 0) {
    throw std::runtime_error("SimGrid did not come to an end");
  }
  return seconds;
}

} // namespace mapwright::mapper
