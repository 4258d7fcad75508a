// What is said of mappers that cannot run, or say more than they mean: tests/golden/mapper/legality.txt.
#include "mapper/elaborate/cases.hpp"

#include <algorithm>

namespace mapwright::mapper {
namespace {

/// Mappers for small_program on one node of the round machine, each with what is wrong in its first line.
const std::string unfit[] = {
    "# kinds that the machine or the task lacks\nTask * CPU;\nTask sweep OMP, IO;\nTask report GPU;\nTask row, cell "
    "OMP;\n",
    "# memories out of sight\nTask * GPU, CPU;\nRegion * * GPU SYSMEM;\nRegion report * * FBMEM, VIRTUAL;\n",
    "# layouts\nLayout sweep * * SOA C_order;\nLayout * * * AOS;\n",
    "# words of alignments\nLayout * * * C_order Align<=16;\nLayout sweep ghost * SOA Compact C_order;\n",
    "# points without a processor\nm = Machine(GPU);\ndef f(Task t) {\n  return m[0, t.ipoint[0] + 1];\n}\n"
    "def g(Task t) { return m[*t.ispace]; }\ndef h(Task t) { return m[t.ipoint[0] / 2, t.ipoint[0]]; }\n"
    "IndexTaskMap sweep f;\nIndexTaskMap cell g;\nIndexTaskMap row h;\nTask * GPU, CPU;\n",
    "# what % does not bring back\nm = Machine(GPU);\ndef f(Task t) { return m[0, t.ipoint[0] - 1]; }\n"
    "def g(Task t) { return m[1, t.ipoint[0] / t.ipoint[0]]; }\nIndexTaskMap sweep f;\nIndexTaskMap cell g;\n",
    "# unpacked indices, and both of two\nm = Machine(GPU);\n"
    "def f(Task t) { x = (t.ipoint[0], t.ipoint[0]); return m[*x]; }\n"
    "def g(Task t) { return m[t.ipoint[0], t.ipoint[0] * 4]; }\nIndexTaskMap sweep f;\nIndexTaskMap cell g;\n",
    "# processors of another kind\nTask sweep CPU;\ndef f(Task t) { return Machine(GPU)[0, 0]; }\nIndexTaskMap sweep "
    "f;\n",
    "# single tasks\nTask * CPU;\ng = Machine(CPU);\ndef f(Task t) { return g[0, t.parent.processor(g)[1] + 1]; }\n"
    "SingleTaskMap CPU f;\n",
    "# a variable that has no value on this machine\nx = Machine(OMP);\nTask nothing CPU;\n",
    "# names that the program does not have\nTask sweap GPU;\nRegion sweep gost * FBMEM;\nRegion cell tile * FBMEM;\n"
    "Region sweep 2 * FBMEM;\nLayout * sum2 * SOA;\nInstanceLimit idle 2;\nInstanceLimit lost 2;\n"
    "CollectMemory swep ghost;\n",
    "# names, with a function\ndef f(Task t) { return Machine(CPU)[0, 0]; }\nIndexTaskMap sweeep, report f;\n"
    "SingleTaskMap sweep f;\nIndexTaskMap OMP f;\nTask sweep CPU;\nTaskSteal colums CPU SAME_NODE;\n"
    "ControlReplicate rows;\n",
    "# statements that nothing asks\nTask * CPU;\nRegion * * GPU FBMEM;\nRegion * * CPU SYSMEM;\n"
    "Region sweep tile CPU ZCMEM;\nRegion sweep ghost CPU ZCMEM;\nRegion sweep * * SYSMEM;\nLayout * * FBMEM AOS;\n"
    "CollectMemory cell *;\n",
    "# every task has a statement\nTask sweep, row, cell, report CPU;\nTask * GPU;\n",
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
           "Task sweep OMP, IO;\nTask report GPU;\nTask row, cell OMP;\n",
           "Task * GPU, CPU;\nRegion * * GPU SYSMEM;\nRegion report * * FBMEM;\n",
           "Layout sweep * * SOA C_order;\n",

           "m = Machine(GPU);\ndef f(Task t) { return m[0, t.ipoint[0] + 1]; }\nIndexTaskMap sweep f;\n",
           "m = Machine(GPU);\ndef f(Task t) { return m[t.ipoint[0], (t.ipoint[0] + 1)]; }\nIndexTaskMap sweep f;\n",
           "m = Machine(GPU);\ndef f(Task t) { x = (t.ipoint[0], 2); return m[*(x * (2, 2))]; }\nIndexTaskMap sweep "
           "f;\n",
           "def f(Task t) { return Machine(GPU)[0, t.ipoint[0] > 3 ? 5 : 1]; }\nIndexTaskMap sweep f;\n",
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
