// Drawings of task graphs: small ones to the letter, and which edges carry data.
#include "mapper/random_programs.hpp"
#include "mapper/simulate/scene.hpp"
#include "mapper/trace/graphviz.hpp"

#include <rapidcheck/gtest.h>

namespace mapwright::mapper {
namespace {

TEST(Graphviz, DrawsTasksWhereTheyRun) {
  const Scene scene({{"W", gpu(0), device(0)},
                     {"R", gpu(1), device(1), "half1"},
                     {"RW", gpu(0), device(0)},
                     {"W", gpu(1), device(1)}});
  EXPECT_EQ(sure(graphviz(scene.program, scene.graph, scene.plan)), R"dot(digraph "scene" {
  rankdir=LR;
  node [shape=box];
  subgraph cluster_0 {
    label="GPU 0 of node 0";
    t0 [label="t0"];
    t2 [label="t2"];
  }
  subgraph cluster_1 {
    label="GPU 1 of node 0";
    t1 [label="t1"];
    t3 [label="t3"];
  }
  t0 -> t1 [label="half (1) of r, 50 B"];
  t0 -> t2 [label="r, 100 B"];
  t1 -> t2 [style=dotted];
  t2 -> t3 [style=dotted];
}
)dot");
}

TEST(Graphviz, DrawsBoxesForNodes) {
  const Scene scene({{"W", gpu(0), device(0)}, {"R", gpu(1), device(1)}, {"R", gpu(0, 1), device(0, 1)}});
  const std::string drawn = sure(graphviz(scene.program, scene.graph, scene.plan, {true}));
  EXPECT_NE(drawn.find("label=\"node 0\";\n    t0 [label=\"t0\"];\n    t1 [label=\"t1\"];\n  }"), std::string::npos);
  EXPECT_NE(drawn.find("label=\"node 1\";\n    t2 [label=\"t2\"];\n  }"), std::string::npos);
}

TEST(Graphviz, NumbersTheTripsOfLoopsAndDashesLaunches) {
  ProgramBuilder b("nested");
  b.region({"r", {"4"}, {"x:1"}});
  b.kind({"outer", {}, {{ProcessorKind::cpu}}});
  b.kind({"inner", {{"a"}}, {{ProcessorKind::cpu}}});
  b.loop({"time", "t", "2"});
  b.launch({"", "outer", {}, {}, {}, "time"});
  b.launch({"", "inner", {}, {}, {{"r", {}, "RW"}}, "outer"});
  const Program program = sure(b.build());
  const TaskGraph graph = sure(expand(program));
  const std::string drawn = sure(graphviz(program, graph, blank_plan(program, graph)));
  EXPECT_NE(drawn.find("t1 [label=\"inner of outer, run 1\"]"), std::string::npos) << drawn;
  EXPECT_NE(drawn.find("t3 [label=\"inner of outer, run 2\"]"), std::string::npos) << drawn;
  EXPECT_NE(drawn.find("t0 -> t1 [style=dashed];"), std::string::npos);
  EXPECT_NE(drawn.find("t1 -> t3 [label=\"r, 4 B\"];"), std::string::npos);
}

TEST(Graphviz, RefusesWhatIsTooLarge) {
  const Program program = stencil_program(8, 4, 1, 10);
  const TaskGraph graph = sure(expand(program));
  const auto drawn = graphviz(program, graph, blank_plan(program, graph), {false, 100, 2000});
  ASSERT_FALSE(drawn.has_value());
  EXPECT_EQ(drawn.error().message,
            fmt::format("the task graph has 168 tasks and {} edges; up to 100 and 2000 are drawn",
                        graph.predecessors.size()));
  EXPECT_EQ(drawn.error().hint, "draw a smaller size of the program, or fewer trips of its loops");
  EXPECT_FALSE(graphviz(program, graph, blank_plan(program, graph), {false, 1000, 10}).has_value());
  EXPECT_TRUE(graphviz(program, graph, blank_plan(program, graph)).has_value());
}

RC_GTEST_PROP(GraphvizRandom, EveryTaskHasOneBox, ()) {
  const Program program = random_program();
  const TaskGraph graph = sure(expand(program));
  const Plan plan = random_plan(program, graph, 2);
  const std::string drawn = sure(graphviz(program, graph, plan));
  const auto count = [&drawn](const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = drawn.find(part); at != std::string::npos; at = drawn.find(part, at + 1)) {
      ++found;
    }
    return found;
  };
  for (std::size_t task = 0; task < graph.tasks.size(); ++task) {
    RC_ASSERT(count(fmt::format("    t{} [label=", task)) == 1U);
  }
  RC_ASSERT(count("{") == count("}"));
}

} // namespace
} // namespace mapwright::mapper
