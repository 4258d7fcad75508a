#include "mapper/guidance/explanation.hpp"

#include "mapper/amounts.hpp"
#include "mapper/explain/decision_source.hpp"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

constexpr std::size_t most_path_lines = 6;
constexpr double least_share = 0.01; ///< of the makespan, that a part of the path needs to be told

/// Parts of the critical path that are told together.
struct PathPart {
  bool is_copy = false;
  CopyClass copies{};
  std::uint32_t launch = none;   ///< of the tasks, or of those that ask for the copies
  std::uint32_t argument = none; ///< that is copied
  std::uint32_t after = none;    ///< launch of the task before the copies
  friend auto operator<=>(const PathPart&, const PathPart&) = default;
};

struct PathTime {
  PathPart part;
  std::uint64_t count = 0;
  double seconds = 0;
};

/// The path, the longest parts first. Parts that overlap count from the end of the one before.
std::vector<PathTime> path_of(const Simulation& run, const SearchScene& scene) {
  const TaskGraph& graph = scene.graph;
  const auto launch_of = [&](std::uint32_t task) { return graph.slots[graph.tasks[task].slot].launch; };
  std::map<PathPart, PathTime> parts;
  double last = 0;
  std::uint32_t after = none;
  for (const ChainPart& link : run.chain) {
    PathPart part;
    part.is_copy = link.is_copy;
    if (link.is_copy) {
      const SimulatedCopy& copy = run.copies[link.index];
      const Access& access = graph.accesses[copy.access];
      part.copies = copy_class(scene.machine, copy.from, copy.to);
      part.launch = launch_of(access.task);
      part.argument = copy.access - graph.tasks[access.task].first_access;
      part.after = after;
    } else {
      part.launch = launch_of(link.index);
      after = part.launch;
    }
    PathTime& time = parts.try_emplace(part, PathTime{part}).first->second;
    ++time.count;
    time.seconds += std::max(0.0, link.end - last);
    last = std::max(last, link.end);
  }
  std::vector<PathTime> sorted;
  for (const auto& [part, time] : parts) {
    sorted.push_back(time);
  }
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const PathTime& a, const PathTime& b) { return a.seconds > b.seconds; });
  return sorted;
}

/// The parts that are told.
std::vector<PathTime> told_path_of(const Simulation& run, const SearchScene& scene) {
  std::vector<PathTime> path = path_of(run, scene);
  std::erase_if(path, [&](const PathTime& time) { return time.seconds < least_share * run.makespan; });
  path.resize(std::min(path.size(), most_path_lines));
  return path;
}

std::string path_line(const PathTime& time, const ExplainedRun& explained, const SearchScene& scene) {
  const Launch& launch = scene.program.launches[time.part.launch];
  const LaunchOrigins& origins = explained.elaboration.made->origins[time.part.launch];
  const std::string share =
      fmt::format("{:>4.0f} %  {}", 100 * time.seconds / explained.account.makespan, amount_of_time(time.seconds));
  if (time.part.is_copy) {
    const std::string& parameter = scene.program.kinds[launch.kind].parameters[time.part.argument].name;
    const std::string after =
        time.part.after == none ? "" : fmt::format(" after {}", scene.program.launches[time.part.after].name);
    return fmt::format("{}  {} waits{} for copies {} of '{}', in memory by {}", share, launch.name, after,
                       to_string(time.part.copies), parameter,
                       statement_text(explained.source, origins.arguments[time.part.argument].memory));
  }
  const std::uint32_t slot = scene.graph.first_slot[time.part.launch];
  return fmt::format("{}  {} runs on {}, {} times: {} placed by {}", share, launch.name,
                     to_string(explained.elaboration.made->plan.tasks[slot].processor.kind), time.count,
                     statement_text(explained.source, origins.kind),
                     statement_text(explained.source, origins.placement));
}

void add_bounds(const ExplainedRun& explained, std::vector<std::string>& lines) {
  const LowerBounds& bounds = explained.account.bounds;
  const double highest = bounds.highest();
  const char* const which = highest == bounds.critical_path ? "tasks that wait for one another"
                            : highest == bounds.work        ? "work over the processors of a kind"
                                                            : "the busiest link";
  if (explained.account.failure.empty() && highest > 0) {
    lines.push_back(fmt::format("bound: this plan takes at least {} ({}); the run is {} over it",
                                amount_of_time(highest), which,
                                signed_percent_of(explained.account.makespan / highest - 1)));
  }
}

void add_amounts(const ExplainedRun& explained, const SearchScene& scene, std::vector<std::string>& lines) {
  const RunAccount& account = explained.account;
  for (const CopyShare& share : account.copies) {
    lines.push_back(
        fmt::format("copies: {} {} in {}", to_string(share.copies), amount_of_bytes(share.bytes), share.count));
  }
  for (const ProcessorShare& share : account.processors) {
    if (share.used > 0 && account.makespan > 0) {
      lines.push_back(fmt::format("processors: {} of {} {} used, busy {:.0f} % of the time", share.used,
                                  share.processors, to_string(share.kind),
                                  100 * share.busy / (share.used * account.makespan)));
    }
  }
  for (const MemoryPressure& pressure : account.memories) {
    lines.push_back(fmt::format("memory: {} holds up to {} of {}, {:.0f} %",
                                to_string(scene.machine.memory_name(pressure.memory)), amount_of_bytes(pressure.peak),
                                amount_of_bytes(pressure.capacity),
                                100 * static_cast<double>(pressure.peak) / static_cast<double>(pressure.capacity)));
  }
}

} // namespace

std::vector<std::string> explanation_lines(const ExplainedRun& explained, const SearchScene& scene) {
  std::vector<std::string> lines;
  if (!explained.account.failure.empty() && !explained.account.hint.empty()) {
    lines.push_back("memory: " + explained.account.hint);
  }
  add_bounds(explained, lines);
  if (explained.account.makespan > 0) {
    lines.emplace_back("critical path:");
    for (const PathTime& time : told_path_of(explained.run, scene)) {
      lines.push_back(path_line(time, explained, scene));
    }
  }
  add_amounts(explained, scene, lines);
  for (const language::Diagnostic& diagnostic : explained.elaboration.diagnostics.sorted()) {
    if (diagnostic.severity == language::Severity::warning) {
      lines.push_back(
          fmt::format("line {}: {}", language::place_of(explained.source, diagnostic.where).line, diagnostic.message));
    }
  }
  return lines;
}

std::vector<std::string> names_on_path(const Simulation& run, const SearchScene& scene) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      names.push_back(name);
    }
  };
  for (const PathTime& time : told_path_of(run, scene)) {
    const Launch& launch = scene.program.launches[time.part.launch];
    if (time.part.is_copy) {
      const RegionArgument& data = launch.arguments[time.part.argument];
      add(data.partition == none ? scene.program.regions[data.region].name
                                 : scene.program.partitions[data.partition].name);
    }
    add(scene.program.kinds[launch.kind].name);
  }
  return names;
}

} // namespace mapwright::mapper
