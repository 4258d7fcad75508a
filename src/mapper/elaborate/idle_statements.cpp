// Statements that decide nothing for this program on this machine.
#include "core/suggest.hpp"
#include "mapper/elaborate/elaborating.hpp"
#include "mapper/language/lexer.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

namespace {

/// What a program calls its tasks and data.
struct ProgramNames {
  std::vector<std::string> tasks;
  std::vector<std::string> data; ///< partitions and regions

  explicit ProgramNames(const Program& program) {
    for (const TaskKind& kind : program.kinds) {
      tasks.push_back(kind.name);
    }
    for (const Partition& partition : program.partitions) {
      data.push_back(partition.name);
    }
    for (const Region& region : program.regions) {
      data.push_back(region.name);
    }
  }
};

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_index(const std::string& name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

constexpr std::string_view decided_before = "statements that are looked up before it decide";

class IdleStatements {
public:
  explicit IdleStatements(Elaborating& work) : work_(work), names_(work.program) {}

  void run() {
    const std::vector<language::Statement>& statements = work_.mapper.syntax().statements;
    for (number_ = 0; number_ < statements.size(); ++number_) {
      std::visit([this](const auto& is) { check(is); }, statements[number_].is);
    }
  }

private:
  void warn(language::Span where, std::string message, std::string hint,
            std::optional<language::Fix> fix = std::nullopt) {
    work_.findings.add(fmt::format("idle {} {}", where.begin, where.end),
                       {language::Severity::warning, where, std::move(message), std::move(hint), std::move(fix)});
  }

  [[nodiscard]] bool idle() const { return !work_.consulted[number_]; }
  [[nodiscard]] language::Span whole() const { return work_.statement(number_).span; }

  /// Whether a statement above it has the same key: the language has warned of that.
  bool repeats(const std::string& key) { return !keys_.insert(key).second; }

  void unknown(const language::Name& name, std::string_view what, const std::vector<std::string>& known) {
    const std::string near = nearest_name(name.text, known);
    std::string hint =
        known.empty() ? fmt::format("it has no {}", what) : fmt::format("it has {}", fmt::join(known, ", "));
    const bool sayable = !near.empty() && !language::is_reserved(near);
    warn(name.span, fmt::format("the program '{}' has no {} '{}'", work_.program.name, what, name.text),
         std::move(hint), sayable ? std::optional(language::Fix{name.span, near}) : std::nullopt);
  }

  /// Whether it is a task of the program, or '*'; tells otherwise.
  bool task_known(const language::Name& task) {
    if (task.is_any() || holds(names_.tasks, task.text)) {
      return true;
    }
    unknown(task, "task", names_.tasks);
    return false;
  }

  /// Launches of the task, or all.
  [[nodiscard]] std::vector<std::uint32_t> launches_of(const language::Name& task) const {
    std::vector<std::uint32_t> launches;
    for (std::uint32_t launch = 0; launch < work_.program.launches.size(); ++launch) {
      if (task.is_any() || work_.kind_of(work_.program.launches[launch]).name == task.text) {
        launches.push_back(launch);
      }
    }
    return launches;
  }

  bool launched(const language::Name& task) {
    if (!launches_of(task).empty()) {
      return true;
    }
    warn(task.span, fmt::format("the program never launches '{}'", task.text), "the statement decides nothing here");
    return false;
  }

  [[nodiscard]] bool names_argument(std::uint32_t launch, std::size_t argument, const language::Name& region) const {
    const language::ArgumentNames names = work_.names_of(work_.program.launches[launch], argument);
    return region.is_any() || holds(names.names, region.text) || std::to_string(argument) == region.text;
  }

  /// Whether some argument of the task is meant; tells otherwise.
  bool argument_known(const language::Name& task, const language::Name& region) {
    if (!task_known(task) || !launched(task)) {
      return false;
    }
    std::vector<std::string> arguments;
    for (const std::uint32_t launch : launches_of(task)) {
      for (std::size_t i = 0; i < work_.choices[launch].memories.size(); ++i) {
        if (names_argument(launch, i, region)) {
          return true;
        }
        const std::string name = work_.names_of(work_.program.launches[launch], i).names.front();
        if (!holds(arguments, name)) {
          arguments.push_back(name);
        }
      }
    }
    if (!is_index(region.text) && !region.is_any() && !holds(names_.data, region.text)) {
      unknown(region, "region or partition", names_.data);
    } else {
      warn(region.span,
           fmt::format("{} has {} argument {}", task.is_any() ? "no task" : "'" + task.text + "'",
                       task.is_any() ? "an" : "no", region.text),
           arguments.empty() ? "it has no arguments" : fmt::format("arguments are {}", fmt::join(arguments, ", ")));
    }
    return false;
  }

  /// Whether an argument of the tasks lies in memory of this kind here.
  [[nodiscard]] bool lies_in(const language::Name& task, const language::Name& region, MemoryKind memory) const {
    const std::vector<std::uint32_t> launches = launches_of(task);
    return std::any_of(launches.begin(), launches.end(), [&](std::uint32_t launch) {
      const auto& memories = work_.choices[launch].memories;
      for (std::size_t i = 0; i < memories.size(); ++i) {
        if (memories[i] == memory && names_argument(launch, i, region)) {
          return true;
        }
      }
      return false;
    });
  }

  void check(const language::TaskStatement& s) {
    bool first = false;
    for (const language::Name& task : s.tasks) {
      first = !repeats("Task " + task.text) || first;
      if (task_known(task) && !task.is_any()) {
        launched(task);
      }
    }
    if (idle() && first && s.tasks.front().is_any()) {
      warn(whole(), "every task has a Task statement of its own", "this one decides nothing");
    }
  }

  void check(const language::RegionStatement& s) {
    const std::string kind(s.processor ? to_string(*s.processor) : "*");
    const bool repeated = repeats(fmt::format("Region {} {} {}", s.task.text, s.region.text, kind));
    if (!argument_known(s.task, s.region) || !idle() || repeated) {
      return;
    }
    const bool here = !s.processor || kinds_here(work_, launches_of(s.task)).contains(*s.processor);
    if (here || !kinds_anywhere(work_, launches_of(s.task)).contains(*s.processor)) {
      warn(whole(), "no argument takes its memory from this statement",
           here ? std::string(decided_before) : fmt::format("nothing that it is for ever runs on {}", kind));
    }
  }

  void check(const language::LayoutStatement& s) {
    const std::string kind(s.memory ? to_string(*s.memory) : "*");
    const bool repeated = repeats(fmt::format("Layout {} {} {}", s.task.text, s.region.text, kind));
    if (!argument_known(s.task, s.region) || !idle() || repeated) {
      return;
    }
    const bool here = !s.memory || lies_in(s.task, s.region, *s.memory);
    const std::set<ProcessorKind> kinds = kinds_anywhere(work_, launches_of(s.task));
    const bool anywhere = std::any_of(kinds.begin(), kinds.end(), [&](ProcessorKind each) {
      return s.memory && language::MachineShape().has(each, *s.memory);
    });
    if (here || !anywhere) {
      warn(whole(), "no argument takes its layout from this statement",
           here ? std::string(decided_before) : fmt::format("no processor that it is for sees {}", kind));
    }
  }

  void check(const language::InstanceLimitStatement& s) {
    if (task_known(s.task)) {
      launched(s.task);
    }
  }

  void check(const language::CollectStatement& s) {
    const bool repeated = repeats(fmt::format("CollectMemory {} {}", s.task.text, s.region.text));
    if (argument_known(s.task, s.region) && idle() && !repeated) {
      warn(whole(), "this statement collects nothing",
           "arguments that are only read are collected, once, and those of tasks that launch others have no data");
    }
  }

  void check(const language::MapStatement& s) {
    const std::string word = s.single ? "SingleTaskMap" : "IndexTaskMap";
    bool all_known = true;
    bool first = false;
    for (const language::Name& target : s.targets) {
      first = !repeats(word + " " + target.text) || first;
      all_known = (processor_kind_named(target.text) || target_known(s, target, word)) && all_known;
    }
    if (idle() && all_known && first && !maps_elsewhere(s)) {
      warn(whole(), "no launch is mapped by this statement", "no launch that it is for lacks a statement of its own");
    }
  }

  /// Whether the statement is for a kind of processor on which no such launch runs here, though one would elsewhere.
  [[nodiscard]] bool maps_elsewhere(const language::MapStatement& s) const {
    std::vector<std::uint32_t> launches;
    for (std::uint32_t launch = 0; launch < work_.program.launches.size(); ++launch) {
      if (work_.program.launches[launch].index != s.single) {
        launches.push_back(launch);
      }
    }
    return std::any_of(s.targets.begin(), s.targets.end(), [&](const language::Name& target) {
      const auto kind = processor_kind_named(target.text);
      return kind && !kinds_here(work_, launches).contains(*kind) && kinds_anywhere(work_, launches).contains(*kind);
    });
  }

  bool target_known(const language::MapStatement& s, const language::Name& target, const std::string& word) {
    if (!task_known(target)) {
      return false;
    }
    const std::vector<std::uint32_t> launches = launches_of(target);
    const bool suits = std::any_of(launches.begin(), launches.end(), [&](std::uint32_t launch) {
      return work_.program.launches[launch].index != s.single;
    });
    if (!suits) {
      warn(target.span, fmt::format("'{}' is never {}", target.text, s.single ? "launched singly" : "index-launched"),
           launches.empty() ? fmt::format("the program does not launch it: this {} decides nothing", word)
                            : fmt::format("{} is for its launches", s.single ? "IndexTaskMap" : "SingleTaskMap"));
    }
    return suits;
  }

  void check(const language::ReplicateStatement& s) { check_tasks(s.tasks); }
  void check(const language::StealStatement& s) { check_tasks(s.tasks); }
  void check_tasks(const std::vector<language::Name>& tasks) {
    for (const language::Name& task : tasks) {
      task_known(task);
    }
  }

  void check(const language::Assignment& /*s*/) {}
  void check(const language::PrintStatement& /*s*/) {}
  void check(const language::ReturnStatement& /*s*/) {}
  void check(const language::FunctionDefinition& /*s*/) {}

  Elaborating& work_;
  ProgramNames names_;
  std::size_t number_ = 0;     ///< of the statement
  std::set<std::string> keys_; ///< of statements so far
};

} // namespace

void find_idle_statements(Elaborating& work) {
  IdleStatements(work).run();
}

} // namespace mapwright::mapper
