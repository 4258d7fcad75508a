// include/mapwright/task_program.hpp: a program from a text, as a project that uses the installed library would.
#include "mapwright/task_program.hpp"

#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace {

const std::string text = R"toml(name = "halves"
[sizes]
n = 10
[[region]]
name = "line"
extents = ["n"]
fields = ["x:8"]
[[partition]]
name = "half"
region = "line"
blocks = [2]
[[task]]
name = "double"
[[task.parameter]]
name = "part"
[[task.variant]]
processor = "CPU"
[[task.variant]]
processor = "GPU"
[[step]]
task = "double"
domain = [2]
point = ["i"]
[[step.argument]]
data = "half"
colour = ["1 - i"]
privilege = "RW"
[[step]]
task = "double"
name = "again"
domain = [2]
point = ["i"]
[[step.argument]]
data = "half"
colour = ["i"]
privilege = "RW"
)toml";

const std::string mapper = "Task * GPU;\nRegion * * GPU FBMEM;\n"
                           "def f(Task t) { return Machine(GPU)[0, t.ipoint[0]]; }\nIndexTaskMap double f;\n";

void double_all(const mapwright_task* task) {
  const mapwright_argument& part = task->arguments[0];
  for (std::int64_t k = 0; k < part.points; ++k) {
    *reinterpret_cast<double*>(part.fields[0].data + k * part.fields[0].stride[0]) *= 2;
  }
}

TEST(TaskProgram, RunsAndIsSimulated) {
  auto read = mapwright::read_task_program(text);
  ASSERT_TRUE(read.program) << read.error;
  EXPECT_EQ(read.program->task_count(), 4U);
  EXPECT_TRUE(read.program->set_kernel("double", double_all));
  EXPECT_FALSE(read.program->set_kernel("triple", double_all));
  for (double& x : read.program->values<double>("line", "x")) {
    x = 1.5;
  }
  EXPECT_EQ(read.program->run(), "");
  for (const double x : read.program->values<double>("line", "x")) {
    EXPECT_EQ(x, 6);
  }
  const mapwright::SimulatedTasks run = read.program->simulate(mapper, "p100x4");
  EXPECT_EQ(run.error, "");
  EXPECT_EQ(run.messages, 2U); // the halves change places
  EXPECT_EQ(run.bytes, 80U);
  EXPECT_GT(run.seconds, 0);
}

TEST(TaskProgram, SizesCanBeReplaced) {
  auto read = mapwright::read_task_program(text, {{"n", 20}});
  ASSERT_TRUE(read.program) << read.error;
  EXPECT_EQ(read.program->simulate(mapper, "p100x4").bytes, 160U);
  EXPECT_EQ(read.program->values<double>("line", "x").size(), 20U);
}

TEST(TaskProgram, SaysWhatIsWrong) {
  EXPECT_NE(mapwright::read_task_program("name = 3").error, "");
  auto read = mapwright::read_task_program(text);
  ASSERT_TRUE(read.program) << read.error;
  EXPECT_NE(read.program->run().find("task 'double' has no kernel for CPUs"), std::string::npos);
  EXPECT_THROW((void)read.program->values<float>("line", "x"), std::invalid_argument);
  EXPECT_THROW((void)read.program->values<double>("lime", "x"), std::invalid_argument);
  EXPECT_NE(read.program->simulate("Task * GPUS;", "p100x4").error.find("expected a kind of processor"),
            std::string::npos);
  EXPECT_NE(read.program->simulate(mapper, "p101x4").error.find("no machine 'p101x4'"), std::string::npos);
}

} // namespace
