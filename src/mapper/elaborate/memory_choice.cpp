// The memory of an argument on one kind of processor, and what is said where there is none.
#include "mapper/elaborate/elaborating.hpp"
#include "mapper/language/words.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

MemoryChoice memory_choice(const Elaborating& work, std::uint32_t launch, std::size_t argument,
                           ProcessorKind processor) {
  const Launch& made = work.program.launches[launch];
  MemoryChoice choice;
  choice.listed =
      work.mapper.policy().decided_memories(work.kind_of(made).name, work.names_of(made, argument), processor);
  while (choice.passed < choice.listed.size() && !work.sees(processor, choice.listed[choice.passed].value)) {
    ++choice.passed;
  }
  if (choice.passed < choice.listed.size()) {
    choice.memory = choice.listed[choice.passed].value;
  } else if (choice.listed.empty()) {
    choice.memory = usual_memory(work, processor);
  }
  return choice;
}

Origin consult(Elaborating& work, const MemoryChoice& choice) {
  for (std::size_t i = 0; i < choice.passed; ++i) {
    work.consult(choice.listed[i].statement);
  }
  return choice.passed < choice.listed.size() ? work.consult(choice.listed[choice.passed].statement) : Origin();
}

void report_no_memory(Elaborating& work, std::uint32_t launch, std::size_t argument, ProcessorKind processor,
                      const MemoryChoice& choice, std::optional<ProcessorKind> instead) {
  const std::vector<language::Decided<MemoryKind>>& listed = choice.listed;
  language::Diagnostic finding;
  finding.severity = instead ? language::Severity::warning : language::Severity::error;
  std::vector<std::string_view> seen;
  for (const MemoryKind memory : work.memories_seen(processor)) {
    seen.push_back(to_string(memory));
  }
  finding.hint =
      fmt::format("{} processors of the machine '{}' see {}", to_string(processor), work.machine.description().name,
                  seen.empty() ? "no memory" : fmt::format("{}", fmt::join(seen, ", ")));
  std::string key = fmt::format("memory {} {} {}", instead.has_value(), to_string(processor), listed.empty());
  if (!listed.empty()) {
    const language::Statement& statement = work.statement(listed.front().statement);
    finding.where = first_word(work.mapper.source(), statement, language::memory_words());
    key += std::to_string(listed.front().statement);
    if (const std::optional<MemoryKind> usual = usual_memory(work, processor)) {
      finding.fix = append_to(work.mapper.source(), statement, fmt::format(", {}", to_string(*usual)));
    }
    const bool asks_for_none = std::any_of(listed.begin(), listed.end(),
                                           [](const auto& each) { return each.value == MemoryKind::virtual_memory; });
    finding.hint += asks_for_none ? "; VIRTUAL is for tasks that launch others" : "";
  }
  finding.message =
      fmt::format("{} sees {}, for {}", to_string(processor), listed.empty() ? "no memory" : "no memory of this list",
                  work.argument_text(work.program.launches[launch], argument));
  if (instead) {
    finding.message += fmt::format(", which runs on {}", to_string(*instead));
  }
  work.findings.add(key, std::move(finding));
}

} // namespace mapwright::mapper
