#include "mapper/elaborate/elaborate.hpp"

#include "mapper/elaborate/elaborating.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// The first error, as an error of the project.
Error first_of(const Elaboration& elaboration, const language::SourceText& source) {
  const std::vector<language::Diagnostic> all = elaboration.diagnostics.sorted();
  const auto first = std::find_if(all.begin(), all.end(), [](const language::Diagnostic& each) {
    return each.severity == language::Severity::error;
  });
  Error error = to_error(*first, source);
  if (elaboration.diagnostics.errors() > 1) {
    error.hint +=
        fmt::format("{}there are {} errors in all", error.hint.empty() ? "" : "; ", elaboration.diagnostics.errors());
  }
  return error;
}

} // namespace

language::MachineShape shape_of(const Machine& machine) {
  language::MachineShape shape;
  shape.nodes = machine.description().nodes;
  for (const ProcessorClass& each : machine.description().processors) {
    shape.processors[static_cast<std::size_t>(each.kind)] = each.count;
  }
  for (auto& row : shape.sees) {
    row.fill(false);
    row[static_cast<std::size_t>(MemoryKind::virtual_memory)] = true;
  }
  for (const Sight& sight : machine.description().sights) {
    shape.sees[static_cast<std::size_t>(sight.processor)][static_cast<std::size_t>(sight.memory)] =
        machine.memories_of(sight.memory) > 0;
  }
  return shape;
}

Elaboration check_on(const language::Mapper& mapper, const Program& program, const TaskGraph& graph,
                     const Machine& machine) {
  const language::MachineShape shape = shape_of(machine);
  if (mapper.machine().nodes != shape.nodes || mapper.machine().processors != shape.processors) {
    throw std::logic_error("check_on: a mapper for another machine");
  }
  Elaborating work(mapper, program, graph, machine);
  choose_kinds(work);
  choose_data(work);
  place_tasks(work);
  place_data(work);
  check_capacity(work);
  find_idle_statements(work);
  Elaboration result{std::nullopt, work.findings.diagnostics(), std::move(work.printed)};
  if (!work.findings.has_errors()) {
    result.made = std::move(work.made);
  }
  return result;
}

Elaboration check_on(const language::SourceText& text, const Program& program, const TaskGraph& graph,
                     const Machine& machine) {
  Elaboration result{std::nullopt, language::examine(text).diagnostics, {}};
  if (result.diagnostics.errors() > 0) {
    return result;
  }
  const auto mapper = language::Mapper::make(text, shape_of(machine));
  if (!mapper) { // a global variable without a value on this machine
    const Error& error = mapper.error();
    result.diagnostics.error(error.where ? span_at(text, *error.where) : language::Span{}, error.message, error.hint);
    return result;
  }
  Elaboration checked = check_on(*mapper, program, graph, machine);
  for (language::Diagnostic& diagnostic : checked.diagnostics.sorted()) {
    result.diagnostics.add(std::move(diagnostic));
  }
  result.made = std::move(checked.made);
  result.printed = std::move(checked.printed);
  return result;
}

Result<Elaborated> elaborate(const language::Mapper& mapper, const Program& program, const TaskGraph& graph,
                             const Machine& machine) {
  Elaboration elaboration = check_on(mapper, program, graph, machine);
  if (!elaboration.made) {
    return tl::unexpected<Error>(first_of(elaboration, mapper.source()));
  }
  return *std::move(elaboration.made);
}

Result<Elaborated> elaborate(language::SourceText text, const Program& program, const TaskGraph& graph,
                             const Machine& machine) {
  const auto mapper = language::Mapper::make(std::move(text), shape_of(machine));
  return mapper ? elaborate(*mapper, program, graph, machine) : Result<Elaborated>(forward(mapper));
}

std::string origin_text(const language::SourceText& source, const Origin& origin) {
  return origin ? fmt::format("line {}", place_of(source, *origin).line) : "by default";
}

} // namespace mapwright::mapper
