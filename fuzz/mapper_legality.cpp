// Any text given to the legality check as a mapper of a small application ends in diagnostics or in a plan, in bounded
// time. What is accepted runs in the simulator, and runs out of memory only where a warning said so; what is refused
// for want of room, and nothing else, would run out of memory.
//
// The first three characters choose the application, the machine and how much its memories hold; the rest is the text,
// or, where the third has its highest bit set, bytes that statements are made of (generated_mapper.hpp).
#include "generated_mapper.hpp"
#include "mapper/apps/application.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/machine/read_machine.hpp"
#include "mapper/simulate/simulate.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace mapwright;
using namespace mapwright::mapper;

constexpr std::size_t choices = 3;
constexpr std::array machine_names{"box,cpus=2,devices=2", "p100x4", "lassen,nodes=2", "dgx-h200"};

void require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

template <class T> T sure(Result<T>&& result) {
  require(result.has_value());
  return std::move(*result);
}

struct Subject {
  explicit Subject(const std::string& name)
      : program(sure(open_application(name)).program), graph(sure(expand(program))) {
    for (const DataView& view : graph.views) {
      largest_view = std::max(largest_view, view.bytes);
    }
  }

  Program program;
  TaskGraph graph;
  std::uint64_t largest_view = 1; ///< bytes
};

const std::vector<Subject>& subjects() {
  static const std::vector<Subject> all = [] {
    std::vector<Subject> made;
    for (const ApplicationInfo& each : application_catalogue()) {
      made.emplace_back(each.name);
    }
    return made;
  }();
  return all;
}

/// The machine, its memories with at most `bytes` each.
Machine machine_with(const Machine& machine, std::uint64_t bytes) {
  MachineDescription description = machine.description();
  for (MemoryClass& memory : description.memories) {
    memory.capacity = std::min(memory.capacity, bytes);
  }
  return sure(Machine::build(std::move(description)));
}

const std::vector<Machine>& machines() {
  static const std::vector<Machine> all = [] {
    std::vector<Machine> made;
    for (const char* const name : machine_names) {
      made.push_back(sure(open_machine(name)));
    }
    return made;
  }();
  return all;
}

bool all_errors_mention(const Elaboration& elaboration, const std::string& words) {
  const std::vector<language::Diagnostic> all = elaboration.diagnostics.sorted();
  return std::all_of(all.begin(), all.end(), [&](const language::Diagnostic& each) {
    return each.severity == language::Severity::warning || each.message.find(words) != std::string::npos;
  });
}

bool warns_of_memory(const Elaboration& elaboration) {
  const std::vector<language::Diagnostic> all = elaboration.diagnostics.sorted();
  return std::any_of(all.begin(), all.end(), [](const language::Diagnostic& each) {
    return each.message.find("may exceed a memory") != std::string::npos;
  });
}

/// What is said stands in the text, and edits leave a text that can be read.
void require_sound(const Elaboration& elaboration, const language::SourceText& source) {
  require(elaboration.made.has_value() == (elaboration.diagnostics.errors() == 0));
  for (const language::Diagnostic& each : elaboration.diagnostics.sorted()) {
    require(each.where.begin <= each.where.end && each.where.end <= source.text.size());
    require(!language::format(each, source).empty());
    if (each.fix) {
      std::string edited = source.text;
      edited.replace(each.fix->where.begin, each.fix->where.end - each.fix->where.begin, each.fix->text);
      require(language::examine({edited, source.file}).diagnostics.errors() == 0);
    }
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t most = 4096;
  if (size < choices || size > most) {
    return 0;
  }
  const Subject& subject = subjects()[data[0] % subjects().size()];
  const Machine& roomy = machines()[data[1] % machines().size()];
  const bool generated = data[2] >= 128;
  const language::SourceText source{generated
                                        ? GeneratedMapper(subject.program).text({data + choices, size - choices})
                                        : std::string(reinterpret_cast<const char*>(data) + choices, size - choices),
                                    "M"};
  const language::EvaluationLimits limits{5'000, 200, 64, 10};
  const auto mapper = language::Mapper::make(source, shape_of(roomy), limits);
  if (!mapper) {
    require(!generated || roomy.processors_of(ProcessorKind::gpu) == 0);
    return 0;
  }
  const Elaboration free = check_on(*mapper, subject.program, subject.graph, roomy);
  require_sound(free, source);
  if (!free.made) {
    return 0;
  }
  const auto ran = Simulator(subject.program, subject.graph, roomy).run(free.made->plan);
  require(ran.has_value() && (ran->status == SimulationStatus::done || warns_of_memory(free)));

  const Machine tight = machine_with(roomy, subject.largest_view * (data[2] % 64U) / 8 + 1);
  const Elaboration checked = check_on(*mapper, subject.program, subject.graph, tight);
  require_sound(checked, source);
  const SimulationStatus status = sure(Simulator(subject.program, subject.graph, tight).run(free.made->plan)).status;
  if (checked.made) {
    require(checked.made->plan == free.made->plan);
    require(status == SimulationStatus::done || warns_of_memory(checked));
  } else {
    require(status == SimulationStatus::out_of_memory && all_errors_mention(checked, "exceed a memory"));
  }
  return 0;
}
