// Values of expressions and functions, and the errors of evaluation with their places.
#include "mapper/language/mapper.hpp"

#include <string>

#include <gtest/gtest.h>

namespace mapwright::mapper::language {
namespace {

/// 2 nodes with 8 CPUs and 4 GPUs each.
MachineShape small_machine() {
  MachineShape shape;
  shape.nodes = 2;
  shape.processors[static_cast<std::size_t>(ProcessorKind::cpu)] = 8;
  shape.processors[static_cast<std::size_t>(ProcessorKind::gpu)] = 4;
  return shape;
}

/// What `print("{}", expression)` prints after `before`, or "line:column: message".
std::string printed(const std::string& expression, const std::string& before = "") {
  const auto mapper = Mapper::make({before + "print(\"{}\", " + expression + ");", "M"}, small_machine());
  if (!mapper) {
    const Error& error = mapper.error();
    return std::to_string(error.where->line) + ":" + std::to_string(error.where->column) + ": " + error.message;
  }
  return mapper->printed().empty() ? "" : mapper->printed().back();
}

TEST(MapperEvaluator, ComputesExpressions) {
  const struct {
    const char* expression;
    const char* value;
  } cases[] = {
      {"1 + 2 * 3 - 4", "3"},
      {"-7 / 2", "-3"},
      {"-7 % 2", "-1"},
      {"7 / -2", "-3"},
      {"7 % -2", "1"},
      {"2 - 3 - 4", "-5"},
      {"-(3)", "-3"},
      {"(1, 2) * (3, 4) + (1, 1)", "(4, 9)"},
      {"(7, 8) / (2, 3)", "(3, 2)"},
      {"-(1, 2)", "(-1, -2)"},
      {"1 < 2 && 2 <= 2", "True"},
      {"1 > 2 || 3 != 4", "True"},
      {"True == False", "False"},
      {"True != False", "True"},
      {"1 < 2 ? 3 : 1 / 0", "3"},
      {"False && 1 / 0 == 1", "False"},
      {"True || 1 / 0 == 1", "True"},
      {"(5, 6, 7)[0]", "5"},
      {"(5, 6, 7)[-1]", "7"},
      {"(5, 6, 7)[:-1]", "(5, 6)"},
      {"(5, 6, 7)[1:]", "(6, 7)"},
      {"(5, 6, 7)[0:2]", "(5, 6)"},
      {"(5, 6)[0:2]", "(5, 6)"},
      {"(5, 6)[0:0]", "(5, 6)"}, // an end of 0 counts from the end
      {"(5, 6, 7)[-2:]", "(6, 7)"},
      {"(5, 6, 7)[2:1]", "()"},
      {"(5, 6, 7).len", "3"},
      {"(5, 6, 7).volume", "210"},
      {"(5, 6, 7).size", "(5, 6, 7)"},
      {"(*(1, 2), 3, *(4, 5))", "(1, 2, 3, 4, 5)"},
      {"tuple(i * i for i in (1, 2, 3))", "(1, 4, 9)"},
      {"tuple(tuple(i + j for j in (10, 20))[1] for i in (1, 2))", "(21, 22)"},
      {"Machine(GPU)", "space (2, 4)"},
      {"Machine(CPU).size", "(2, 8)"},
      {"Machine(CPU)[:]", "(2, 8)"},
      {"Machine(CPU)[1:]", "(8)"},
      {"Machine(CPU).volume", "16"},
      {"Machine(CPU).len", "2"},
      {"Machine(CPU).split(1, 4)", "space (2, 4, 2)"},
      {"Machine(CPU).merge(0, 1)", "space (16)"},
      {"Machine(CPU).swap(0, 1)", "space (8, 2)"},
      {"Machine(CPU).slice(1, 2, 5)", "space (2, 4)"},
      {"Machine(CPU).reverse(0)", "space (2, 8)"},
      {"Machine(CPU).balance_split(1, 2)", "space (2, 4, 2)"},
      {"Machine(CPU).auto_split(1, (1, 16))", "space (2, 1, 8)"},
      {"Machine(CPU).greedy_split(1, (9, 3))", "space (2, 4, 2)"},
      {"Machine(GPU)[1, 2]", "node 1 processor 2"},
      {"Machine(GPU).split(1, 2)[1, 1, 1]", "node 1 processor 3"},
      {"Machine(GPU).merge(0, 1)[5]", "node 1 processor 1"},
      {"Machine(GPU)[1, *]", "node 1 processor 0, node 1 processor 1, node 1 processor 2, node 1 processor 3"},
      {"Machine(GPU).reverse(1)[0, *]",
       "node 0 processor 3, node 0 processor 2, node 0 processor 1, node 0 processor 0"},
      {"Machine(GPU)[*(1, 2)]", "node 1 processor 2"},
      {"Machine(GPU)[0, 0].has(FBMEM)", "True"},
      {"Machine(GPU)[0, 0].has(SYSMEM)", "False"},
      {"Machine(CPU).has(SYSMEM)", "True"},
      {"9223372036854775807", "9223372036854775807"},
      {"-9223372036854775807 - 1", "-9223372036854775808"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(printed(c.expression), c.value) << c.expression;
  }
}

TEST(MapperEvaluator, CallsFunctions) {
  EXPECT_EQ(printed("f(2, (3, 4))", "def f(int a, tuple b) { c = b[0]; c = 100; return a * c + g; c = 1; } g = 5;\n"),
            "11");
  EXPECT_EQ(printed("twice(twice(3))", "def twice(int a) { return 2 * a; }\n"), "12");
  EXPECT_EQ(printed("fact(10)", "def fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }\n"), "3628800");
  EXPECT_EQ(printed("both(True, 1 < 2)", "def both(bool a, bool b) { return a && b; }\n"), "True");
  EXPECT_EQ(printed("wide(Machine(CPU))", "def wide(MSpace m) { return m.size[1]; }\n"), "8");
  EXPECT_EQ(printed("hides(7)", "x = 1;\ndef hides(int x) { return x; }\n"), "7");
}

TEST(MapperEvaluator, PrintsValuesInPlace) {
  const auto mapper = Mapper::make({"print(\"a\"); print(\"{} and {}\", 1, True); print(\"n\", 2, (3, 4));\n"
                                    "def loud(int i) { print(\"i = {}\", i); return i; } x = loud(5);",
                                    "M"},
                                   small_machine());
  ASSERT_TRUE(mapper.has_value());
  EXPECT_EQ(mapper->printed(), (std::vector<std::string>{"a", "1 and True", "n 2 (3, 4)", "i = 5"}));
}

TEST(MapperEvaluator, StopsWithAnErrorAtThePlace) {
  const struct {
    const char* before;
    const char* expression;
    const char* error;
  } cases[] = {
      {"", "1 / 0", "1:13: division by zero"},
      {"", "1 % (2 - 2)", "1:13: division by zero"},
      {"", "9223372036854775807 + 1", "1:13: 9223372036854775807 + 1 does not fit 64 bits"},
      {"", "(-9223372036854775807 - 1) / -1", "1:13: -9223372036854775808 / -1 does not fit 64 bits"},
      {"", "3037000500 * 3037000500", "1:13: 3037000500 * 3037000500 does not fit 64 bits"},
      {"x = (1, 2);\n", "x[x[1]]", "2:15: index 2 of a tuple of 2 elements"},
      {"x = (1, 2);\n", "x[-3 + 0]", "2:15: index -3 of a tuple of 2 elements"},
      {"", "(1, 2)[0:3]", "1:22: end 3 of a slice of 2 elements"},
      {"", "Machine(OMP)", "1:13: the machine has no OMP processors"},
      {"m = Machine(GPU);\n", "m[0, 4]", "2:18: index 4 of dimension 1 is outside [0, 4)"},
      {"m = Machine(GPU);\n", "m[0, 0 - 1]", "2:18: index -1 of dimension 1 is outside [0, 4)"},
      {"m = Machine(GPU);\n", "m.split(1, 3)", "2:13: 3 does not divide dimension 1 of size 4"},
      {"m = Machine(GPU);\n", "m.slice(1, 2, 4)", "2:13: the slice 2 to 4 of dimension 1 of size 4"},
      {"m = Machine(GPU);\n", "m.auto_split(0, (0, 1))", "2:13: an extent of 0"},
      {"def f(int n) { return f(n + 1); }\n", "f(0)", "1:25: evaluation is more than 500 levels deep"},
      {"def f(int n) { return g(n); }\nx = f(1);\ng = 1;\n", "1", "1:23: there is no function 'g'"},
      {"def f(int n) { return n + late; }\nx = f(1);\nlate = 1;\n", "x", "1:27: 'late' has no value yet"},
      {"def t(int n) { return n == 0 ? (1, 1) : (*t(n - 1), *t(n - 1)); }\n", "t(20)",
       "1:53: a list of more than 4096 elements"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(printed(c.expression, c.before), c.error) << c.before << c.expression;
  }
}

TEST(MapperEvaluator, StopsWhatGrowsWithoutEnd) {
  const std::string stopped = printed("f(60)", "def f(int n) { return n == 0 ? 1 : f(n - 1) + f(n - 1); }\n");
  EXPECT_TRUE(stopped.starts_with("1:") && stopped.ends_with("evaluation takes more than 1000000 steps")) << stopped;
}

TEST(MapperEvaluator, GivesSingleTasksTheirParentsProcessor) {
  const auto mapper = Mapper::make({"g = Machine(GPU);\nm = g.merge(0, 1);\n"
                                    "def same(Task t) { return g[*t.parent.processor(g)]; }\n"
                                    "def next(Task t) { return m[(t.parent.processor(m)[0] + 1) % m.size[0]]; }\n"
                                    "def self(Task t) { return g[t.processor(g)[0], *]; }\n"
                                    "def point(Task t) { return g[t.ipoint[0], 0]; }\n",
                                    "M"},
                                   small_machine());
  ASSERT_TRUE(mapper.has_value()) << mapper.error().format();
  TaskView parent;
  parent.processor = space::ProcessorPoint{0, 3};
  TaskView task;
  task.processor = space::ProcessorPoint{1, 0};
  task.parent = &parent;
  using Points = std::vector<space::ProcessorPoint>;
  EXPECT_EQ(mapper->place_single("same", ProcessorKind::gpu, task)->processors, (Points{{0, 3}}));
  EXPECT_EQ(mapper->place_single("next", ProcessorKind::gpu, task)->processors, (Points{{1, 0}}));
  EXPECT_EQ(mapper->place_single("self", ProcessorKind::gpu, task)->processors,
            (Points{{1, 0}, {1, 1}, {1, 2}, {1, 3}}));
  EXPECT_EQ(mapper->place_single("point", ProcessorKind::gpu, task).error().message, "a single task has no 'ipoint'");
  EXPECT_EQ(mapper->place_single("same", ProcessorKind::cpu, task).error().message,
            "'same' returns GPU processors for a task that runs on CPU");
  EXPECT_EQ(mapper->place_single("none", ProcessorKind::gpu, task).error().message, "there is no function 'none'");
  const TaskView orphan;
  EXPECT_EQ(mapper->place_single("same", ProcessorKind::gpu, orphan).error().message, "this task has no 'parent'");
}

} // namespace
} // namespace mapwright::mapper::language
