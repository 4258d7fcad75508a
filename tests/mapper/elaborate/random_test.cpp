// Random mappers on random programs: those that are accepted run, those that are refused say why, and memories run out
// only where that was said.
#include "mapper/elaborate/cases.hpp"
#include "mapper/elaborate/random_mappers.hpp"

#include <rapidcheck/gtest.h>

namespace mapwright::mapper {
namespace {

/// A random program, or the one with single tasks and layouts.
Program program_to_map() {
  return any_of_range(0, 3) == 0 ? small_program() : random_program();
}

bool mentions(const Elaboration& elaboration, language::Severity severity, const std::string& words) {
  const auto all = elaboration.diagnostics.sorted();
  return std::any_of(all.begin(), all.end(), [&](const language::Diagnostic& each) {
    return each.severity == severity && each.message.find(words) != std::string::npos;
  });
}

RC_GTEST_PROP(ElaborateRandom, WhatIsAcceptedRuns, ()) {
  const auto bytes = static_cast<std::uint64_t>(any_of_range(1, 300));
  const MappingCase one(program_to_map(), round_machine(any_of_range(1, 3), bytes, 4 * bytes));
  for (int i = 0; i < 20; ++i) {
    const std::string text = random_mapper(vocabulary_of(one.program));
    const Elaboration elaboration = one.check(text);
    RC_ASSERT(elaboration.made.has_value() == (elaboration.diagnostics.errors() == 0));
    if (!elaboration.made) {
      continue;
    }
    const auto run = Simulator(one.program, one.graph, one.machine).run(elaboration.made->plan);
    if (!run) {
      RC_FAIL(text + run.error().format());
    }
    if (run->status == SimulationStatus::out_of_memory) {
      RC_ASSERT(mentions(elaboration, language::Severity::warning, "may exceed a memory"));
    }
  }
}

/// With room for everything a mapper means the same; whatever is then refused for want of room runs out of it.
RC_GTEST_PROP(ElaborateRandom, WhatIsRefusedForWantOfRoomRunsOutOfIt, ()) {
  const auto bytes = static_cast<std::uint64_t>(any_of_range(1, 300));
  const std::int64_t nodes = any_of_range(1, 3);
  const Program program = program_to_map();
  const MappingCase roomy(program, round_machine(nodes));
  const MappingCase tight(program, round_machine(nodes, bytes, 2 * bytes));
  for (int i = 0; i < 20; ++i) {
    const std::string text = random_mapper(vocabulary_of(program));
    const Elaboration free = roomy.check(text);
    const Elaboration checked = tight.check(text);
    if (!free.made) {
      RC_ASSERT(!checked.made.has_value());
      continue;
    }
    RC_ASSERT(roomy.run(free.made->plan).status == SimulationStatus::done);
    const SimulationStatus status = tight.run(free.made->plan).status;
    if (!checked.made) {
      RC_ASSERT(mentions(checked, language::Severity::error, "exceed a memory"));
      RC_ASSERT(status == SimulationStatus::out_of_memory);
    } else {
      RC_ASSERT(checked.made->plan == free.made->plan);
    }
  }
}

RC_GTEST_PROP(ElaborateRandom, EditsLeaveTextsThatCanBeRead, ()) {
  const MappingCase one(program_to_map(), round_machine(any_of_range(1, 3), 200, 400));
  for (int i = 0; i < 20; ++i) {
    const std::string text = random_mapper(vocabulary_of(one.program));
    RC_ASSERT(language::examine({text, "M"}).diagnostics.errors() == 0U);
    for (const language::Diagnostic& diagnostic : one.check(text).diagnostics.sorted()) {
      RC_ASSERT(diagnostic.where.begin <= diagnostic.where.end);
      RC_ASSERT(diagnostic.where.end <= text.size());
      RC_ASSERT(!diagnostic.message.empty());
      if (diagnostic.fix) {
        std::string edited = text;
        const language::Span where = diagnostic.fix->where;
        edited.replace(where.begin, where.end - where.begin, diagnostic.fix->text);
        RC_ASSERT(language::examine({edited, "M"}).diagnostics.errors() == 0U);
      }
    }
  }
}

} // namespace
} // namespace mapwright::mapper
