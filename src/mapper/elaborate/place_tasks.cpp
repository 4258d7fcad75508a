// The processor of every task: by the mapping functions, or spread as runtimes do.
#include "mapper/elaborate/elaborating.hpp"
#include "mapper/elaborate/usual_spread.hpp"

#include <algorithm>
#include <deque>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

language::LaunchDomain domain_of(const Launch& launch) {
  language::LaunchDomain domain;
  for (std::size_t d = 0; d < launch.domain.axes; ++d) {
    domain.low.push_back(launch.domain.low[d]);
    domain.extents.push_back(launch.domain.extent(d));
  }
  return domain;
}

/// Places launch by launch. A task that may run on several processors takes the one with the fewest tasks so far, the
/// first of equals.
class TaskPlacer {
public:
  explicit TaskPlacer(Elaborating& work) : work_(work), loads_(work.machine.processor_count()) {}

  void run() {
    for (std::uint32_t launch = 0; launch < work_.program.launches.size(); ++launch) {
      if (!work_.choices[launch].kind) {
        continue;
      }
      const bool index = work_.program.launches[launch].index;
      const auto decided = work_.mapper.policy().decided_map(index, work_.kind_of(work_.program.launches[launch]).name,
                                                             *work_.choices[launch].kind);
      if (decided) {
        work_.made.origins[launch].placement = work_.consult(decided->statement);
      }
      work_.choices[launch].placed = index && decided ? by_index_map(launch, decided->value)
                                     : index          ? spread(launch)
                                     : decided        ? by_single_map(launch, decided->value)
                                                      : beside_parent(launch);
    }
  }

private:
  [[nodiscard]] ProcessorKind kind(std::uint32_t launch) const { return *work_.choices[launch].kind; }

  void put(std::uint32_t slot, const ProcessorName& name) {
    ++loads_[*work_.machine.find(name)];
    work_.made.plan.tasks[slot].processor = name;
  }

  /// The node of the task that launches this one; nothing when no task does.
  [[nodiscard]] std::optional<std::uint32_t> node_above(std::uint32_t slot) const {
    const std::uint32_t parent = work_.graph.slots[slot].parent;
    return parent == none ? std::nullopt : std::optional(work_.made.plan.tasks[parent].processor.node);
  }

  /// Puts the task on the least loaded of `count` processors that `member` gives.
  template <class Member> void put_on_any(std::uint32_t slot, std::size_t count, const Member& member) {
    ProcessorName best = member(0);
    for (std::size_t i = 1; i < count; ++i) {
      const ProcessorName other = member(i);
      if (loads_[*work_.machine.find(other)] < loads_[*work_.machine.find(best)]) {
        best = other;
      }
    }
    put(slot, best);
  }

  void report(std::uint32_t launch, const std::string& function, const Error& error, const std::string& tasks) {
    const language::SourceText& source = work_.mapper.source();
    const language::Span where =
        error.where ? span_at(source, *error.where) : work_.made.origins[launch].placement.value_or(language::Span{});
    language::Diagnostic finding{language::Severity::error, where, fmt::format("{}, {}", error.message, tasks),
                                 error.hint, std::nullopt};
    if (work_.program.launches[launch].index) {
      finding.fix = modulo_fix(work_.mapper, where, function, kind(launch), domain_of(work_.program.launches[launch]));
    }
    work_.findings.add(fmt::format("place {}", where.begin), std::move(finding));
  }

  bool by_index_map(std::uint32_t launch, const std::string& function) {
    const Launch& made = work_.program.launches[launch];
    const auto map = language::LaunchMap::make(work_.mapper, function, kind(launch), domain_of(made));
    const auto placed = map ? map->place(0, map->domain().volume()) : Result<language::Placements>(forward(map));
    if (!placed) {
      report(launch, function, placed.error(), fmt::format("of the launch '{}'", made.name));
      return false;
    }
    work_.printed.insert(work_.printed.end(), placed->printed.begin(), placed->printed.end());
    const auto [first, end] = work_.slots_of(launch);
    std::vector<std::uint32_t> elsewhere;           // slots whose node does not count
    for (std::uint32_t slot = first; slot < end;) { // once for each task of the launch it is in
      std::size_t member = 0;
      for (const std::int64_t count : placed->counts) {
        const std::span nodes = std::span(placed->nodes).subspan(member, static_cast<std::size_t>(count));
        const std::optional<std::uint32_t> above = node_above(slot);
        put_on_any(slot, nodes.size(), [&](std::size_t i) {
          return ProcessorName{kind(launch), above.value_or(static_cast<std::uint32_t>(nodes[i])),
                               static_cast<std::uint32_t>(placed->processors[member + i])};
        });
        if (above && std::none_of(nodes.begin(), nodes.end(), [&](auto node) { return node == 0 || node == *above; })) {
          elsewhere.push_back(slot);
        }
        ++slot;
        member += nodes.size();
      }
    }
    if (!elsewhere.empty()) {
      warn_of_nodes(launch, function, elsewhere);
    }
    return parents_placed(launch);
  }

  /// Tells that a function gives nodes other than 0 to tasks that stay on the node of the task that launches them.
  void warn_of_nodes(std::uint32_t launch, const std::string& function, const std::vector<std::uint32_t>& slots) {
    const Origin& placement = work_.made.origins[launch].placement;
    work_.findings.add(
        fmt::format("node {}", placement->begin),
        {language::Severity::warning, *placement,
         fmt::format("the node that '{}' gives does not count: {}{} stays on node {}, that of the task it is in",
                     function, name_of_slot(work_.program, work_.graph, slots.front()),
                     slots.size() > 1 ? fmt::format(" (and {} more)", slots.size() - 1) : "",
                     work_.made.plan.tasks[slots.front()].processor.node),
         "a launch inside a task stays on the node of that task; a function of its own that gives node 0, as in "
         "m[0, i], says so",
         std::nullopt});
  }

  /// As runtimes do; a launch inside a task stays on the node of that task.
  bool spread(std::uint32_t launch) {
    const bool nested = work_.program.parent_launch(launch) != none;
    const auto points =
        usual_spread(work_.program.launches[launch].domain, nested ? 1 : work_.machine.description().nodes,
                     work_.machine.processors_of(kind(launch)));
    const auto [first, end] = work_.slots_of(launch);
    for (std::uint32_t slot = first; slot < end; ++slot) {
      const space::ProcessorPoint& point = points[work_.graph.slots[slot].point];
      put(slot, {kind(launch), node_above(slot).value_or(static_cast<std::uint32_t>(point.node)),
                 static_cast<std::uint32_t>(point.processor)});
    }
    return parents_placed(launch);
  }

  /// Whether the tasks that launch those of `launch` have processors.
  [[nodiscard]] bool parents_placed(std::uint32_t launch) const {
    const std::uint32_t above = work_.program.parent_launch(launch);
    return above == none || work_.choices[above].placed;
  }

  /// Where a single task is before anything maps it: the first processor of its kind on the node of its parent.
  [[nodiscard]] ProcessorName first_of_node(std::uint32_t slot) const {
    const std::uint32_t parent = work_.graph.slots[slot].parent;
    return {kind(work_.graph.slots[slot].launch), parent == none ? 0 : work_.made.plan.tasks[parent].processor.node, 0};
  }

  bool beside_parent(std::uint32_t launch) {
    const auto [first, end] = work_.slots_of(launch);
    for (std::uint32_t slot = first; parents_placed(launch) && slot < end; ++slot) {
      put(slot, first_of_node(slot));
    }
    return parents_placed(launch);
  }

  static space::ProcessorPoint point_of(const ProcessorName& name) { return {name.node, name.index}; }

  /// The task as its function sees it, and behind it the tasks above; the last is the program itself.
  [[nodiscard]] std::deque<language::TaskView> views_of(std::uint32_t slot) const {
    std::deque<language::TaskView> views;
    views.push_back({std::nullopt, point_of(first_of_node(slot)), nullptr});
    for (std::uint32_t above = work_.graph.slots[slot].parent; above != none; above = work_.graph.slots[above].parent) {
      const Launch& launch = work_.program.launches[work_.graph.slots[above].launch];
      language::TaskView view{std::nullopt, point_of(work_.made.plan.tasks[above].processor), nullptr};
      if (launch.index) {
        const Coordinates point = launch.domain.point_at(work_.graph.slots[above].point);
        view.launch = language::LaunchPoint{{}, domain_of(launch).extents};
        for (std::size_t d = 0; d < launch.domain.axes; ++d) {
          view.launch->point.push_back(language::Number{point[d]});
        }
      }
      views.push_back(std::move(view));
    }
    views.push_back({std::nullopt, space::ProcessorPoint{}, nullptr});
    for (std::size_t i = 0; i + 1 < views.size(); ++i) {
      views[i].parent = &views[i + 1];
    }
    return views;
  }

  bool by_single_map(std::uint32_t launch, const std::string& function) {
    const auto [first, end] = work_.slots_of(launch);
    const std::size_t most_lines = work_.printed.size() + work_.mapper.limits().printed_lines;
    for (std::uint32_t slot = first; parents_placed(launch) && slot < end; ++slot) {
      const std::deque<language::TaskView> views = views_of(slot);
      const auto placed = work_.mapper.place_single(function, kind(launch), views.front());
      if (!placed) {
        report(launch, function, placed.error(),
               fmt::format("for the task {}", name_of_slot(work_.program, work_.graph, slot)));
        return false;
      }
      put_on_any(slot, placed->processors.size(), [&](std::size_t i) {
        const space::ProcessorPoint& point = placed->processors[i];
        return ProcessorName{kind(launch), static_cast<std::uint32_t>(point.node),
                             static_cast<std::uint32_t>(point.processor)};
      });
      const std::size_t lines = std::min(placed->printed.size(), most_lines - work_.printed.size());
      work_.printed.insert(work_.printed.end(), placed->printed.begin(),
                           placed->printed.begin() + static_cast<std::ptrdiff_t>(lines));
    }
    return parents_placed(launch);
  }

  Elaborating& work_;
  std::vector<std::uint32_t> loads_; ///< tasks of each processor so far
};

} // namespace

void place_tasks(Elaborating& work) {
  TaskPlacer(work).run();
}

void place_data(Elaborating& work) {
  for (std::uint32_t launch = 0; launch < work.program.launches.size(); ++launch) {
    const LaunchChoice& choice = work.choices[launch];
    const auto [first, end] = work.slots_of(launch);
    for (std::size_t i = 0; choice.placed && i < choice.memories.size(); ++i) {
      if (!choice.memories[i]) {
        continue;
      }
      const std::vector<Sight>& sights = work.machine.description().sights;
      const bool own = std::any_of(sights.begin(), sights.end(), [&](const Sight& sight) {
        return sight.processor == *choice.kind && sight.memory == *choice.memories[i] && sight.own;
      });
      for (std::uint32_t slot = first; slot < end; ++slot) {
        const ProcessorName& processor = work.made.plan.tasks[slot].processor;
        ArgumentDecision& decision = work.made.plan.arguments[work.graph.slots[slot].first_argument + i];
        // Processors of a node see those of its memories that are not their own all alike: the first one serves.
        decision = {
            {*choice.memories[i], processor.node, own ? processor.index : 0}, choice.layouts[i], choice.collected[i]};
      }
    }
  }
}

} // namespace mapwright::mapper
