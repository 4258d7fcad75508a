// What is said when a memory is too small.
#include "mapper/simulate/scene.hpp"

namespace mapwright::mapper {
namespace {

std::string failure_text(const Scene& scene, const Machine& machine) {
  const Simulation run = scene.run(machine);
  if (!run.out_of_memory) {
    return "none\n";
  }
  return fmt::format("{}\nhint: {}\n", run.out_of_memory->message, run.out_of_memory->hint);
}

TEST(OutOfMemory, SaysWhatIsThereAndWhatWouldFit) {
  std::string text;
  text += "# two regions in a memory for one and a half\n";
  text += failure_text(Scene({{"W", gpu(0), device(0), "r"}, {"W", gpu(0), device(0), "s"}}), round_machine(1, 150));
  text += "# the first region is too large already, and for the other memory too\n";
  text += failure_text(Scene({{"W", gpu(2), device(2), "r"}}), round_machine(1, 99, 80));
  text += "# copies for reading fill the memory\n";
  text += failure_text(Scene({{"W", gpu(0), device(0), "r"},
                              {"W", gpu(2), device(2), "s"},
                              {"R", gpu(1), device(1), "r"},
                              {"R", gpu(1), device(1), "s"}}),
                       round_machine(1, 120));
  text += "# contributions count\n";
  text += failure_text(Scene({{"W", gpu(0), device(0), "half1"}, {"reduce(+)", gpu(0), device(0), "half1"}}),
                       round_machine(1, 99, 1000));
  text += "# memory of the node\n";
  text += failure_text(Scene({{"W", {ProcessorKind::cpu, 0, 0}, host(), "r"},
                              {"W", gpu(0), zero_copy(), "s"},
                              {"W", gpu(0), zero_copy(), "q"}}),
                       round_machine(1, 1'500'000'000, 120));
  expect_golden("out_of_memory.txt", text);
}

TEST(OutOfMemory, TheRunStopsThere) {
  const Machine machine = round_machine(1, 150);
  const Scene scene({{"W", gpu(0), device(0), "r"}, {"W", gpu(0), device(0), "s"}, {"W", gpu(1), device(1), "q"}});
  const Simulation run = scene.run(machine);
  ASSERT_EQ(run.status, SimulationStatus::out_of_memory);
  EXPECT_EQ(run.out_of_memory->task, 1U);
  EXPECT_EQ(run.out_of_memory->argument, 0U);
  EXPECT_EQ(run.out_of_memory->needed, 100U);
  EXPECT_EQ(run.out_of_memory->free, 50U);
  EXPECT_FALSE(run.tasks[1].ran);
  EXPECT_EQ(run.makespan, 0); // it is found out when the data are asked for, before anything ran
}

} // namespace
} // namespace mapwright::mapper
