// Machines written as text, ranges, what the runtime does, factors of tasks.
#include "mapper/examples.hpp"
#include "mapper/machine/machine_text.hpp"

namespace mapwright::mapper {
namespace {

/// The round machine with these sections behind it.
Result<Machine> round_machine_with(const std::string& sections) {
  return read_machine(round_machine_text(1'000'000, 1'000'000) + sections, "round.toml", {});
}

const std::string measured_sections = R"toml(
[runtime]
conversions = "processor"
reductions = "in order"
launching = "free"
waiting = "program order"
source = "test \"quoted\" \\ and a\ttab"
[[work]]
program = "stencil"
task = "sweep"
processor = "CPU"
layouts = ["SOA F_order", "AOS C_order"]
factor = 2.5
factor_least = 2.25
factor_most = 3
source = "test"
[[work]]
program = "stencil"
task = "sweep"
processor = "CPU"
factor = 7
source = "test"
)toml";

TEST(MachineText, ReadsBackAndStaysTheSame) {
  std::vector<Machine> machines;
  for (const std::string& name : shipped_machines()) {
    machines.push_back(sure(open_machine(name)));
  }
  machines.push_back(sure(round_machine_with(measured_sections)));
  for (const Machine& machine : machines) {
    const std::string text = machine_text(machine.description());
    const Machine read = sure(read_machine(text, "again.toml"));
    EXPECT_EQ(machine_text(read.description()), text);
    ASSERT_EQ(read.memory_count(), machine.memory_count());
    for (std::uint32_t from = 0; from < machine.memory_count(); ++from) {
      for (std::uint32_t to = 0; to < machine.memory_count(); ++to) {
        EXPECT_EQ(read.path(from, to).bandwidth, machine.path(from, to).bandwidth);
        EXPECT_EQ(read.path(from, to).latency, machine.path(from, to).latency);
      }
    }
    for (std::uint32_t i = 0; i < machine.processor_count(); ++i) {
      EXPECT_EQ(read.class_of_processor(i).flops, machine.class_of_processor(i).flops);
      EXPECT_EQ(read.class_of_processor(i).source, machine.class_of_processor(i).source);
    }
  }
}

TEST(MachineText, KeepsWhatWasMeasured) {
  const Machine machine = sure(round_machine_with(measured_sections));
  const Machine read = sure(read_machine(machine_text(machine.description()), "again.toml"));
  const RuntimeHabits& habits = read.description().runtime;
  EXPECT_TRUE(habits.converts_on_processor);
  EXPECT_TRUE(habits.reduces_in_order);
  EXPECT_TRUE(habits.launches_for_free);
  EXPECT_TRUE(habits.takes_in_program_order);
  EXPECT_EQ(habits.source, "test \"quoted\" \\ and a\ttab");
  ASSERT_EQ(read.description().work.size(), 2U);
  EXPECT_EQ(read.description().work[0].factor_range, (Interval{2.25, 3}));
  const DataLayout soa;
  const DataLayout other{DimensionOrder::c_order, FieldOrder::aos};
  EXPECT_EQ(read.work_factor("stencil", "sweep", ProcessorKind::cpu, {soa, other}), 2.5);
  EXPECT_EQ(read.work_factor("stencil", "sweep", ProcessorKind::cpu, {soa, soa}), 7);
  EXPECT_EQ(read.work_factor("stencil", "sweep", ProcessorKind::gpu, {soa, other}), 1);
  EXPECT_EQ(read.work_factor("stencil", "swap", ProcessorKind::cpu, {soa, other}), 1);
  EXPECT_EQ(read.work_factor("circuit", "sweep", ProcessorKind::cpu, {soa, other}), 1);
}

TEST(MachineRanges, MoveEveryNumberTheWayThatMakesRunsShortOrLong) {
  MachineDescription machine = sure(round_machine_with(measured_sections)).description();
  EXPECT_TRUE(has_ranges(machine));
  EXPECT_FALSE(has_ranges(round_machine().description()));
  machine.processors[0].flops_range = Interval{machine.processors[0].flops / 2, machine.processors[0].flops * 2};
  machine.processors[0].overhead_range = Interval{0, 5};
  machine.links[0].latency_range = Interval{0.5, 4};
  machine.conversion_range = Interval{3, 6};
  const MachineDescription best = at_the_best(machine, "circuit");
  const MachineDescription worst = at_the_worst(machine, "circuit");
  EXPECT_EQ(best.processors[0].flops, 2 * machine.processors[0].flops);
  EXPECT_EQ(worst.processors[0].flops, machine.processors[0].flops / 2);
  EXPECT_EQ(best.processors[0].overhead, 0);
  EXPECT_EQ(worst.processors[0].overhead, 5);
  EXPECT_EQ(best.links[0].latency, 0.5);
  EXPECT_EQ(worst.links[0].latency, 4);
  EXPECT_EQ(best.conversion, 3);
  EXPECT_EQ(worst.conversion, 6);
  EXPECT_EQ(best.work[0].factor, 2.25);
  EXPECT_EQ(worst.work[0].factor, 3);
  // Factors of the program stand on the rates as they are.
  EXPECT_EQ(at_the_best(machine, "stencil").processors[0].flops, machine.processors[0].flops);
}

TEST(MachineText, MistakesAreRefusedAtTheirPlace) {
  const auto refused = [](const std::string& sections) {
    const auto read = round_machine_with(sections);
    return read ? std::string() : read.error().message;
  };
  EXPECT_EQ(refused("[runtime]\nconversions = \"elsewhere\"\nsource = \"test\"\n"),
            "'conversions' is \"copy engine\" or \"processor\", not \"elsewhere\"");
  EXPECT_EQ(refused("[runtime]\nconversions = \"processor\"\n"),
            "'source' is missing: where do these numbers come from?");
  const std::string work = "[[work]]\nprogram = \"p\"\ntask = \"t\"\nprocessor = \"CPU\"\nsource = \"test\"\n";
  EXPECT_EQ(refused(work), "'factor' is missing");
  EXPECT_EQ(refused(work + "factor = 2\nlayouts = [\"SOA F_order\", \"SOB\"]\n"), "there is no layout 'SOB'");
  EXPECT_EQ(refused(work + "factor = 2\nfactor_least = 1\n"), "'factor_least' and 'factor_most' go together");
  EXPECT_EQ(refused(work + "factor = 2\nfactor_least = 3\nfactor_most = 4\n"),
            "'factor_least' and 'factor_most' must have 'factor' between them");
  EXPECT_EQ(refused(work + "factor = 2\n" + work + "factor = 3\n"),
            "there are two factors for 't' of p on CPU with these layouts");
  EXPECT_EQ(refused(work + "factor = 2\n"), "");
}

} // namespace
} // namespace mapwright::mapper
