// All combinations of kinds, memories, layouts, maps and variants on a tiny program: what is refused has no plan that
// the engine runs, and what is not refused runs.
//
// A kind of processor is the first of the list that is there, has a variant and sees one of the listed memories; no
// layout and no map makes another one of it. For all other decisions the test tries whatever the mapper leaves open.
#include "mapper/elaborate/cases.hpp"

#include <array>
#include <functional>
#include <optional>

namespace mapwright::mapper {
namespace {

constexpr std::int64_t tiny_points = 3;

/// Three tasks with one argument each; FBMEM is that of a GPU, SYSMEM only CPUs see.
Program tiny_program(const std::vector<VariantSpec>& variants) {
  ProgramBuilder b("tiny");
  b.region({"r", {"6"}, {"x:4", "y:4"}});
  b.blocks({"part", "r", {"3"}});
  b.kind({"t", {{"a"}}, variants, "1"});
  b.launch({"", "t", {"3"}, {"i"}, {{"part", {"i"}, "RW"}}});
  return sure(b.build());
}

/// What a mapper says, beside its text.
struct Choices {
  std::optional<std::vector<ProcessorKind>> kinds{};
  std::optional<std::vector<MemoryKind>> memories{};
  std::optional<std::vector<DataLayout>> layouts{}; ///< all that its words allow
  /// The processors of a point on which it may run, of this kind; a point outside has none.
  std::optional<std::pair<ProcessorKind, std::function<std::vector<std::int64_t>(std::int64_t)>>> map{};
};

/// One way to say something, or to say nothing.
struct Wording {
  std::string text;
  std::function<void(Choices&)> apply = [](Choices&) {};
};

/// Lists of one or two different kinds, and none.
template <class Kind>
std::vector<Wording> list_wordings(const std::string& before, const std::vector<Kind>& kinds,
                                   std::optional<std::vector<Kind>> Choices::*member) {
  std::vector<Wording> wordings{{""}};
  for (const Kind first : kinds) {
    for (const Kind second : kinds) {
      const std::vector<Kind> list = first == second ? std::vector{first} : std::vector{first, second};
      const std::string more = first == second ? "" : ", " + std::string(to_string(second));
      wordings.push_back({before + " " + std::string(to_string(first)) + more + ";\n",
                          [list, member](Choices& choices) { choices.*member = list; }});
    }
  }
  return wordings;
}

std::vector<Wording> layout_wordings() {
  const auto all = [](std::optional<DimensionOrder> order, std::optional<FieldOrder> fields,
                      std::vector<std::uint32_t> alignments) {
    return [=](Choices& choices) {
      choices.layouts.emplace();
      for (const std::uint32_t alignment : alignments) {
        choices.layouts->push_back(
            {order.value_or(DimensionOrder::f_order), fields.value_or(FieldOrder::soa), alignment});
      }
    };
  };
  return {{""},
          {"Layout * r * SOA;\n", all({}, FieldOrder::soa, {0})},
          {"Layout * r * AOS;\n", all({}, FieldOrder::aos, {0})},
          {"Layout t * * C_order;\n", all(DimensionOrder::c_order, {}, {0})},
          {"Layout t 0 * AOS C_order Align>=16;\n", all(DimensionOrder::c_order, FieldOrder::aos, {16, 32, 64, 128})},
          {"Layout t part * Align==64;\n", all({}, {}, {64})},
          {"Layout t part * Align<64;\n", all({}, {}, {0, 8, 16, 32, 63})}};
}

std::vector<Wording> map_wordings() {
  std::vector<Wording> wordings{{""}};
  for (const ProcessorKind kind : {ProcessorKind::cpu, ProcessorKind::gpu}) {
    const std::int64_t count = kind == ProcessorKind::cpu ? 2 : 4;
    const std::string space = fmt::format("m = Machine({});\n", to_string(kind));
    const auto add = [&](const std::string& index, std::function<std::vector<std::int64_t>(std::int64_t)> map) {
      wordings.push_back({space + "def f(Task t) { return m[0, " + index + "]; }\nIndexTaskMap t f;\n",
                          [kind, map = std::move(map)](Choices& choices) { choices.map.emplace(kind, map); }});
    };
    add("t.ipoint[0]", [count](std::int64_t p) { return p < count ? std::vector{p} : std::vector<std::int64_t>{}; });
    add("t.ipoint[0] % m.size[1]", [count](std::int64_t p) { return std::vector{p % count}; });
    add("*", [count](std::int64_t) {
      std::vector<std::int64_t> all;
      for (std::int64_t i = 0; i < count; ++i) {
        all.push_back(i);
      }
      return all;
    });
  }
  return wordings;
}

/// The layouts that a mapper which says nothing may have.
std::vector<DataLayout> all_layouts() {
  std::vector<DataLayout> layouts;
  for (const DimensionOrder order : {DimensionOrder::c_order, DimensionOrder::f_order}) {
    for (const FieldOrder fields : {FieldOrder::soa, FieldOrder::aos}) {
      for (const std::uint32_t alignment : {0U, 16U, 64U}) {
        layouts.push_back({order, fields, alignment});
      }
    }
  }
  return layouts;
}

class TinyOracle {
public:
  explicit TinyOracle(const MappingCase& tiny) : tiny_(tiny), simulator_(tiny.program, tiny.graph, tiny.machine) {}

  /// Whether some plan that does what the mapper says runs.
  bool possible(const Choices& choices) {
    const std::optional<ProcessorKind> kind = kind_of(choices);
    if (!kind || (choices.map && choices.map->first != *kind)) {
      return false;
    }
    const std::vector<MemoryKind> memories = choices.memories.value_or(
        std::vector{MemoryKind::sysmem, MemoryKind::zcmem, MemoryKind::fbmem, MemoryKind::rdmem});
    for (const MemoryKind memory : memories) {
      for (const DataLayout& layout : choices.layouts.value_or(all_layouts())) {
        if (runs(choices, *kind, memory, layout)) {
          return true;
        }
      }
    }
    return false;
  }

  /// The first kind that the machine has, the task a variant for, and that sees a memory; nothing: there is none.
  std::optional<ProcessorKind> kind_of(const Choices& choices) {
    for (const ProcessorKind kind : choices.kinds.value_or(std::vector{ProcessorKind::gpu, ProcessorKind::cpu})) {
      for (const TaskVariant& variant : tiny_.program.kinds[0].variants) {
        if (variant.processor == kind && tiny_.machine.processors_of(kind) > 0 &&
            (!choices.memories || first_seen(*choices.memories, kind))) {
          return kind;
        }
      }
    }
    return std::nullopt;
  }

  static std::optional<MemoryKind> first_seen(const std::vector<MemoryKind>& memories, ProcessorKind kind) {
    const MemoryKind own = kind == ProcessorKind::gpu ? MemoryKind::fbmem : MemoryKind::sysmem;
    const auto first = std::find_if(memories.begin(), memories.end(),
                                    [&](MemoryKind memory) { return memory == own || memory == MemoryKind::zcmem; });
    return first == memories.end() ? std::nullopt : std::optional(*first);
  }

private:
  bool runs(const Choices& choices, ProcessorKind kind, MemoryKind memory, const DataLayout& layout) {
    Plan plan = blank_plan(tiny_.program, tiny_.graph);
    for (std::uint32_t point = 0; point < tiny_points; ++point) {
      const std::vector<std::int64_t> processors =
          choices.map ? choices.map->second(point) : std::vector<std::int64_t>{0};
      if (processors.empty()) {
        return false;
      }
      const auto index = static_cast<std::uint32_t>(processors.front());
      plan.tasks[point].processor = {kind, 0, index};
      plan.arguments[point].memory = {memory, 0, memory == MemoryKind::fbmem ? index : 0};
      plan.arguments[point].layout = layout;
    }
    return simulator_.run(plan).has_value();
  }

  const MappingCase& tiny_;
  Simulator simulator_;
};

/// What must hold of a plan that was accepted, decision by decision.
void expect_obeyed(const MappingCase& tiny, const Choices& choices, const Plan& plan, ProcessorKind kind,
                   const std::string& text) {
  for (std::uint32_t point = 0; point < tiny_points; ++point) {
    const ProcessorName& processor = plan.tasks[point].processor;
    const ArgumentDecision& argument = plan.arguments[point];
    ASSERT_EQ(processor.kind, kind) << text;
    if (choices.map) {
      const auto allowed = choices.map->second(point);
      ASSERT_NE(std::find(allowed.begin(), allowed.end(), processor.index), allowed.end()) << text;
    }
    if (choices.memories) {
      ASSERT_EQ(argument.memory.kind, TinyOracle::first_seen(*choices.memories, kind)) << text;
    }
    if (choices.layouts) {
      const auto& allowed = *choices.layouts;
      ASSERT_NE(std::find(allowed.begin(), allowed.end(), argument.layout), allowed.end()) << text;
    }
  }
  ASSERT_EQ(tiny.run(plan).status, SimulationStatus::done) << text;
}

TEST(ElaborateExhaustive, WhatIsRefusedCannotRunAndWhatIsNotRuns) {
  const std::vector<VariantSpec> variants[] = {
      {{ProcessorKind::cpu}},
      {{ProcessorKind::omp}},
      {{ProcessorKind::gpu, 1, {"AOS"}}},
      {{ProcessorKind::cpu, 1, {"SOA Align==16"}}, {ProcessorKind::gpu, 1, {"C_order"}}},
  };
  const auto kinds = list_wordings<ProcessorKind>(
      "Task t", {ProcessorKind::cpu, ProcessorKind::gpu, ProcessorKind::omp}, &Choices::kinds);
  const auto memories = list_wordings<MemoryKind>(
      "Region t r *", {MemoryKind::sysmem, MemoryKind::fbmem, MemoryKind::zcmem, MemoryKind::virtual_memory},
      &Choices::memories);
  std::uint64_t refused = 0;
  std::uint64_t accepted = 0;
  for (const auto& variant : variants) {
    const MappingCase tiny(tiny_program(variant), round_machine());
    TinyOracle oracle(tiny);
    for (const Wording& kind : kinds) {
      for (const Wording& memory : memories) {
        for (const Wording& layout : layout_wordings()) {
          for (const Wording& map : map_wordings()) {
            Choices choices;
            for (const Wording* part : {&kind, &memory, &layout, &map}) {
              part->apply(choices);
            }
            const std::string text = kind.text + memory.text + layout.text + map.text;
            const Elaboration elaboration = tiny.check(text);
            ASSERT_EQ(elaboration.made.has_value(), oracle.possible(choices))
                << text << diagnostics_text(elaboration, text);
            ++(elaboration.made ? accepted : refused);
            if (elaboration.made) {
              expect_obeyed(tiny, choices, elaboration.made->plan, *oracle.kind_of(choices), text);
            }
          }
        }
      }
    }
  }
  EXPECT_GT(refused, 1000U);
  EXPECT_GT(accepted, 1000U);
}

} // namespace
} // namespace mapwright::mapper
