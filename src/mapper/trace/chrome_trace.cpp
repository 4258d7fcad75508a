#include "mapper/trace/chrome_trace.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mapwright::mapper {

namespace {

using TraceJson = nlohmann::ordered_json;

/// Whole nanoseconds, so that what ends before something begins still does so when it is rounded.
double nanoseconds(double seconds) {
  return std::round(seconds * 1e9);
}

/// Something that takes time on a thread; times in nanoseconds.
struct TracedSpan {
  double begin = 0;
  double end = 0;
  std::string name;
  const char* category = "task";
  TraceJson arguments;
};

/// Collects threads and writes them as one document.
class TraceDocument {
public:
  void add(std::uint32_t process, const std::string& thread, TracedSpan span) {
    threads_[{process, thread_number(process, thread)}].push_back(std::move(span));
  }

  /// Puts the span on the first of the threads "NAME", "NAME, 2", ... that is free at its begin. Spans of one name must
  /// come in the order of their begins.
  void add_to_lane(std::uint32_t process, const std::string& name, TracedSpan span) {
    for (int lane = 1;; ++lane) {
      const std::string thread = lane == 1 ? name : fmt::format("{}, {}", name, lane);
      const auto& spans = threads_[{process, thread_number(process, thread)}];
      if (spans.empty() || spans.back().end <= span.begin) {
        add(process, thread, std::move(span));
        return;
      }
    }
  }

  void name_process(std::uint32_t process, std::string name) { processes_[process] = std::move(name); }

  [[nodiscard]] std::string text() const {
    std::string out = "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n";
    bool first = true;
    const auto write = [&out, &first](const TraceJson& event) {
      out += first ? "" : ",\n";
      out += event.dump(-1, ' ', false, TraceJson::error_handler_t::replace);
      first = false;
    };
    for (const auto& [process, name] : processes_) {
      write({{"ph", "M"}, {"name", "process_name"}, {"pid", process}, {"args", {{"name", name}}}});
      write({{"ph", "M"}, {"name", "process_sort_index"}, {"pid", process}, {"args", {{"sort_index", process}}}});
    }
    for (const auto& [key, number] : numbers_) {
      const TraceJson place{{"pid", key.first}, {"tid", number}};
      TraceJson name{{"ph", "M"}, {"name", "thread_name"}, {"args", {{"name", key.second}}}};
      TraceJson order{{"ph", "M"}, {"name", "thread_sort_index"}, {"args", {{"sort_index", number}}}};
      name.update(place);
      order.update(place);
      write(name);
      write(order);
    }
    for (const auto& [place, spans] : threads_) {
      for (const TracedSpan& span : spans) {
        write({{"ph", "X"},
               {"name", span.name},
               {"cat", span.category},
               {"pid", place.first},
               {"tid", place.second},
               {"ts", span.begin / 1000},
               {"dur", (span.end - span.begin) / 1000},
               {"args", span.arguments}});
      }
    }
    return out + "\n]}\n";
  }

private:
  /// Threads are numbered, and sorted by viewers, in the order in which they are first named.
  std::uint32_t thread_number(std::uint32_t process, const std::string& thread) {
    const auto [found, is_new] = numbers_.try_emplace({process, thread}, next_);
    next_ += is_new ? 1U : 0U;
    return found->second;
  }

  std::map<std::uint32_t, std::string> processes_;
  std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> numbers_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<TracedSpan>> threads_;
  std::uint32_t next_ = 0;
};

/// Writes one run into a document.
class RunTrace {
public:
  RunTrace(const Program& program, const TaskGraph& graph, const Machine& machine, const Simulation& run)
      : program_(program), graph_(graph), machine_(machine), run_(run) {}

  std::string text() {
    for (std::uint32_t node = 0; node < machine_.description().nodes; ++node) {
      document_.name_process(node, fmt::format("node {}", node));
    }
    document_.name_process(machine_.description().nodes, "critical path");
    add_tasks();
    add_copies();
    add_chain();
    return document_.text();
  }

private:
  void add_tasks() {
    std::vector<std::uint32_t> ran;
    for (std::uint32_t task = 0; task < run_.tasks.size(); ++task) {
      if (run_.tasks[task].ran) {
        ran.push_back(task);
      }
    }
    std::stable_sort(ran.begin(), ran.end(), [this](std::uint32_t a, std::uint32_t b) {
      const SimulatedTask& x = run_.tasks[a];
      const SimulatedTask& y = run_.tasks[b];
      return std::tuple(x.processor, x.begin, x.end) < std::tuple(y.processor, y.begin, y.end);
    });
    for (const std::uint32_t task : ran) {
      const ProcessorName processor = machine_.processor_name(run_.tasks[task].processor);
      document_.add(processor.node, fmt::format("{} {}", to_string(processor.kind), processor.index), task_span(task));
    }
  }

  /// By memory, then by begin; a link gets its copies in the order in which they were asked for, which is that in which
  /// it serves them.
  void add_copies() {
    std::vector<std::uint32_t> order(run_.copies.size());
    for (std::uint32_t copy = 0; copy < order.size(); ++copy) {
      order[copy] = copy;
    }
    std::stable_sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
      const SimulatedCopy& x = run_.copies[a];
      const SimulatedCopy& y = run_.copies[b];
      return std::pair(x.to, x.begin) < std::pair(y.to, y.begin);
    });
    for (const std::uint32_t copy : order) {
      const MemoryName memory = machine_.memory_name(run_.copies[copy].to);
      document_.add_to_lane(memory.node, fmt::format("into {} {}", to_string(memory.kind), memory.index),
                            copy_span(copy));
    }
    std::map<std::uint32_t, std::vector<TracedSpan>> held; // by link
    for (std::uint32_t copy = 0; copy < run_.copies.size(); ++copy) {
      const SimulatedCopy& made = run_.copies[copy];
      const CopyPath path = machine_.path(made.from, made.to);
      for (std::uint32_t i = 0; i < path.count; ++i) {
        TracedSpan span = copy_span(copy);
        span.category = "link";
        span.end = nanoseconds(made.begin + load_of(made, path) / machine_.resource_bandwidth(path.resources[i]));
        held[path.resources[i]].push_back(std::move(span));
      }
    }
    for (auto& [link, spans] : held) {
      const std::uint32_t node = link / (machine_.resource_count() / machine_.description().nodes);
      for (TracedSpan& span : spans) {
        document_.add(node, machine_.resource_name(link), std::move(span));
      }
    }
  }

  void add_chain() {
    double last = 0;
    for (const ChainPart& part : run_.chain) {
      TracedSpan span = part.is_copy ? copy_span(part.index) : task_span(part.index);
      span.begin = nanoseconds(last);
      last = std::max(last, part.end);
      span.end = nanoseconds(last);
      document_.add(machine_.description().nodes, "critical path", std::move(span));
    }
  }

  /// Bytes that a link carries for a copy: more than those copied where the layout changes, as its time shows.
  [[nodiscard]] double load_of(const SimulatedCopy& copy, const CopyPath& path) const {
    const auto bytes = static_cast<double>(copy.bytes);
    const double conversion = machine_.description().conversion;
    const double carried = (copy.end - copy.begin - path.latency) * path.bandwidth;
    return std::abs(carried - bytes * conversion) < std::abs(carried - bytes) ? bytes * conversion : bytes;
  }

  [[nodiscard]] TracedSpan task_span(std::uint32_t task) const {
    const PointTask& made = graph_.tasks[task];
    const SimulatedTask& ran = run_.tasks[task];
    TraceJson data = TraceJson::array();
    for (std::uint32_t i = 0; i < made.accesses; ++i) {
      const Access& access = graph_.accesses[made.first_access + i];
      data.push_back(fmt::format("{} {}", to_string(access.privilege, access.reduction),
                                 name_of_view(program_, graph_.views[access.view])));
    }
    return {nanoseconds(ran.begin),
            nanoseconds(ran.end),
            name_of_slot(program_, graph_, made.slot),
            "task",
            {{"task", task}, {"flops", made.flops}, {"data", std::move(data)}}};
  }

  [[nodiscard]] TracedSpan copy_span(std::uint32_t copy) const {
    const SimulatedCopy& made = run_.copies[copy];
    const Access& access = graph_.accesses[made.access];
    return {nanoseconds(made.begin),
            nanoseconds(made.end),
            name_of_view(program_, graph_.views[access.view]),
            made.fold ? "fold" : "copy",
            {{"copy", copy},
             {"bytes", made.bytes},
             {"from", to_string(machine_.memory_name(made.from))},
             {"to", to_string(machine_.memory_name(made.to))},
             {"for", name_of_slot(program_, graph_, graph_.tasks[access.task].slot)}}};
  }

  const Program& program_;
  const TaskGraph& graph_;
  const Machine& machine_;
  const Simulation& run_;
  TraceDocument document_;
};

} // namespace

std::string chrome_trace(const Program& program, const TaskGraph& graph, const Machine& machine,
                         const Simulation& run) {
  return RunTrace(program, graph, machine, run).text();
}

} // namespace mapwright::mapper
