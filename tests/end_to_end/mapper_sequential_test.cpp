// mapper run --engine sequential with kernels that end their process, or do not end.
#include "end_to_end/command.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mapwright::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Three tasks of one kernel, which does to the last of them what the size `mode` says.
class MapperRunSequentially : public testing::Test {
protected:
  static void SetUpTestSuite() {
    folder = new TemporaryDirectory;
    write_text(folder->path() / "kernels.c", R"(#include <mapwright/task_kernel.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
void work(const mapwright_task* task) {
  *(double*)task->arguments[0].fields[0].data = 1;
  printf("task %d\n", (int)task->point[0]);
  fflush(stdout);
  if (task->point[0] < 2) return;
  if (task->sizes[0] == 1) raise(SIGSEGV);
  if (task->sizes[0] == 2) for (;;) pause();
  if (task->sizes[0] == 3) _exit(7);
}
)");
    const std::string build = "cc -shared -fPIC -I'" + (source_dir() / "include").string() + "' -o '" +
                              (folder->path() / "libkernels.so").string() + "' '" +
                              (folder->path() / "kernels.c").string() + "'";
    ASSERT_EQ(std::system(build.c_str()), 0);
    write_text(folder->path() / "program.toml", R"(name = "trouble"
[sizes]
mode = 0
[[region]]
name = "line"
extents = [3]
fields = ["x:8"]
[[partition]]
name = "part"
region = "line"
blocks = [3]
[[task]]
name = "work"
[[task.parameter]]
name = "own"
[[task.variant]]
processor = "CPU"
[[step]]
task = "work"
domain = [3]
point = ["i"]
[[step.argument]]
data = "part"
colour = ["i"]
privilege = "RW"
)");
  }
  static void TearDownTestSuite() {
    delete folder;
    folder = nullptr;
  }

  static Ran run(const std::string& mode, const std::string& limit = "30") {
    return mapwright({"mapper", "run", "--engine", "sequential", "--program", "program.toml", "--kernels",
                      "libkernels.so", "--set", "mode=" + mode, "--limit", limit, "--json"},
                     "", folder->path());
  }

  static inline TemporaryDirectory* folder = nullptr; // of the suite
};

TEST_F(MapperRunSequentially, GivesTheAnswerAndWhatKernelsPrint) {
  const Ran ran = run("0");
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto document = nlohmann::json::parse(ran.out);
  EXPECT_EQ(document.at("engine"), "sequential");
  EXPECT_EQ(document.at("tasks"), 3);
  EXPECT_EQ(document.at("check"), nullptr);
  EXPECT_EQ(ran.err, "task 0\ntask 1\ntask 2\n");
}

TEST_F(MapperRunSequentially, NamesTheTaskWhoseKernelCrashes) {
  const Ran ran = run("1");
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("the kernel of work (2) ")); // a sanitizer makes an exit code of the signal
  EXPECT_THAT(ran.out, Not(HasSubstr("makespan")));
}

TEST_F(MapperRunSequentially, StopsAKernelThatDoesNotEnd) {
  const Ran ran = run("2", "0.5");
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("the kernel of work (2) was still running after 0.5 s"));
  EXPECT_THAT(ran.err, HasSubstr("--limit SECONDS gives it more"));
}

TEST_F(MapperRunSequentially, NamesTheTaskWhoseKernelEndsTheProcess) {
  const Ran ran = run("3");
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("the kernel of work (2) ended its process with exit code 7"));
}

TEST_F(MapperRunSequentially, SaysThatALibraryDoesNotOpen) {
  const Ran ran =
      mapwright({"mapper", "run", "--engine", "sequential", "--program", "program.toml", "--kernels", "nothing.so"}, "",
                folder->path());
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("the library of kernels does not open"));
}

} // namespace
} // namespace mapwright::test
