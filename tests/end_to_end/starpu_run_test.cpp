// Mapped programs run for real, as a user does it: on several ranks, with kernels of one's own, with kernels that
// crash.
#include "end_to_end/command.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mapwright::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

bool engine_built(const char* name) {
  return std::filesystem::exists(binary().parent_path() / name);
}

/// Sets a variable of the environment while it lives.
class Variable {
public:
  Variable(const char* name, const std::string& value) : name_(name), before_(std::getenv(name)) {
    setenv(name, value.c_str(), 1);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() { setenv(name_, before_.c_str(), 1); }

private:
  const char* name_;
  std::string before_;
};

TEST(MapperRunRanks, CountsWhatTheSimulatorSends) {
  if (!engine_built("mapwright-starpu-ranks")) {
    GTEST_SKIP() << "StarPU-MPI or Open MPI is not installed";
  }
  const std::vector<std::string> command{
      "mapper",  "run", "-",        "--app", "stencil,n=10,steps=2", "--machine", "box,nodes=2,cpus=1",
      "--ranks", "2",   "--repeat", "1"};
  const std::string blocks = "Task * CPU;\n"
                             "m = Machine(CPU).merge(0, 1);\n"
                             "def f(Task t) { return m[t.ipoint[0] * m.size[0] / t.ispace[0]]; }\n"
                             "IndexTaskMap * f;\n";
  std::vector<std::string> as_json = command;
  as_json.emplace_back("--json");
  const Ran ran = mapwright(as_json, blocks);
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("ranks"), 2);
  EXPECT_EQ(document.at("cpus"), 2);
  EXPECT_EQ(document.at("check").at("agrees"), true);
  std::uint64_t bytes = 0;
  for (const json& pair : document.at("across")) {
    bytes += pair.at("bytes").get<std::uint64_t>();
  }
  EXPECT_GT(bytes, 0U);
  EXPECT_EQ(document.at("across_starpu_bytes"), bytes);
  EXPECT_EQ(document.at("across_simulated").at("bytes"), bytes);
}

TEST(MapperRunRanks, SayWhatIsMissing) {
  const std::vector<std::string> command{"mapper",    "run",         "expert",  "--app", "stencil",
                                         "--machine", "box,nodes=2", "--ranks", "2"};
  const Variable path("PATH", "/nowhere");
  const Ran ran = mapwright(command);
  EXPECT_EQ(ran.code, 3) << ran.out;
  EXPECT_THAT(ran.err,
              HasSubstr(engine_built("mapwright-starpu-ranks") ? "hint: install openmpi-bin" : "was not built"));
}

TEST(MapperRunRanks, AreAsManyAsNodes) {
  const Ran ran =
      mapwright({"mapper", "run", "expert", "--app", "stencil", "--machine", "box,nodes=2", "--ranks", "3"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("the machine has 2 nodes, --ranks is 3"));
  EXPECT_THAT(ran.err, HasSubstr("hint: each node is one rank: --ranks 2"));
}

const std::string program = R"(name = "mine"
[[region]]
name = "line"
extents = ["8"]
fields = ["u:4"]
[[partition]]
name = "half"
region = "line"
blocks = ["2"]
[[task]]
name = "fill"
[[task.parameter]]
name = "to"
[[task.variant]]
processor = "CPU"
[[task.variant]]
processor = "GPU"
opencl = "fill.cl"
work = ["to"]
[[step]]
task = "fill"
domain = ["2"]
point = ["i"]
[[step.argument]]
data = "half"
colour = ["i"]
privilege = "W"
)";
const std::string fill = "__kernel void fill(__global uchar* to, __global const long* shape) {\n"
                         "  MW_FIELD(int, to, 0, 0)[get_global_id(0)] = (int)(MW_LOW(0, 0) + get_global_id(0)) * 3;\n"
                         "}\n";

Ran run_mine(const TemporaryDirectory& directory, const std::string& mapper, std::vector<std::string> more = {}) {
  write_text(directory.path() / "mine.toml", program);
  std::vector<std::string> command{"mapper",
                                   "run",
                                   "-",
                                   "--program",
                                   (directory.path() / "mine.toml").string(),
                                   "--machine",
                                   "box,cpus=1,devices=2",
                                   "--repeat",
                                   "1"};
  command.insert(command.end(), more.begin(), more.end());
  return mapwright(command, mapper);
}

TEST(MapperRunOpenCl, TakesKernelsThatTheProgramNames) {
  if (!engine_built("mapwright-starpu-engine")) {
    GTEST_SKIP() << "StarPU is not installed";
  }
  const TemporaryDirectory directory;
  write_text(directory.path() / "fill.cl", fill);
  const Ran ran = run_mine(directory, "Task * GPU;\n", {"--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("check").at("against"), "device");
  EXPECT_EQ(document.at("check").at("agrees"), true);
  EXPECT_EQ(document.at("devices"), 2);
}

TEST(MapperRunOpenCl, SaysWhatIsWrongWithThem) {
  if (!engine_built("mapwright-starpu-engine")) {
    GTEST_SKIP() << "StarPU is not installed";
  }
  const TemporaryDirectory directory;
  Ran ran = run_mine(directory, "Task * GPU;\n");
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("the OpenCL kernel of task 'fill': '" + (directory.path() / "fill.cl").string() +
                                 "' cannot be read"));
  write_text(directory.path() / "fill.cl", fill);
  ran = run_mine(directory, "Task * CPU;\n");
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("task 'fill' has no kernel for CPUs"));
}

/// A library with one kernel, compiled here; empty where there is no compiler.
std::string library_of(const TemporaryDirectory& directory, const std::string& body) {
  write_text(directory.path() / "kernels.c", "#include <mapwright/task_kernel.h>\n#include <stdlib.h>\n"
                                             "void fill(const mapwright_task* task) { " +
                                                 body + " }\n");
  const std::string library = (directory.path() / "libkernels.so").string();
  const std::string command = "cc -shared -fPIC -I '" + (source_dir() / "include").string() + "' -o '" + library +
                              "' '" + (directory.path() / "kernels.c").string() + "'";
  return std::system(command.c_str()) == 0 ? library : std::string();
}

TEST(MapperRunCrash, NamesTheTask) {
  if (!engine_built("mapwright-starpu-engine")) {
    GTEST_SKIP() << "StarPU is not installed";
  }
  const TemporaryDirectory directory;
  write_text(directory.path() / "fill.cl", fill);
  const struct {
    const char* body;
    const char* message;
  } cases[] = {
      {"if (task->point[0] == 1) { *(volatile int*)0 = 1; }", "the kernel of fill (1) crashed: signal 11"},
      {"if (task->point[0] == 0) { exit(0); }", "the kernel of fill (0) ended the process"},
      {"abort();", "the kernel of fill (0) crashed: signal 6"},
  };
  for (const auto& c : cases) {
    const std::string library = library_of(directory, c.body);
    ASSERT_FALSE(library.empty());
    const Ran ran = run_mine(directory, "Task * CPU;\n", {"--kernels", library});
    EXPECT_EQ(ran.code, 2) << c.body;
    EXPECT_THAT(ran.err, StartsWith(std::string("error: ") + c.message)) << c.body;
  }
}

} // namespace
} // namespace mapwright::test
