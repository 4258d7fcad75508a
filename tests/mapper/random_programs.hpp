// Random programs and plans for the round machine.
#pragma once

#include "mapper/examples.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <rapidcheck.h>

namespace mapwright::mapper {

/// low, ..., beyond - 1, all alike.
inline int any_of_range(int low, int beyond) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(low, beyond));
}

inline std::string any_privilege() {
  static const std::vector<std::string> names{"R", "R", "R", "W", "RW", "RW", "reduce(+)", "reduce(+)", "reduce(max)"};
  return names[static_cast<std::size_t>(any_of_range(0, static_cast<int>(names.size())))];
}

/// Nothing when it launches no task, or the arguments of some task disturb each other.
inline std::optional<Program> attempted_program() {
  ProgramBuilder b("random");
  b.size("g", 3);
  b.region({"line", {"12"}, {"u:1", "v:4"}});
  b.region({"plane", {"6", "4"}, {"w:2"}});
  b.blocks({"parts", "line", {"g"}});
  b.halo({"ghosts", "parts", {std::to_string(any_of_range(0, 3))}, any_of_range(0, 2) == 0});
  b.blocks({"tiles", "plane", {"3", "2"}});
  std::vector<PointSet> sets(3);
  for (PointSet& set : sets) {
    for (int i = any_of_range(0, 3); i > 0; --i) {
      const std::int64_t first = any_of_range(0, 12);
      set.push_back({1, {first}, {std::min<std::int64_t>(12, first + any_of_range(1, 5))}});
    }
  }
  b.sets({"picked", "line", {"3"}, sets});
  const std::vector<VariantSpec> variants{{ProcessorKind::cpu}, {ProcessorKind::gpu}};
  b.kind({"none", {}, variants, "500"});
  b.kind({"one", {{"a"}}, variants, "100*a"});
  b.kind({"two", {{"a"}, {"b", "3*b"}}, variants, "1000"});
  const auto argument = [](const std::string& i) {
    switch (any_of_range(0, 6)) {
    case 0:
      return ArgumentSpec{"line",
                          {},
                          any_privilege(),
                          any_of_range(0, 2) == 0 ? std::vector<std::string>{"u"} : std::vector<std::string>{}};
    case 1:
      return ArgumentSpec{"tiles", {"mod(" + i + " + 1, 3)", "0"}, any_privilege(), {}};
    case 2:
      return ArgumentSpec{"picked", {i}, any_privilege(), {"v"}};
    case 3:
      return ArgumentSpec{"ghosts", {i}, any_privilege(), {"u"}};
    default:
      return ArgumentSpec{"parts",
                          {i},
                          any_privilege(),
                          any_of_range(0, 2) == 0 ? std::vector<std::string>{"v"} : std::vector<std::string>{}};
    }
  };
  const int launches = any_of_range(1, 6);
  std::vector<std::string> holders{""};
  for (int l = 0; l < launches; ++l) {
    const std::string name = fmt::format("l{}", l);
    const std::string point = fmt::format("i{}", l);
    const std::string in = holders[static_cast<std::size_t>(any_of_range(0, static_cast<int>(holders.size())))];
    if (any_of_range(0, 4) == 0) {
      b.loop({"t" + name, "t" + name, "2", in});
      holders.push_back("t" + name);
      continue;
    }
    const int arguments = any_of_range(0, 3);
    LaunchSpec spec{name, arguments == 0 ? "none" : arguments == 1 ? "one" : "two", {"g"}, {point}, {}, in};
    for (int a = 0; a < arguments; ++a) {
      spec.arguments.push_back(argument(point));
    }
    b.launch(spec);
    if (any_of_range(0, 3) == 0) {
      holders.push_back(name);
    }
  }
  auto program = b.build();
  return program && expand(*program) ? std::optional(std::move(*program)) : std::nullopt;
}

/// A few regions of one or two dimensions with aliased and disjoint partitions, and launches in loops and under other
/// launches.
inline Program random_program() {
  std::optional<Program> program;
  while (!program) {
    program = attempted_program();
  }
  return std::move(*program);
}

/// Any processor, any memory it sees, any of two layouts, some limits and collections.
inline Plan random_plan(const Program& program, const TaskGraph& graph, std::uint32_t nodes) {
  Plan plan = blank_plan(program, graph);
  for (std::uint32_t slot = 0; slot < graph.slots.size(); ++slot) {
    const auto node = static_cast<std::uint32_t>(any_of_range(0, static_cast<int>(nodes)));
    const bool gpu = any_of_range(0, 3) > 0;
    const auto index = static_cast<std::uint32_t>(any_of_range(0, gpu ? 4 : 2));
    plan.tasks[slot] = {{gpu ? ProcessorKind::gpu : ProcessorKind::cpu, node, index}, any_of_range(0, 2)};
    const std::size_t arguments = program.launches[graph.slots[slot].launch].arguments.size();
    for (std::size_t i = 0; i < arguments; ++i) {
      ArgumentDecision& decision = plan.arguments[graph.slots[slot].first_argument + i];
      const bool own = any_of_range(0, 3) > 0;
      decision.memory = !own  ? MemoryName{MemoryKind::zcmem, node, 0}
                        : gpu ? MemoryName{MemoryKind::fbmem, node, index}
                              : MemoryName{MemoryKind::sysmem, node, 0};
      decision.layout.fields = any_of_range(0, 5) == 0 ? FieldOrder::aos : FieldOrder::soa;
      decision.collect = any_of_range(0, 3) == 0;
    }
  }
  for (std::size_t kind = 0; kind < program.kinds.size(); ++kind) {
    plan.limits[kind] = any_of_range(0, 4) == 0 ? static_cast<std::uint32_t>(any_of_range(1, 3)) : 0;
  }
  return plan;
}

} // namespace mapwright::mapper
