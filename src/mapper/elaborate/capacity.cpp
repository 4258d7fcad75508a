// Bytes that memories cannot hold, as far as that is known before a run.
//
// The arguments of a task lie in their memories together while it runs, and what is valid at the end of a run lies
// there at once: where either exceeds a memory, the run is certain to stop. What lies in a memory at one time is never
// more than all that ever comes there, each piece counted once: where that fits, no run stops.
#include "mapper/amounts.hpp"
#include "mapper/elaborate/residents.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

namespace {

/// Bytes in one memory, and the access that brings the most of them.
struct MemoryLoad {
  std::uint32_t memory = 0;
  std::uint64_t bytes = 0;
  std::uint32_t access = 0;
};

class CapacityChecker {
public:
  explicit CapacityChecker(Elaborating& work) : work_(work), residents_(work) {}

  void run() {
    for (std::uint32_t task = 0; task < work_.graph.tasks.size(); ++task) {
      if (work_.choices[launch_of(task)].complete()) {
        check_task(task);
      }
    }
    if (std::all_of(work_.choices.begin(), work_.choices.end(),
                    [](const LaunchChoice& choice) { return choice.complete(); })) {
      check_whole();
    }
  }

private:
  [[nodiscard]] std::uint32_t launch_of(std::uint32_t task) const {
    return work_.graph.slots[work_.graph.tasks[task].slot].launch;
  }
  [[nodiscard]] std::uint64_t capacity(std::uint32_t memory) const {
    return work_.machine.class_of_memory(memory).capacity;
  }
  [[nodiscard]] MemoryKind kind(std::uint32_t memory) const { return work_.machine.class_of_memory(memory).kind; }

  /// What an access brings, of all of them the largest: what a message speaks of.
  [[nodiscard]] MemoryLoad load_of(std::uint32_t memory, const std::vector<Resident>& residents) const {
    MemoryLoad load{memory, residents_.bytes_together(residents), residents.front().access};
    for (const Resident& each : residents) {
      const auto bytes = [&](std::uint32_t access) {
        return work_.graph.views[work_.graph.accesses[access].view].bytes;
      };
      load.access = bytes(each.access) > bytes(load.access) ? each.access : load.access;
    }
    return load;
  }

  void check_task(std::uint32_t task) {
    const PointTask& made = work_.graph.tasks[task];
    for (std::uint32_t i = 0; i < made.accesses; ++i) {
      const std::uint32_t memory = residents_.of(made.first_access + i).memory;
      std::uint64_t sum = 0;
      for (std::uint32_t j = 0; j <= i; ++j) {
        const Resident other = residents_.of(made.first_access + j);
        sum += other.memory == memory ? work_.graph.views[other.view].bytes : 0;
      }
      if (sum <= capacity(memory)) {
        continue;
      }
      std::vector<Resident> together;
      for (std::uint32_t j = 0; j < made.accesses; ++j) {
        const Resident other = residents_.of(made.first_access + j);
        if (other.memory == memory) {
          together.push_back(other);
        }
      }
      const MemoryLoad load = load_of(memory, together);
      if (load.bytes > capacity(memory)) {
        exceeded_.insert(kind(memory));
        report(language::Severity::error, fmt::format("task {} {}", launch_of(task), to_string(kind(memory))), load,
               "the arguments of a task exceed a memory",
               fmt::format("for {}", name_of_slot(work_.program, work_.graph, made.slot)));
        return;
      }
    }
  }

  /// All that comes into each memory; where it may not fit, what remains there at the end.
  void check_whole() {
    const std::vector<Resident> all = residents_.all();
    std::vector<MemoryLoad> possible;
    for (auto begin = all.begin(); begin != all.end();) {
      const auto end =
          std::find_if(begin, all.end(), [&](const Resident& each) { return each.memory != begin->memory; });
      std::uint64_t sum = 0;
      for (auto each = begin; each != end; ++each) {
        sum += work_.graph.views[each->view].bytes;
      }
      if (sum > capacity(begin->memory)) {
        const MemoryLoad load = load_of(begin->memory, {begin, end});
        if (load.bytes > capacity(load.memory)) {
          possible.push_back(load);
        }
      }
      begin = end;
    }
    if (possible.empty()) {
      return;
    }
    const std::vector<std::uint64_t> remaining = residents_.bytes_at_end();
    for (MemoryLoad& load : possible) {
      if (exceeded_.contains(kind(load.memory))) {
        continue; // said for the tasks
      }
      const bool certain = remaining[load.memory] > capacity(load.memory);
      load.bytes = certain ? remaining[load.memory] : load.bytes;
      report(certain ? language::Severity::error : language::Severity::warning,
             fmt::format("run {} {}", certain, to_string(kind(load.memory))), load,
             certain ? "the data that remain exceed a memory" : "the data of the run may exceed a memory", "");
    }
  }

  void report(language::Severity severity, const std::string& key, const MemoryLoad& load, const std::string& what,
              const std::string& whose) {
    const Access& access = work_.graph.accesses[load.access];
    const PointTask& task = work_.graph.tasks[access.task];
    const std::uint32_t launch = work_.graph.slots[task.slot].launch;
    const std::size_t argument = load.access - task.first_access;
    const LaunchOrigins& origins = work_.made.origins[launch];
    const Origin where = origins.arguments[argument].memory ? origins.arguments[argument].memory
                         : origins.kind                     ? origins.kind
                                                            : origins.placement;
    work_.findings.add(
        key, {severity, where.value_or(language::Span{}),
              fmt::format("{}: {}, the most of it {}, in the {} of {}{}{}", what, amount_of_bytes(load.bytes),
                          name_of_view(work_.program, work_.graph.views[access.view]),
                          amount_of_bytes(capacity(load.memory)), to_string(work_.machine.memory_name(load.memory)),
                          whose.empty() ? "" : ", ", whose),
              hint(severity, load, launch, argument), std::nullopt});
  }

  [[nodiscard]] std::string hint(language::Severity severity, const MemoryLoad& load, std::uint32_t launch,
                                 std::size_t argument) const {
    if (severity == language::Severity::warning) {
      return "`mapwright mapper simulate` tells whether it does; InstanceLimit and CollectMemory keep fewer copies "
             "there";
    }
    const Launch& made = work_.program.launches[launch];
    const ProcessorKind processor = *work_.choices[launch].kind;
    for (const MemoryKind other : work_.memories_seen(processor)) {
      const auto& classes = work_.machine.description().memories;
      const auto found =
          std::find_if(classes.begin(), classes.end(), [other](const MemoryClass& each) { return each.kind == other; });
      if (other != kind(load.memory) && found->capacity >= load.bytes) {
        return fmt::format("each {} has {}: `Region {} {} {};` before other statements for it", to_string(other),
                           amount_of_bytes(found->capacity), work_.words_for(made, argument), to_string(processor),
                           to_string(other));
      }
    }
    return fmt::format("no other memory that {} sees would hold them: cut the data into more pieces, or spread them "
                       "over more processors",
                       to_string(processor));
  }

  Elaborating& work_;
  Residents residents_;
  std::set<MemoryKind> exceeded_; ///< by the arguments of some task
};

} // namespace

void check_capacity(Elaborating& work) {
  CapacityChecker(work).run();
}

} // namespace mapwright::mapper
