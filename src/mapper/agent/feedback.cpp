#include "mapper/agent/feedback.hpp"

#include "mapper/amounts.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/explain/run_account.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

constexpr std::array<std::string_view, 3> level_texts{"raw", "explain", "suggest"};
constexpr std::size_t most_shares = 5;            ///< tasks and copies of the critical path that are named
constexpr std::size_t most_errors = 10;           ///< of a refused mapper
constexpr std::size_t most_tried_statements = 40; ///< simulated for suggestions
constexpr std::size_t most_suggestions = 5;
constexpr double percent = 100;

/// Why a mapper is refused: its first error, or all with places, or with edits too.
std::string refusal_text(const language::Diagnostics& diagnostics, const language::SourceText& source,
                         FeedbackLevel level) {
  std::string text = "It cannot run:\n";
  std::size_t told = 0;
  for (language::Diagnostic diagnostic : diagnostics.sorted()) {
    if (diagnostic.severity != language::Severity::error || told == most_errors) {
      continue;
    }
    ++told;
    if (level == FeedbackLevel::raw) {
      return text + diagnostic.message + "\n";
    }
    if (level == FeedbackLevel::explain) {
      diagnostic.fix.reset();
      diagnostic.hint.clear();
    }
    text += language::format(diagnostic, source) + "\n";
  }
  return text;
}

/// Where the time of a run went.
std::string account_text(const RunAccount& account, const Program& program) {
  std::string text = fmt::format("No run of this plan can be shorter than {}. On its critical path:\n",
                                 milliseconds_text(account.bounds.highest()));
  const double whole = account.makespan > 0 ? account.makespan : 1;
  for (std::size_t i = 0; i < std::min(most_shares, account.path_tasks.size()); ++i) {
    const TaskShare& share = account.path_tasks[i];
    text += fmt::format("- {} tasks {}: {:.1f} %\n", share.tasks, program.kinds[share.kind].name,
                        percent * share.seconds / whole);
  }
  for (std::size_t i = 0; i < std::min(most_shares, account.path_copies.size()); ++i) {
    const CopyShare& share = account.path_copies[i];
    text += fmt::format("- {} copies {}: {:.1f} %\n", share.count, to_string(share.copies),
                        percent * share.seconds / whole);
  }
  for (const ProcessorShare& share : account.processors) {
    text += fmt::format("{} of {} {} processors were used, {:.1f} % busy.\n", share.used, share.processors,
                        to_string(share.kind), share.used > 0 ? percent * share.busy / whole / share.used : 0.0);
  }
  for (std::size_t i = 0; i < std::min(most_shares, account.copies.size()); ++i) {
    text +=
        fmt::format("{} copied {}.\n", amount_of_bytes(account.copies[i].bytes), to_string(account.copies[i].copies));
  }
  for (const MemoryPressure& memory : account.memories) {
    text += fmt::format("The fullest {} held {} of {}.\n", to_string(memory.kind), amount_of_bytes(memory.peak),
                        amount_of_bytes(memory.capacity));
  }
  return text;
}

/// A statement in front of a mapper, and what the makespan becomes.
struct TriedStatement {
  std::string statement;
  double change = 0; ///< of the makespan, in parts of it
};

/// Other memories for each partition and region on GPUs, tried one at a time.
std::vector<TriedStatement> try_memories(const std::string& text, const Plan& plan, double makespan,
                                         const SearchScene& scene, SideSimulations& side) {
  std::set<std::string> names;
  for (const Launch& launch : scene.program.launches) {
    for (const RegionArgument& argument : launch.arguments) {
      names.insert(argument.partition == none ? scene.program.regions[argument.region].name
                                              : scene.program.partitions[argument.partition].name);
    }
  }
  std::vector<TriedStatement> tried;
  for (const std::string& name : names) {
    for (const Sight& sight : scene.machine.description().sights) {
      if (sight.processor != ProcessorKind::gpu || tried.size() == most_tried_statements) {
        continue;
      }
      std::string statement = fmt::format("Region * {} GPU {};", name, to_string(sight.memory));
      const auto changed =
          check_on(language::SourceText{statement + "\n" + text, "mapper"}, scene.program, scene.graph, scene.machine);
      if (!changed.made || changed.made->plan == plan) {
        continue;
      }
      const auto run = side.run(changed.made->plan);
      if (run && !run->out_of_memory) {
        tried.push_back({std::move(statement), run->makespan / makespan - 1});
      }
    }
  }
  std::stable_sort(tried.begin(), tried.end(),
                   [](const TriedStatement& a, const TriedStatement& b) { return a.change < b.change; });
  return tried;
}

std::string suggestions_text(const std::vector<TriedStatement>& tried) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most_suggestions, tried.size()); ++i) {
    text += fmt::format("With `{}` in front it would take {:+.1f} %, as simulated.\n", tried[i].statement,
                        percent * tried[i].change);
  }
  return text;
}

} // namespace

std::string_view to_string(FeedbackLevel level) {
  return level_texts.at(static_cast<std::size_t>(level));
}

std::optional<FeedbackLevel> feedback_level_named(std::string_view name) {
  const auto* const found = std::find(level_texts.begin(), level_texts.end(), name);
  return found == level_texts.end()
             ? std::nullopt
             : std::optional(all_feedback_levels.at(static_cast<std::size_t>(found - level_texts.begin())));
}

std::string milliseconds_text(double seconds) {
  constexpr double milli = 1e3;
  return fmt::format("{:.4g} ms", milli * seconds);
}

std::string feedback_on(const std::string& text, const std::optional<double>& makespan, FeedbackLevel level,
                        const SearchScene& scene, SideSimulations& side) {
  const language::SourceText source{text, "mapper"};
  const Elaboration elaboration = check_on(source, scene.program, scene.graph, scene.machine);
  if (!elaboration.made) {
    return refusal_text(elaboration.diagnostics, source, level);
  }
  std::string told = makespan ? fmt::format("It takes {}.\n", milliseconds_text(*makespan)) : "";
  if (level == FeedbackLevel::raw && makespan) {
    return told;
  }
  const auto run = side.run(elaboration.made->plan);
  if (!run) {
    return told;
  }
  if (run->out_of_memory) {
    told += run->out_of_memory->message + ".\n";
    return level == FeedbackLevel::suggest ? told + run->out_of_memory->hint + ".\n" : told;
  }
  if (!makespan) {
    told += fmt::format("It takes {}.\n", milliseconds_text(run->makespan));
  }
  if (level != FeedbackLevel::raw) {
    told += account_text(account_of(scene.program, scene.graph, scene.machine, *run), scene.program);
  }
  if (level == FeedbackLevel::suggest) {
    told += suggestions_text(try_memories(text, elaboration.made->plan, run->makespan, scene, side));
  }
  return told;
}

} // namespace mapwright::mapper
