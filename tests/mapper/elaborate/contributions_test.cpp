// What reductions put into memories: the check before a run and the run count the same bytes.
#include "mapper/elaborate/cases.hpp"

namespace mapwright::mapper {
namespace {

/// Two tasks that add to the field x of four points, and what else the caller launches; at the end one task reads x.
Program adding_program(const std::vector<LaunchSpec>& more) {
  ProgramBuilder b("adding");
  b.region({"sums", {"4"}, {"x:8", "y:4"}});
  b.blocks({"half", "sums", {"2"}});
  const std::vector<VariantSpec> variants{{ProcessorKind::cpu}, {ProcessorKind::gpu}};
  b.kind({"adds", {{"all"}}, variants});
  b.kind({"adds_more", {{"all"}}, variants});
  b.kind({"adds_twice", {{"all"}, {"again"}}, variants});
  b.kind({"reads", {{"all"}}, {{ProcessorKind::cpu}}});
  b.launch({"", "adds", {"2"}, {"i"}, {{"sums", {}, "reduce(+)", {"x"}}}});
  for (const LaunchSpec& each : more) {
    b.launch(each);
  }
  b.launch({"", "reads", {}, {}, {{"sums", {}, "R", {"x"}}}});
  return sure(b.build());
}

/// Bytes that the first GPU's memory holds at most, which must be enough by the check and in a run, and one less not.
std::uint64_t device_bytes(const Program& program, const std::string& text) {
  const MappingCase roomy(program, round_machine());
  const std::uint64_t peak = roomy.run(roomy.elaborate(text).plan).peak[*roomy.machine.find({MemoryKind::fbmem, 0, 0})];
  const MappingCase enough(program, round_machine(1, peak));
  EXPECT_EQ(diagnostics_text(enough.check(text), text), "");
  EXPECT_EQ(enough.run(roomy.elaborate(text).plan).status, SimulationStatus::done);
  const MappingCase short_of(program, round_machine(1, peak - 1));
  EXPECT_NE(diagnostics_text(short_of.check(text), text), "");
  EXPECT_EQ(short_of.run(roomy.elaborate(text).plan).status, SimulationStatus::out_of_memory);
  return peak;
}

const std::string on_one = "m = Machine(GPU);\ndef one(Task t) { return m[0, 0]; }\nTask * GPU, CPU;\n"
                           "IndexTaskMap GPU one;\n";
const std::string on_each = "m = Machine(GPU);\ndef each(Task t) { return m[0, t.ipoint[0]]; }\nTask * GPU, CPU;\n"
                            "IndexTaskMap GPU each;\n";

TEST(Contributions, AreHeldOnceInEachMemory) {
  const Program program = adding_program({});
  EXPECT_EQ(device_bytes(program, on_one), 32U); // both tasks add to one: 4 points of 8 bytes
  EXPECT_EQ(device_bytes(program, on_each), 32U);
  const MappingCase each(program, round_machine());
  const Simulation run = each.run(each.elaborate(on_each).plan);
  EXPECT_EQ(run.peak[*each.machine.find({MemoryKind::fbmem, 0, 1})], 32U);
  EXPECT_EQ(run.messages, 2U); // each is brought to the reader and folded in there
}

TEST(Contributions, OfTwoOperatorsLieSideBySide) {
  const Program program = adding_program({{"", "adds_more", {"2"}, {"i"}, {{"sums", {}, "reduce(max)", {"x"}}}}});
  EXPECT_EQ(device_bytes(program, on_one), 64U);
}

TEST(Contributions, OfTwoLayoutsLieSideBySide) {
  const Program program = adding_program({{"", "adds_more", {"2"}, {"i"}, {{"sums", {}, "reduce(+)", {"x"}}}}});
  EXPECT_EQ(device_bytes(program, on_one), 32U);
  EXPECT_EQ(device_bytes(program, on_one + "Layout adds_more * * AOS;\n"), 64U);
}

TEST(Contributions, TakeTheBytesOfTheirFields) {
  const Program program = adding_program({{"", "adds_more", {"2"}, {"i"}, {{"half", {"i"}, "reduce(+)"}}}});
  EXPECT_EQ(device_bytes(program, on_one), 48U); // y too: 4 points of 12 bytes
}

TEST(Contributions, OfTwoArgumentsOfOneTaskAreShared) {
  const Program program = adding_program(
      {{"", "adds_twice", {"2"}, {"i"}, {{"half", {"i"}, "reduce(+)", {"x"}}, {"sums", {}, "reduce(+)", {"x"}}}}});
  EXPECT_EQ(device_bytes(program, on_one), 32U);
  EXPECT_EQ(device_bytes(program, on_one + "Region adds_twice 1 GPU ZCMEM;\n"), 32U);
}

} // namespace
} // namespace mapwright::mapper
