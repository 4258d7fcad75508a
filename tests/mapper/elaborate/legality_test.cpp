// What is said of mappers that cannot run, or say more than they mean: tests/golden/mapper/legality.txt.
#include "mapper/elaborate/cases.hpp"

#include <algorithm>

namespace mapwright::mapper {
namespace {

/// Mappers for small_program on one node of the round machine, each with what is wrong in its first line.
const std::string unfit[] = {
    R"(# kinds that the machine or the task lacks
Task * CPU;
Task sweep OMP, IO;
Task report GPU;
Task row, cell OMP;
)",
    R"(# memories out of sight
Task * GPU, CPU;
Region * * GPU SYSMEM;
Region report * * FBMEM, VIRTUAL;
)",
    R"(# layouts
Layout sweep * * SOA C_order;
Layout * * * AOS;
)",
    R"(# a layout for all, and one that is looked up before
Layout * * * C_order Align<=16;
Layout sweep ghost * SOA Compact C_order;
)",
    R"(# points without a processor
m = Machine(GPU);
def f(Task t) {
  return m[0, t.ipoint[0] + 1];
}
def g(Task t) { return m[*t.ispace]; }
def h(Task t) { return m[t.ipoint[0] / 2, t.ipoint[0]]; }
IndexTaskMap sweep f;
IndexTaskMap cell g;
IndexTaskMap row h;
Task * GPU, CPU;
)",
    R"(# what % does not bring back
m = Machine(GPU);
def f(Task t) { return m[0, t.ipoint[0] - 1]; }
def g(Task t) { return m[1, t.ipoint[0] / t.ipoint[0]]; }
IndexTaskMap sweep f;
IndexTaskMap cell g;
)",
    R"(# unpacked indices, and both of two
m = Machine(GPU);
def f(Task t) { x = (t.ipoint[0], t.ipoint[0]); return m[*x]; }
def g(Task t) { return m[t.ipoint[0], t.ipoint[0] * 4]; }
IndexTaskMap sweep f;
IndexTaskMap cell g;
)",
    R"(# processors of another kind
Task sweep CPU;
def f(Task t) { return Machine(GPU)[0, 0]; }
IndexTaskMap sweep f;
)",
    R"(# single tasks
Task * CPU;
g = Machine(CPU);
def f(Task t) { return g[0, t.parent.processor(g)[1] + 1]; }
SingleTaskMap CPU f;
)",
    R"(# a variable that has no value on this machine
x = Machine(OMP);
Task nothing CPU;
)",
    R"(# names that the program does not have
Task sweap GPU;
Region sweep gost * FBMEM;
Region cell tile * FBMEM;
Region sweep 2 * FBMEM;
Layout * sum2 * SOA;
InstanceLimit idle 2;
InstanceLimit lost 2;
CollectMemory swep ghost;
)",
    R"(# names, with a function
def f(Task t) { return Machine(CPU)[0, 0]; }
IndexTaskMap sweeep, report f;
SingleTaskMap sweep f;
IndexTaskMap OMP f;
Task sweep CPU;
TaskSteal colums CPU SAME_NODE;
ControlReplicate rows;
)",
    R"(# statements that nothing asks
Task * CPU;
Region * * GPU FBMEM;
Region * * CPU SYSMEM;
Region sweep tile CPU ZCMEM;
Region sweep ghost CPU ZCMEM;
Region sweep * * SYSMEM;
Layout * * FBMEM AOS;
CollectMemory cell *;
)",
    R"(# every task has a statement
Task sweep, row, cell, report CPU;
Task * GPU;
)",
};

TEST(Legality, IsTheGoldenText) {
  const MappingCase one(small_program(), round_machine());
  std::string text;
  for (const std::string& mapper : unfit) {
    const Elaboration elaboration = one.check(mapper);
    text += mapper + "----\n" + diagnostics_text(elaboration, mapper) + "====\n";
    EXPECT_GT(elaboration.diagnostics.errors() + elaboration.diagnostics.warnings(), 0U) << mapper;
    EXPECT_EQ(elaboration.made.has_value(), elaboration.diagnostics.errors() == 0) << mapper;
  }
  expect_golden("legality.txt", text);
}

/// Tight memories, and what does not fit in them.
TEST(Legality, CapacityIsTheGoldenText) {
  // A tile of one field has 64 bytes, a field of the grid 512, the sides of all tiles 224; sums have 64.
  const struct {
    std::uint64_t device;
    std::uint64_t host;
    std::string mapper;
  } tight[] = {
      {60, 100'000, "# a tile does not fit\nRegion sweep tile GPU FBMEM;\n"},
      {70, 100'000, "# a tile fits, with its sides it does not\n"},
      {60, 60, "# nothing fits\nTask sweep CPU;\nRegion * * CPU SYSMEM, ZCMEM;\n"},
      {100'000, 600, "# what remains does not fit\nTask * CPU;\nRegion * * * SYSMEM;\n"},
      {100'000, 790, "# what is collected may fit\nTask * CPU;\nCollectMemory sweep ghost;\n"},
  };
  std::string text;
  for (const auto& each : tight) {
    const MappingCase one(small_program(), round_machine(1, each.device, each.host));
    const Elaboration elaboration = one.check(each.mapper);
    text += fmt::format("FBMEM {} B, SYSMEM and ZCMEM {} B\n{}----\n{}====\n", each.device, each.host, each.mapper,
                        diagnostics_text(elaboration, each.mapper));
  }
  expect_golden("legality_capacity.txt", text);
}

/// The text with the first edit that an error offers.
std::string repaired_by(const Elaboration& elaboration, std::string text) {
  for (const language::Diagnostic& diagnostic : elaboration.diagnostics.sorted()) {
    if (diagnostic.severity == language::Severity::error && diagnostic.fix) {
      const language::Span where = diagnostic.fix->where;
      return text.replace(where.begin, where.end - where.begin, diagnostic.fix->text);
    }
  }
  return text;
}

TEST(Legality, EditsRepair) {
  const MappingCase one(small_program(), round_machine());
  for (const std::string broken : {
           R"(Task sweep OMP, IO;
Task report GPU;
Task row, cell OMP;
)",
           R"(Task * GPU, CPU;
Region * * GPU SYSMEM;
Region report * * FBMEM;
)",
           R"(Layout sweep * * SOA C_order;
)",
           R"(m = Machine(GPU);
def f(Task t) { return m[0, t.ipoint[0] + 1]; }
IndexTaskMap sweep f;
)",
           R"(m = Machine(GPU);
def f(Task t) { return m[t.ipoint[0], (t.ipoint[0] + 1)]; }
IndexTaskMap sweep f;
)",
           R"(m = Machine(GPU);
def f(Task t) { x = (t.ipoint[0], 2); return m[*(x * (2, 2))]; }
IndexTaskMap sweep f;
)",
           R"(def f(Task t) { return Machine(GPU)[0, t.ipoint[0] > 3 ? 5 : 1]; }
IndexTaskMap sweep f;
)",
       }) {
    std::string text = broken;
    std::size_t errors = one.check(text).diagnostics.errors();
    EXPECT_GT(errors, 0U) << broken;
    for (int i = 0; i < 5 && errors > 0; ++i) {
      text = repaired_by(one.check(text), text);
      errors = one.check(text).diagnostics.errors();
    }
    EXPECT_EQ(errors, 0U) << broken << "\nbecame\n" << text << diagnostics_text(one.check(text), text);
  }
}

TEST(Legality, ALimitMustNotWaitForItself) {
  ProgramBuilder b("self");
  b.kind({"t", {}, {{ProcessorKind::cpu}}, "1"});
  b.launch({"outer", "t", {"2"}, {"i"}});
  b.launch({"inner", "t", {"2"}, {"j"}, {}, "outer"});
  const MappingCase self(sure(b.build()), round_machine());
  const std::string text = "InstanceLimit t 4;\nTask * CPU;\n";
  const Elaboration refused = self.check(text);
  ASSERT_EQ(refused.diagnostics.errors(), 1U);
  EXPECT_NE(diagnostics_text(refused, text).find("launch tasks of the same kind"), std::string::npos);
  EXPECT_EQ(self.check(repaired_by(refused, text)).diagnostics.errors(), 0U);
}

TEST(Legality, WhatHasAReservedWordForANameIsAdvisedOtherwise) {
  const MappingCase words(sure(read_program(R"toml(name = "words"
[[region]]
name = "size"
extents = [4, 4]
fields = ["x:8"]
[[task]]
name = "merge"
[[task.parameter]]
name = "all"
[[task.variant]]
processor = "GPU"
layouts = ["F_order"]
[[step]]
task = "merge"
[[step.argument]]
data = "size"
privilege = "RW"
)toml",
                                            "words.toml", {})),
                          round_machine());
  const std::string text = "Task merg CPU;\nLayout * * * C_order;\n";
  const Elaboration refused = words.check(text);
  const std::string said = diagnostics_text(refused, text);
  EXPECT_NE(said.find("`Layout * 0 * SOA F_order;`"), std::string::npos) << said;
  EXPECT_NE(said.find("it has merge"), std::string::npos) << said;
  EXPECT_EQ(said.find("write 'merge'"), std::string::npos) << said;
  EXPECT_EQ(refused.diagnostics.errors(), 1U);
  EXPECT_EQ(words.check("Layout * 0 * SOA F_order;\n" + text).diagnostics.errors(), 0U);
}

TEST(Legality, GoodMappersCauseNoWarnings) {
  const MappingCase two(small_program(), round_machine(2));
  const std::string text = "Task * GPU, CPU;\n"
                           "Region * * GPU FBMEM, ZCMEM;\n"
                           "Region * * CPU SYSMEM;\n"
                           "Region sweep ghost * ZCMEM;\n"
                           "Layout * * * SOA F_order;\n"
                           "CollectMemory sweep ghost;\n"
                           "InstanceLimit cell 2;\n"
                           "m = Machine(GPU).merge(0, 1);\n"
                           "def cyclic(Task t) { return m[t.ipoint[0] % m.size[0]]; }\n"
                           "def same(Task t) { g = Machine(GPU); return g[*t.parent.processor(g)]; }\n"
                           "IndexTaskMap sweep, cell cyclic;\n"
                           "SingleTaskMap cell same;\n"
                           "ControlReplicate row;\n"
                           "TaskSteal * CPU SAME_NODE;\n";
  EXPECT_EQ(diagnostics_text(two.check(text), text), "");
}

TEST(Legality, StatementsForOtherMachinesCauseNoWarnings) {
  const MappingCase one(small_program(), round_machine());
  const std::string text =
      "Task * GPU, CPU;\nTask sweep GPU, CPU;\nRegion sweep * CPU SYSMEM;\nRegion * * OMP SOCKMEM;\n"
      "Layout cell * SYSMEM AOS;\ndef f(Task t) { return Machine(CPU)[0, 0]; }\n"
      "IndexTaskMap CPU f;\nSingleTaskMap CPU f;\n";
  const std::string said = diagnostics_text(one.check(text), text);
  EXPECT_EQ(said.find("SYSMEM"), std::string::npos) << said;
  EXPECT_EQ(said.find("TaskMap"), std::string::npos) << said;
  EXPECT_NE(said.find("ever runs on OMP"), std::string::npos) << said; // no list has OMP
}

TEST(Legality, TheFirstErrorIsThatOfTheText) {
  const MappingCase one(small_program(), round_machine());
  const auto refused =
      elaborate(language::SourceText{"Task sweep OMP;\nTask report GPU;\n", "M"}, one.program, one.graph, one.machine);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().kind, ErrorKind::input);
  EXPECT_EQ(refused.error().where->line, 1);
  EXPECT_NE(refused.error().hint.find("2 errors in all"), std::string::npos) << refused.error().hint;
}

} // namespace
} // namespace mapwright::mapper
