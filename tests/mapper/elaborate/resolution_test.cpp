// What a mapper decides: the order of lookup, defaults, and where each decision comes from.
#include "mapper/elaborate/cases.hpp"
#include "mapper/elaborate/elaborating.hpp"

#include <optional>

namespace mapwright::mapper {
namespace {

TEST(Elaborate, DefaultsAreThoseOfRuntimes) {
  const MappingCase two(small_program(), round_machine(2));
  const Elaborated made = two.elaborate("");
  // GPUs before CPUs; blocks over nodes, the points of a node in turn over its processors.
  EXPECT_EQ(two.processors(made.plan, Small::sweep),
            "GPU 0.0, GPU 0.1, GPU 0.2, GPU 0.3, GPU 1.0, GPU 1.1, GPU 1.2, GPU 1.3");
  // `row` has a variant for CPUs only; a launch in each of its tasks is spread like any other.
  EXPECT_EQ(two.processors(made.plan, Small::row), "CPU 0.0, CPU 0.1, CPU 1.0, CPU 1.1");
  EXPECT_EQ(two.processors(made.plan, Small::pair),
            "GPU 0.0, GPU 0.1, GPU 0.0, GPU 0.1, GPU 1.0, GPU 1.1, GPU 1.0, GPU 1.1");
  // A single task runs on the node of its parent, one without a parent on node 0.
  EXPECT_EQ(two.processors(made.plan, Small::last), "GPU 0.0, GPU 0.0, GPU 1.0, GPU 1.0");
  EXPECT_EQ(two.processors(made.plan, Small::report), "CPU 0.0");
  EXPECT_EQ(to_string(two.argument(made.plan, Small::sweep, 0).memory), "FBMEM 0 of node 0");
  EXPECT_EQ(to_string(two.argument(made.plan, Small::report, 0).memory), "SYSMEM 0 of node 0");
  EXPECT_EQ(to_string(two.argument(made.plan, Small::sweep, 0).layout), "SOA F_order");
  EXPECT_FALSE(made.origins[Small::sweep].kind || made.origins[Small::sweep].placement ||
               made.origins[Small::sweep].limit);
  EXPECT_EQ(origin_text({"", "M"}, made.origins[Small::sweep].arguments[0].memory), "by default");
}

TEST(Elaborate, SpreadsBlocksOverAGridOfNodes) {
  ProgramBuilder b("plane");
  b.kind({"t", {}, {{ProcessorKind::cpu}}, "1"});
  b.launch({"", "t", {"4", "3"}, {"x", "y"}});
  const MappingCase four(sure(b.build()), round_machine(4));
  // 4 nodes as 2 x 2: greedy_split of (4, 3).
  EXPECT_EQ(four.processors(four.elaborate("").plan, 0),
            "CPU 0.0, CPU 0.1, CPU 1.0, CPU 1.1, CPU 0.0, CPU 0.1, CPU 1.0, CPU 1.1, CPU 2.0, CPU 2.1, CPU 3.0, CPU "
            "3.1");
}

TEST(Elaborate, TakesTheFirstKindThatIsThere) {
  const MappingCase one(small_program(), round_machine());
  const auto kind_of = [&](const std::string& text, std::uint32_t launch) {
    return one.elaborate(text).plan.tasks[one.graph.first_slot[launch]].processor.kind;
  };
  EXPECT_EQ(kind_of("Task * OMP, CPU, GPU;", Small::sweep), ProcessorKind::cpu); // there are no OMP processors
  EXPECT_EQ(kind_of("Task * GPU, CPU;", Small::report), ProcessorKind::cpu);     // it has no variant for GPUs
  EXPECT_EQ(kind_of("Task * GPU, CPU; Task sweep CPU;", Small::sweep), ProcessorKind::cpu);
  EXPECT_EQ(kind_of("Task sweep CPU;", Small::pair), ProcessorKind::gpu); // without a statement: by default
}

TEST(Elaborate, PassesOverKindsThatSeeNoListedMemory) {
  const MappingCase one(small_program(), round_machine());
  const auto checked = [&](const std::string& text) {
    const Elaboration elaboration = one.check(text);
    const std::string words = diagnostics_text(elaboration, text);
    EXPECT_TRUE(elaboration.made) << words;
    return std::pair(
        elaboration.made ? one.processors(elaboration.made->plan, Small::sweep).substr(0, 3) : std::string(), words);
  };
  const auto [kind, said] = checked("Task * GPU, CPU;\nRegion sweep ghost * SYSMEM;\n");
  EXPECT_EQ(kind, "CPU");
  EXPECT_EQ(said,
            "M:2:22: warning: GPU sees no memory of this list, for argument 1 ('ghost') of 'sweep', which runs on "
            "CPU\n  Region sweep ghost * SYSMEM;\n                       ^\nfix: insert ', FBMEM'\nhint: GPU "
            "processors of the machine 'round' see ZCMEM, FBMEM\n");
  // The order in which a task takes kinds that no statement speaks of is a list as well.
  EXPECT_EQ(checked("Region sweep * * SYSMEM;").first, "CPU");
  // A list for GPUs alone says nothing of CPUs.
  EXPECT_EQ(checked("Region sweep ghost GPU SYSMEM;").first, "CPU");
  EXPECT_EQ(checked("Task sweep CPU, GPU;\nRegion sweep * * FBMEM;").first, "GPU");
  // Every argument counts: of two lists no kind sees both.
  const Elaboration refused = one.check("Task * GPU, CPU;\nRegion sweep 0 * FBMEM;\nRegion sweep 1 * SYSMEM;\n");
  EXPECT_EQ(refused.diagnostics.errors(), 1U);
  EXPECT_FALSE(refused.made);
  // A layout makes no other kind of it.
  EXPECT_EQ(one.check("Task * GPU, CPU;\nLayout sweep * * C_order;").diagnostics.errors(), 1U);
}

TEST(Elaborate, TakesTheFirstMemoryThatIsSeen) {
  const MappingCase one(small_program(), round_machine(2));
  const auto memory = [&](const std::string& text, std::uint32_t launch, std::size_t index) {
    return to_string(one.argument(one.elaborate(text).plan, launch, index).memory);
  };
  EXPECT_EQ(memory("Region * * * SYSMEM, ZCMEM;", Small::sweep, 0), "ZCMEM 0 of node 0"); // GPUs do not see SYSMEM
  EXPECT_EQ(memory("Region * * * RDMEM, FBMEM, SYSMEM; Region * ghost GPU ZCMEM;", Small::sweep, 1),
            "ZCMEM 0 of node 0");
  EXPECT_EQ(memory("Region sweep 1 * ZCMEM;", Small::sweep, 1), "ZCMEM 0 of node 0");
  EXPECT_EQ(memory("Region sweep 1 * ZCMEM;", Small::sweep, 0), "FBMEM 0 of node 0");
  EXPECT_EQ(memory("Region * grid * ZCMEM; Region sweep * * FBMEM;", Small::sweep, 0), "FBMEM 0 of node 0");
  EXPECT_EQ(memory("Region * grid * ZCMEM; Region * tile GPU FBMEM;", Small::sweep, 0), "FBMEM 0 of node 0");
  EXPECT_EQ(memory("Region * grid * ZCMEM; Region * tile CPU SYSMEM;", Small::sweep, 0), "ZCMEM 0 of node 0");
  // Lists are joined: what none sees is passed over.
  EXPECT_EQ(memory("Region sweep tile GPU SYSMEM; Region * * * ZCMEM;", Small::sweep, 0), "ZCMEM 0 of node 0");
  const Elaborated made = one.elaborate("m = Machine(GPU); def f(Task t) { return m[1, 2]; } IndexTaskMap sweep f;");
  EXPECT_EQ(to_string(one.argument(made.plan, Small::sweep, 0).memory), "FBMEM 2 of node 1");
}

TEST(Elaborate, TakesTheLayoutOfTheStatementOrTheVariant) {
  const MappingCase one(small_program(), round_machine());
  const auto layout = [&](const std::string& text, std::uint32_t launch) {
    return to_string(one.argument(one.elaborate(text).plan, launch, 0).layout);
  };
  EXPECT_EQ(layout("Layout * * * AOS F_order Align==64;", Small::sweep), "AOS F_order Align==64");
  EXPECT_EQ(layout("Layout * * * AOS F_order Align==64 Compact Exact;", Small::pair),
            "AOS F_order Align==64 Compact Exact");
  EXPECT_EQ(layout("Layout sweep tile ZCMEM AOS; Layout sweep tile * SOA;", Small::sweep), "SOA F_order");
  EXPECT_EQ(layout("Layout * * * C_order; Layout sweep * * AOS;", Small::sweep), "AOS F_order"); // not joined
}

TEST(Elaborate, AlignmentsSuitStatementAndVariantWherePossible) {
  using language::BinaryOperator;
  const auto holds = [](std::int64_t a, BinaryOperator comparison, std::int64_t b) {
    switch (comparison) {
    case BinaryOperator::less:
      return a < b;
    case BinaryOperator::less_equal:
      return a <= b;
    case BinaryOperator::greater:
      return a > b;
    case BinaryOperator::greater_equal:
      return a >= b;
    case BinaryOperator::not_equal:
      return a != b;
    default:
      return a == b;
    }
  };
  for (const BinaryOperator comparison :
       {BinaryOperator::less, BinaryOperator::less_equal, BinaryOperator::greater, BinaryOperator::greater_equal,
        BinaryOperator::equal, BinaryOperator::not_equal}) {
    for (std::int64_t bytes = 1; bytes <= 40; ++bytes) {
      for (std::uint32_t needed = 0; needed <= 20; ++needed) {
        const LayoutNeed need{{}, {}, needed};
        language::LayoutChoice choice;
        choice.alignment = language::LayoutChoice::Alignment{comparison, bytes};
        bool possible = needed == 0;
        for (std::uint32_t a = 1; a <= 200 && !possible; ++a) {
          possible = holds(a, comparison, bytes) && a % needed == 0;
        }
        const DataLayout chosen = layout_chosen(choice, need);
        EXPECT_EQ(satisfies(chosen, need), possible) << to_string(comparison) << bytes << " for " << needed;
        if (possible && chosen.alignment != 0) {
          EXPECT_TRUE(holds(chosen.alignment, comparison, bytes))
              << to_string(comparison) << bytes << " for " << needed;
        }
      }
    }
  }
}

TEST(Elaborate, LimitsAndCollections) {
  const MappingCase one(small_program(), round_machine());
  const Elaborated made = one.elaborate("InstanceLimit cell 3; InstanceLimit sweep 99999999999; CollectMemory * ghost; "
                                        "CollectMemory sweep 0; CollectMemory report *;");
  const auto limit = [&](std::uint32_t launch) { return made.plan.limits[one.program.launches[launch].kind]; };
  EXPECT_EQ(limit(Small::pair), 3U);
  EXPECT_EQ(limit(Small::sweep), UINT32_MAX);
  EXPECT_EQ(limit(Small::row), 0U);
  EXPECT_TRUE(one.argument(made.plan, Small::sweep, 1).collect);
  EXPECT_FALSE(one.argument(made.plan, Small::sweep, 0).collect) << "it is written";
  EXPECT_TRUE(one.argument(made.plan, Small::report, 0).collect);
}

TEST(Elaborate, MapsIndexLaunchesByTheirFunction) {
  const MappingCase two(small_program(), round_machine(2));
  const Elaborated made = two.elaborate("m = Machine(GPU).merge(0, 1);\n"
                                        "def back(Task t) { return m[t.ispace[0] - 1 - t.ipoint[0]]; }\n"
                                        "IndexTaskMap GPU back;\n");
  EXPECT_EQ(two.processors(made.plan, Small::sweep),
            "GPU 1.3, GPU 1.2, GPU 1.1, GPU 1.0, GPU 0.3, GPU 0.2, GPU 0.1, GPU 0.0");
  EXPECT_EQ(two.processors(made.plan, Small::pair), // the same in each row, on the node of the row
            "GPU 0.1, GPU 0.0, GPU 0.1, GPU 0.0, GPU 1.1, GPU 1.0, GPU 1.1, GPU 1.0");
  EXPECT_EQ(two.processors(made.plan, Small::row), "CPU 0.0, CPU 0.1, CPU 1.0, CPU 1.1");
}

TEST(Elaborate, TasksThatMayRunAnywhereTakeTheLeastLoaded) {
  const MappingCase two(small_program(), round_machine(2));
  const Elaborated made = two.elaborate("m = Machine(GPU);\n"
                                        "def first(Task t) { return m[0, 0]; }\n"
                                        "def any(Task t) { return m[t.ipoint[0] % 2, *]; }\n"
                                        "IndexTaskMap sweep any;\nIndexTaskMap cell any;\nSingleTaskMap cell first;\n");
  EXPECT_EQ(two.processors(made.plan, Small::sweep),
            "GPU 0.0, GPU 1.0, GPU 0.1, GPU 1.1, GPU 0.2, GPU 1.2, GPU 0.3, GPU 1.3");
  EXPECT_EQ(two.processors(made.plan, Small::pair), // on the nodes of their rows
            "GPU 0.0, GPU 0.1, GPU 0.2, GPU 0.3, GPU 1.0, GPU 1.1, GPU 1.2, GPU 1.3");
}

TEST(Elaborate, SingleTasksSeeTheirParents) {
  const MappingCase two(small_program(), round_machine(2));
  const std::string spaces = "c = Machine(CPU); g = Machine(GPU);\n";
  const auto placed = [&](const std::string& body) {
    return two.processors(two.elaborate(spaces + "def rows(Task t) { return c[t.ipoint[0] % 2, t.ipoint[0] / 2]; }\n" +
                                        "def f(Task t) { return " + body +
                                        "; }\nIndexTaskMap row rows;\nSingleTaskMap GPU f;\n")
                              .plan,
                          Small::last);
  };
  EXPECT_EQ(placed("g[*t.parent.processor(g)]"), "GPU 0.0, GPU 1.0, GPU 0.1, GPU 1.1");
  EXPECT_EQ(placed("g[*t.processor(g)]"), "GPU 0.0, GPU 1.0, GPU 0.0, GPU 1.0"); // the first of the parent's node
  EXPECT_EQ(placed("g[t.parent.ipoint[0] % 2, t.parent.ispace[0] - 1]"), "GPU 0.3, GPU 1.3, GPU 0.3, GPU 1.3");
  EXPECT_EQ(placed("g[t.parent.parent.processor(c)[0], 3]"), "GPU 0.3, GPU 0.3, GPU 0.3, GPU 0.3");
  // A task of the program itself has the program as its parent, on the first processor.
  EXPECT_EQ(
      two.processors(two.elaborate(spaces + "def f(Task t) { x = t.parent.processor(c); return c[x[0] + 1, x[1]]; "
                                            "}\nSingleTaskMap report f;\n")
                         .plan,
                     Small::report),
      "CPU 1.0");
}

TEST(Elaborate, DecisionsNameTheirStatements) {
  const MappingCase one(small_program(), round_machine());
  const std::string text = "Task * CPU;\n"
                           "Task sweep GPU;\n"
                           "Region * * GPU ZCMEM;\n"
                           "Layout sweep ghost * SOA;\n"
                           "CollectMemory sweep ghost;\n"
                           "InstanceLimit sweep 2;\n"
                           "def f(Task t) { return Machine(GPU)[0, 0]; }\n"
                           "IndexTaskMap sweep f;\n";
  const Elaborated made = one.elaborate(text);
  const auto line = [&](const Origin& origin) { return origin_text({text, "M"}, origin); };
  EXPECT_EQ(line(made.origins[Small::report].kind), "line 1");
  EXPECT_EQ(line(made.origins[Small::sweep].kind), "line 2");
  EXPECT_EQ(line(made.origins[Small::sweep].arguments[0].memory), "line 3");
  EXPECT_EQ(line(made.origins[Small::sweep].arguments[0].layout), "by default");
  EXPECT_EQ(line(made.origins[Small::sweep].arguments[1].layout), "line 4");
  EXPECT_EQ(line(made.origins[Small::sweep].arguments[1].collect), "line 5");
  EXPECT_EQ(line(made.origins[Small::sweep].limit), "line 6");
  EXPECT_EQ(line(made.origins[Small::sweep].placement), "line 8");
  EXPECT_EQ(line(made.origins[Small::report].placement), "by default");
}

TEST(Elaborate, NodesOfLaunchesInsideTasksDoNotCount) {
  const MappingCase two(small_program(), round_machine(2));
  const auto said = [&](const std::string& index) {
    const std::string text = "def f(Task t) { return Machine(GPU)[" + index + "]; }\nIndexTaskMap cell f;\n";
    const Elaboration elaboration = two.check(text);
    EXPECT_EQ(elaboration.diagnostics.errors(), 0U);
    return diagnostics_text(elaboration, text);
  };
  // Rows 0 and 1 run on node 0: their cells with c = 1 are given node 1.
  EXPECT_EQ(said("t.ipoint[0], 0"),
            "M:2:1: warning: the node that 'f' gives does not count: pair (1) of row (0) (and 1 more) stays on node 0, "
            "that of the task it is in\n  IndexTaskMap cell f;\n  ^\nhint: a launch inside a task stays on the node "
            "of that task; a function of its own that gives node 0, as in m[0, i], says so\n");
  EXPECT_EQ(said("0, t.ipoint[0]"), "");
  EXPECT_EQ(said("*, t.ipoint[0]"), "") << "any node may be that of the parent";
  EXPECT_NE(said("1, t.ipoint[0]"), "");
}

TEST(Elaborate, WhatMapsOfSingleTasksPrintIsKept) {
  const MappingCase two(small_program(), round_machine(2));
  const auto printed = [&](const std::string& lines) {
    return two
        .check("c = Machine(CPU);\ndef rows(Task t) { return c[t.ipoint[0] / 2, t.ipoint[0] % 2]; }\nIndexTaskMap row "
               "rows;\n"
               "def f(Task t) { " +
               lines + " return Machine(GPU)[0, 0]; }\nSingleTaskMap cell f;\n")
        .printed;
  };
  EXPECT_EQ(printed("print(\"core {}\", t.parent.processor(c)[1]);"),
            (std::vector<std::string>{"core 0", "core 1", "core 0", "core 1"}));
  std::string many; // no launch prints more than one evaluation may
  for (int i = 0; i < 400; ++i) {
    many += "print(\"line\");";
  }
  EXPECT_EQ(printed(many).size(), 1000U);
}

TEST(Elaborate, WhatMappersPrintIsKept) {
  const MappingCase one(small_program(), round_machine());
  const Elaboration elaboration = one.check("m = Machine(CPU);\nprint(\"{} nodes\", m.size[0]);\n"
                                            "def f(Task t) { print(\"row {}\", t.ipoint[0]); return m[0, 0]; }\n"
                                            "IndexTaskMap row f;\n");
  EXPECT_EQ(elaboration.printed, (std::vector<std::string>{"1 nodes", "row 0", "row 1", "row 2", "row 3"}));
}

TEST(Elaborate, RefusesAMapperOfAnotherMachine) {
  const MappingCase one(small_program(), round_machine());
  const auto mapper = sure(language::Mapper::make({"Task * CPU;", "M"}, shape_of(round_machine(2))));
  EXPECT_THROW((void)check_on(mapper, one.program, one.graph, one.machine), std::logic_error);
}

} // namespace
} // namespace mapwright::mapper
