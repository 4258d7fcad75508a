// Which kind of processor runs a task, and how many tasks of a kind are in flight.
#include "mapper/elaborate/elaborating.hpp"
#include "mapper/language/words.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

namespace {

const TaskVariant* variant_for(const TaskKind& task, ProcessorKind kind) {
  const auto found = std::find_if(task.variants.begin(), task.variants.end(),
                                  [kind](const TaskVariant& variant) { return variant.processor == kind; });
  return found == task.variants.end() ? nullptr : &*found;
}

std::string variants_text(const TaskKind& task) {
  std::vector<std::string_view> kinds;
  for (const TaskVariant& variant : task.variants) {
    kinds.push_back(to_string(variant.processor));
  }
  return kinds.empty() ? "none" : fmt::format("{}", fmt::join(kinds, ", "));
}

/// Tells that no kind runs the task. `decided`: the statement that says where it runs.
void report_no_kind(Elaborating& work, const TaskKind& task, std::optional<std::size_t> decided,
                    std::optional<ProcessorKind> instead) {
  language::Diagnostic finding;
  const std::string why = fmt::format("the machine '{}' has {}, and the task has variants for {}",
                                      work.machine.description().name, work.kinds_of_machine(), variants_text(task));
  if (decided) {
    const language::Statement& statement = work.statement(*decided);
    finding.where = first_word(work.mapper.source(), statement, language::processor_words());
    finding.message = fmt::format("no kind of this list runs '{}'", task.name);
    finding.hint = why;
    if (instead) {
      finding.fix = append_to(work.mapper.source(), statement, fmt::format(", {}", to_string(*instead)));
    }
  } else {
    finding.message = fmt::format("nothing runs '{}'", task.name);
    finding.hint = why;
  }
  work.findings.add(fmt::format("kind {}", decided ? std::to_string(*decided) : task.name), std::move(finding));
}

/// An argument for which processors of a kind see no memory.
struct UnseenArgument {
  std::uint32_t launch = 0;
  std::size_t argument = 0;
  MemoryChoice choice{};
};

/// The first such argument of these launches; those of tasks that launch others touch no data.
std::optional<UnseenArgument> unseen_argument(const Elaborating& work, const std::vector<std::uint32_t>& launches,
                                              ProcessorKind kind) {
  for (const std::uint32_t launch : launches) {
    for (std::size_t i = 0; !work.choices[launch].inner && i < work.choices[launch].memories.size(); ++i) {
      MemoryChoice choice = memory_choice(work, launch, i, kind);
      if (!choice.memory) {
        return UnseenArgument{launch, i, std::move(choice)};
      }
    }
  }
  return std::nullopt;
}

/// The first kind of the list that is usable and sees a memory for every argument. Where none does, the first usable
/// one, for which the missing memories are told later. Kinds that are passed over for want of memory are told here.
std::optional<ProcessorKind> first_that_runs(Elaborating& work, const std::vector<std::uint32_t>& launches,
                                             const std::vector<ProcessorKind>& usable) {
  std::vector<UnseenArgument> unseen; // of each kind before the one that runs
  for (const ProcessorKind kind : usable) {
    auto found = unseen_argument(work, launches, kind);
    if (found) {
      unseen.push_back(*std::move(found));
      continue;
    }
    for (std::size_t i = 0; i < unseen.size(); ++i) {
      consult(work, unseen[i].choice);
      if (!unseen[i].choice.listed.empty()) {
        report_no_memory(work, unseen[i].launch, unseen[i].argument, usable[i], unseen[i].choice, kind);
      }
    }
    return kind;
  }
  return usable.empty() ? std::nullopt : std::optional(usable.front());
}

/// Whether the tasks of a kind launch tasks of the same kind.
bool launches_itself(const Program& program, std::uint32_t kind) {
  for (std::uint32_t launch = 0; launch < program.launches.size(); ++launch) {
    if (program.launches[launch].kind != kind) {
      continue;
    }
    for (std::uint32_t above = program.parent_launch(launch); above != none; above = program.parent_launch(above)) {
      if (program.launches[above].kind == kind) {
        return true;
      }
    }
  }
  return false;
}

void choose_limit(Elaborating& work, std::uint32_t kind) {
  const TaskKind& task = work.program.kinds[kind];
  const auto decided = work.mapper.policy().decided_limit(task.name);
  if (!decided) {
    return;
  }
  const Origin origin = work.consult(decided->statement);
  work.made.plan.limits[kind] =
      static_cast<std::uint32_t>(std::min<std::int64_t>(decided->value, std::numeric_limits<std::uint32_t>::max()));
  for (std::size_t launch = 0; launch < work.program.launches.size(); ++launch) {
    if (work.program.launches[launch].kind == kind) {
      work.made.origins[launch].limit = origin;
    }
  }
  if (launches_itself(work.program, kind)) {
    work.findings.add(
        fmt::format("limit {}", decided->statement),
        {language::Severity::error, *origin,
         fmt::format("tasks of '{}' launch tasks of the same kind, which would wait for them for ever", task.name),
         "leave the limit out, or give the inner tasks a kind of their own", language::Fix{*origin, ""}});
  }
}

} // namespace

const std::vector<ProcessorKind>& usual_processors() {
  static const std::vector<ProcessorKind> order{ProcessorKind::gpu, ProcessorKind::omp, ProcessorKind::cpu,
                                                ProcessorKind::io,  ProcessorKind::py,  ProcessorKind::proc};
  return order;
}

std::set<ProcessorKind> kinds_here(const Elaborating& work, const std::vector<std::uint32_t>& launches) {
  std::set<ProcessorKind> kinds;
  for (const std::uint32_t launch : launches) {
    if (work.choices[launch].kind) {
      kinds.insert(*work.choices[launch].kind);
    }
  }
  return kinds;
}

std::set<ProcessorKind> kinds_anywhere(const Elaborating& work, const std::vector<std::uint32_t>& launches) {
  std::set<ProcessorKind> kinds;
  for (const std::uint32_t launch : launches) {
    const TaskKind& task = work.kind_of(work.program.launches[launch]);
    const auto decided = work.mapper.policy().decided_kinds(task.name);
    for (const ProcessorKind kind : decided ? decided->value : usual_processors()) {
      if (variant_for(task, kind) != nullptr) {
        kinds.insert(kind);
      }
    }
  }
  return kinds;
}

void choose_kinds(Elaborating& work) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> launches_of; // by kind of task
  for (std::uint32_t launch = 0; launch < work.program.launches.size(); ++launch) {
    launches_of[work.program.launches[launch].kind].push_back(launch);
  }
  for (const auto& [kind, launches] : launches_of) {
    const TaskKind& task = work.program.kinds[kind];
    const auto usable = [&](const std::vector<ProcessorKind>& list) {
      std::vector<ProcessorKind> kinds;
      std::copy_if(list.begin(), list.end(), std::back_inserter(kinds), [&](ProcessorKind each) {
        return work.machine.processors_of(each) > 0 && variant_for(task, each) != nullptr;
      });
      return kinds;
    };
    const auto decided = work.mapper.policy().decided_kinds(task.name);
    const Origin origin = decided ? work.consult(decided->statement) : Origin();
    const auto chosen = first_that_runs(work, launches, usable(decided ? decided->value : usual_processors()));
    if (!chosen) {
      const std::vector<ProcessorKind> usual = usable(usual_processors());
      report_no_kind(work, task, decided ? std::optional(decided->statement) : std::nullopt,
                     usual.empty() ? std::nullopt : std::optional(usual.front()));
    }
    for (const std::uint32_t launch : launches) {
      work.choices[launch].kind = chosen;
      work.choices[launch].variant = chosen ? variant_for(task, *chosen) : nullptr;
      work.made.origins[launch].kind = origin;
    }
    choose_limit(work, kind);
  }
}

} // namespace mapwright::mapper
