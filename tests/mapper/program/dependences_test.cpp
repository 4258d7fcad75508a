// Dependences: against all pairs of accesses, and in small cases by hand.
#include "mapper/random_programs.hpp"
#include "reference/mapper_dependences.hpp"

#include <rapidcheck/gtest.h>

namespace mapwright::mapper {
namespace {

using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// All edges (earlier, later) of the graph between tasks, each once, sorted.
Edges edges_of(const TaskGraph& graph) {
  Edges edges;
  for (std::uint32_t access = 0; access < graph.accesses.size(); ++access) {
    for (const std::uint32_t earlier : graph.predecessors_of(access)) {
      edges.emplace_back(earlier, graph.accesses[access].task);
    }
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

RC_GTEST_PROP(Dependences, AreThoseOfAllPairs, ()) {
  const Program program = random_program();
  const TaskGraph graph = sure(expand(program));
  const auto expected = reference::closure(graph.tasks.size(), reference::conflicts(program, graph));
  const auto found = reference::closure(graph.tasks.size(), edges_of(graph));
  RC_ASSERT(found == expected);
}

RC_GTEST_PROP(Dependences, EachArgumentWaitsForItsOwnData, ()) {
  const Program program = random_program();
  const TaskGraph graph = sure(expand(program));
  const auto reach = reference::closure(graph.tasks.size(), edges_of(graph));
  for (std::uint32_t index = 0; index < graph.accesses.size(); ++index) {
    const Access& access = graph.accesses[index];
    const auto before = graph.predecessors_of(index);
    for (const Access& other : graph.accesses) {
      if (other.task >= access.task || reference::commute(other, access) ||
          !reference::meet(program, graph.views[other.view], graph.views[access.view])) {
        continue;
      }
      const bool waits = std::any_of(before.begin(), before.end(),
                                     [&](std::uint32_t task) { return task == other.task || reach[task][other.task]; });
      RC_ASSERT(waits);
    }
  }
}

TEST(Dependences, TwoArgumentsForTheSameDataBothWait) {
  ProgramBuilder b("both");
  b.region({"r", {"8"}, {"x:8"}});
  b.kind({"w", {{"a"}}, {{}}});
  b.kind({"t", {{"a"}, {"b"}}, {{}}});
  b.launch({"", "w", {}, {}, {{"r", {}, "W"}}});
  b.launch({"", "t", {}, {}, {{"r", {}, "R"}, {"r", {}, "R"}}});
  const TaskGraph graph = sure(expand(sure(b.build())));
  for (const std::uint32_t access : {1U, 2U}) {
    ASSERT_EQ(graph.predecessors_of(access).size(), 1U);
    EXPECT_EQ(graph.predecessors_of(access).front(), 0U);
  }
}

RC_GTEST_PROP(Dependences, AtomsMakeUpTheirViews, ()) {
  const Program program = random_program();
  const TaskGraph graph = sure(expand(program));
  for (std::uint32_t a = 0; a < graph.views.size(); ++a) {
    std::uint64_t bytes = 0;
    for (const std::uint32_t atom : graph.atoms_of(a)) {
      bytes += graph.atoms[atom].bytes;
    }
    RC_ASSERT(bytes == graph.views[a].bytes);
    for (std::uint32_t b = 0; b < graph.views.size(); ++b) {
      bool share = false;
      for (const std::uint32_t atom : graph.atoms_of(a)) {
        const auto others = graph.atoms_of(b);
        share = share || std::find(others.begin(), others.end(), atom) != others.end();
      }
      RC_ASSERT(share == reference::meet(program, graph.views[a], graph.views[b]));
    }
  }
}

/// The edges of single tasks on one region of ten elements, with these privileges in order.
Edges edges_for(const std::vector<std::string>& privileges) {
  ProgramBuilder b("chain");
  b.region({"r", {"10"}, {"x:8"}});
  b.kind({"t", {{"a"}}, {{}}});
  for (std::size_t i = 0; i < privileges.size(); ++i) {
    b.launch({fmt::format("t{}", i), "t", {}, {}, {{"r", {}, privileges[i]}}});
  }
  const Program program = sure(b.build());
  return edges_of(sure(expand(program)));
}

TEST(Dependences, ReadsDoNotWaitForReads) {
  EXPECT_EQ(edges_for({"W", "R", "R", "W"}), (Edges{{0, 1}, {0, 2}, {1, 3}, {2, 3}}));
}

TEST(Dependences, ReductionsOfOneOperatorCommute) {
  EXPECT_EQ(edges_for({"W", "reduce(+)", "reduce(+)", "R"}), (Edges{{0, 1}, {0, 2}, {1, 3}, {2, 3}}));
  EXPECT_EQ(edges_for({"reduce(+)", "reduce(*)", "reduce(*)"}), (Edges{{0, 1}, {0, 2}}));
  EXPECT_EQ(edges_for({"R", "reduce(min)", "reduce(min)", "reduce(max)"}), (Edges{{0, 1}, {0, 2}, {1, 3}, {2, 3}}));
}

TEST(Dependences, EachWriteFollowsTheLastOnly) {
  EXPECT_EQ(edges_for({"W", "W", "RW", "W"}), (Edges{{0, 1}, {1, 2}, {2, 3}}));
}

TEST(Dependences, AllShortSequencesOnOverlappingSets) {
  const std::vector<std::string> privileges{"R", "W", "RW", "reduce(+)", "reduce(*)"};
  const std::vector<std::string> colours{"0", "1"}; // [0, 6) and [4, 10)
  const std::size_t choices = privileges.size() * colours.size();
  constexpr std::size_t length = 3;
  for (std::size_t code = 0; code < choices * choices * choices; ++code) {
    ProgramBuilder b("short");
    b.region({"r", {"10"}, {"x:8"}});
    b.sets({"s", "r", {"2"}, {{{1, {0}, {6}}}, {{1, {4}, {10}}}}});
    b.kind({"t", {{"a"}}, {{}}});
    std::size_t rest = code;
    for (std::size_t i = 0; i < length; ++i, rest /= choices) {
      const std::string& colour = colours[rest % choices / privileges.size()];
      b.launch({fmt::format("t{}", i), "t", {}, {}, {{"s", {colour}, privileges[rest % privileges.size()]}}});
    }
    const Program program = sure(b.build());
    const TaskGraph graph = sure(expand(program));
    ASSERT_EQ(reference::closure(length, edges_of(graph)),
              reference::closure(length, reference::conflicts(program, graph)))
        << code;
  }
}

TEST(Dependences, OtherFieldsAndPointsAreFree) {
  ProgramBuilder b("free");
  b.region({"r", {"10"}, {"x:8", "y:8"}});
  b.blocks({"halves", "r", {"2"}});
  b.kind({"t", {{"a"}}, {{}}});
  b.launch({"x", "t", {"2"}, {"i"}, {{"halves", {"i"}, "RW", {"x"}}}});
  b.launch({"y", "t", {"2"}, {"i"}, {{"halves", {"i"}, "RW", {"y"}}}});
  b.launch({"both", "t", {}, {}, {{"halves", {"1"}, "RW"}}});
  const Program program = sure(b.build());
  EXPECT_EQ(edges_of(sure(expand(program))), (Edges{{1, 4}, {3, 4}}));
}

TEST(Dependences, TasksThatLaunchOthersTouchNothingThemselves) {
  ProgramBuilder b("nested");
  b.region({"r", {"8"}, {"x:8"}});
  b.blocks({"halves", "r", {"2"}});
  b.blocks({"quarters", "r", {"4"}});
  b.kind({"outer", {{"a"}}, {{}}});
  b.kind({"inner", {{"a"}}, {{}}});
  b.launch({"", "outer", {"2"}, {"i"}, {{"halves", {"i"}, "RW"}}});
  b.launch({"", "inner", {"2"}, {"j"}, {{"quarters", {"2*i + j"}, "RW"}}, "outer"});
  b.launch({"after", "inner", {}, {}, {{"halves", {"0"}, "R"}}});
  const Program program = sure(b.build());
  const TaskGraph graph = sure(expand(program));
  ASSERT_EQ(graph.tasks.size(), 7U); // outer 0, its two, outer 1, its two, after
  EXPECT_EQ(edges_of(graph), (Edges{{1, 6}, {2, 6}}));
  EXPECT_EQ(graph.tasks[4].parent, 3U);
  EXPECT_EQ(graph.tasks[3].children, 2U);
  EXPECT_EQ(name_of_slot(program, graph, graph.tasks[5].slot), "inner (1) of outer (1)");
  EXPECT_EQ(name_of_view(program, graph.views[graph.accesses[3].view]), "quarters (3) of r");
}

TEST(Dependences, TripsOfLoopsShareSlots) {
  const Program program = stencil_program(4, 10, 1, 3);
  const TaskGraph graph = sure(expand(program));
  EXPECT_EQ(graph.tasks.size(), 4U + 3 * 8);
  EXPECT_EQ(graph.slots.size(), 12U);
  EXPECT_EQ(graph.tasks[4].slot, graph.tasks[12].slot);
}

TEST(Dependences, ArgumentsOfOneTaskMustNotMeet) {
  ProgramBuilder b("meet");
  b.region({"r", {"8"}, {"x:8"}});
  b.blocks({"halves", "r", {"2"}});
  b.kind({"t", {{"a"}, {"b"}}, {{}}});
  b.launch({"", "t", {"2"}, {"i"}, {{"halves", {"i"}, "W"}, {"halves", {"1"}, "R"}}});
  const auto graph = expand(sure(b.build()));
  ASSERT_FALSE(graph);
  EXPECT_EQ(graph.error().format(),
            "error: t (1): arguments 'a' and 'b' touch the same data, and one of them changes it\n"
            "hint: hand the common part over once, or cut the partitions so that they do not meet");
}

TEST(Dependences, ColoursMustExist) {
  ProgramBuilder b("far");
  b.region({"r", {"8"}, {"x:8"}});
  b.blocks({"halves", "r", {"2"}});
  b.kind({"t", {{"a"}}, {{}}});
  b.launch({"", "t", {"2"}, {"i"}, {{"halves", {"i + 1"}, "R"}}});
  EXPECT_EQ(expand(sure(b.build())).error().message,
            "t (1): argument 'a' asks for colour (2) of 'halves', whose colours are (0)..(1)");
}

TEST(Dependences, CostsFollowTheShapes) {
  ProgramBuilder b("costs");
  b.size("k", 7);
  b.region({"r", {"10", "4"}, {"x:8"}});
  b.blocks({"rows", "r", {"3", "1"}});
  b.kind({"t", {{"a"}, {"b", "k*b_0"}}, {{}}, "2*a_0*a_1*k"});
  b.region({"s", {"5"}, {"y:4"}});
  b.launch({"", "t", {"3"}, {"i"}, {{"rows", {"i", "0"}, "RW"}, {"s", {}, "R"}}});
  const TaskGraph graph = sure(expand(sure(b.build())));
  EXPECT_EQ(graph.tasks[0].flops, 2 * 4 * 4 * 7); // blocks of ceil(10/3) rows
  EXPECT_EQ(graph.tasks[2].flops, 2 * 2 * 4 * 7); // the last one clipped
  EXPECT_EQ(graph.accesses[0].bytes, 16 * 8 * 2); // read and written
  EXPECT_EQ(graph.accesses[1].bytes, 7 * 5);
}

} // namespace
} // namespace mapwright::mapper
