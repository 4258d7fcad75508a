#include "mapper/search/program_bound.hpp"

#include "mapper/search/work_bound.hpp"

#include <cstdint>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

constexpr std::size_t most_thresholds = 12; ///< of heads and of tails
constexpr double rounding = 1 - 1e-9;       ///< sums in another order differ by less

/// Tasks whose head and tail are at least these.
struct BoundWindow {
  double head = 0;
  double tail = 0;
};

class BoundFinder {
public:
  BoundFinder(const Program& program, const TaskGraph& graph, const Machine& machine)
      : program_(program), graph_(graph), machine_(machine) {
    for (const ProcessorClass& each : machine.description().processors) {
      counts_.push_back(static_cast<double>(each.count) * machine.description().nodes);
      bandwidths_.push_back(fastest_memory(each.kind));
    }
  }

  ProgramBounds find() {
    find_times();
    find_heads_and_tails();
    ProgramBounds bounds;
    for (std::size_t task = 0; task < graph_.tasks.size(); ++task) {
      bounds.critical_path = std::max(bounds.critical_path, heads_[task] + least_[task] + tails_[task]);
    }
    for (const double head : thresholds(heads_)) {
      for (const double tail : thresholds(tails_)) {
        add_window({head, tail}, bounds);
      }
    }
    bounds.critical_path *= rounding;
    bounds.work *= rounding;
    bounds.mapper_work *= rounding;
    return bounds;
  }

private:
  [[nodiscard]] double fastest_memory(ProcessorKind kind) const {
    double fastest = 0;
    for (const Sight& sight : machine_.description().sights) {
      if (sight.processor == kind && machine_.memories_of(sight.memory) > 0) {
        fastest = std::max({fastest, sight.bandwidth, sight.peer.value_or(0)});
      }
    }
    return fastest;
  }

  /// Seconds of a task on each kind of processor.
  [[nodiscard]] std::vector<double> times_of(const PointTask& task) const {
    const TaskKind& kind = program_.kinds[program_.launches[graph_.slots[task.slot].launch].kind];
    double bytes = 0;
    for (std::uint32_t i = 0; i < task.accesses; ++i) {
      bytes += graph_.accesses[task.first_access + i].bytes;
    }
    std::vector<double> times(counts_.size(), std::numeric_limits<double>::infinity());
    for (std::size_t k = 0; k < times.size(); ++k) {
      const ProcessorClass& processor = machine_.description().processors[k];
      for (const TaskVariant& variant : kind.variants) {
        if (variant.processor == processor.kind && (bytes == 0 || bandwidths_[k] > 0)) {
          const double moving = bytes == 0 ? 0 : bytes / bandwidths_[k];
          times[k] = processor.overhead + std::max(task.flops / (processor.flops * variant.efficiency), moving);
        }
      }
    }
    return times;
  }

  void find_times() {
    std::map<std::pair<std::uint32_t, std::vector<double>>, std::size_t> numbers;
    for (const PointTask& task : graph_.tasks) {
      const std::uint32_t kind = program_.launches[graph_.slots[task.slot].launch].kind;
      std::vector<double> times = times_of(task);
      least_.push_back(*std::min_element(times.begin(), times.end()));
      if (least_.back() == std::numeric_limits<double>::infinity()) {
        throw std::logic_error(fmt::format("program_bounds: no processor of the machine '{}' runs the task '{}'",
                                           machine_.description().name, program_.kinds[kind].name));
      }
      const auto [found, is_new] = numbers.try_emplace({kind, times}, classes_.size());
      if (is_new) {
        classes_.push_back({0, std::move(times)});
        kind_of_class_.push_back(kind);
      }
      class_of_.push_back(found->second);
    }
  }

  void find_heads_and_tails() {
    heads_.resize(graph_.tasks.size(), 0.0);
    tails_.resize(graph_.tasks.size(), 0.0);
    for (std::uint32_t task = 0; task < graph_.tasks.size(); ++task) {
      for_earlier(task, [&](std::uint32_t earlier) {
        heads_[task] = std::max(heads_[task], heads_[earlier] + least_[earlier]);
      });
    }
    for (auto task = static_cast<std::uint32_t>(graph_.tasks.size()); task-- > 0;) {
      for_earlier(task, [&](std::uint32_t earlier) {
        tails_[earlier] = std::max(tails_[earlier], tails_[task] + least_[task]);
      });
    }
  }

  /// All tasks that must have ended before this one begins; they come before it in the graph.
  template <class Body> void for_earlier(std::uint32_t task, const Body& body) const {
    const PointTask& made = graph_.tasks[task];
    if (made.parent != none) {
      body(made.parent);
    }
    for (std::uint32_t i = 0; i < made.accesses; ++i) {
      for (const std::uint32_t earlier : graph_.predecessors_of(made.first_access + i)) {
        body(earlier);
      }
    }
  }

  /// Some of the values, from the least on, evenly among those that differ.
  [[nodiscard]] static std::vector<double> thresholds(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    std::vector<double> some;
    const std::size_t count = std::min(values.size(), most_thresholds);
    for (std::size_t i = 0; i < count; ++i) {
      some.push_back(values[i * values.size() / count]);
    }
    return some;
  }

  void add_window(const BoundWindow& window, ProgramBounds& bounds) {
    double head = std::numeric_limits<double>::infinity();
    double tail = head;
    std::vector<double> counts(classes_.size(), 0.0);
    for (std::size_t task = 0; task < graph_.tasks.size(); ++task) {
      if (heads_[task] >= window.head && tails_[task] >= window.tail) {
        head = std::min(head, heads_[task]);
        tail = std::min(tail, tails_[task]);
        counts[class_of_[task]] += 1;
      }
    }
    std::vector<WorkClass> present;
    std::map<std::uint32_t, std::vector<double>> groups; // of each kind of task
    for (std::size_t c = 0; c < classes_.size(); ++c) {
      if (counts[c] == 0) {
        continue;
      }
      present.push_back({counts[c], classes_[c].seconds});
      std::vector<double>& group = groups[kind_of_class_[c]];
      group.resize(counts_.size(), 0.0);
      for (std::size_t k = 0; k < group.size(); ++k) {
        group[k] += counts[c] * classes_[c].seconds[k];
      }
    }
    if (present.empty()) {
      return;
    }
    std::vector<std::vector<double>> seconds;
    for (auto& [kind, group] : groups) {
      seconds.push_back(std::move(group));
    }
    bounds.work = std::max(bounds.work, head + shared_work_bound(present, counts_) + tail);
    bounds.mapper_work = std::max(bounds.mapper_work, head + grouped_work_bound(seconds, counts_) + tail);
  }

  const Program& program_;
  const TaskGraph& graph_;
  const Machine& machine_;
  std::vector<double> counts_;     ///< processors of each kind of the machine
  std::vector<double> bandwidths_; ///< bytes per second of each to the fastest memory it sees
  std::vector<WorkClass> classes_;
  std::vector<std::uint32_t> kind_of_class_;
  std::vector<std::size_t> class_of_; ///< of each task
  std::vector<double> least_;         ///< seconds of each task where it is fastest
  std::vector<double> heads_;
  std::vector<double> tails_;
};

} // namespace

ProgramBounds program_bounds(const Program& program, const TaskGraph& graph, const Machine& machine) {
  return BoundFinder(program, graph, machine).find();
}

double program_bound(const Program& program, const TaskGraph& graph, const Machine& machine) {
  return program_bounds(program, graph, machine).any_mapper();
}

} // namespace mapwright::mapper
