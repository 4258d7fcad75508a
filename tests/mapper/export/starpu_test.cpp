// An exported policy compiled, loaded into StarPU and run: every task on the worker that the evaluator names.
#include "mapper/export/export_scene.hpp"
#include "mapper/language/launch_map.hpp"

#include <gmock/gmock.h>

namespace mapwright::mapper {
namespace {

const std::string tried_text = R"(
Task * GPU, CPU;
Task mixed CPU, GPU;
InstanceLimit limited 1;
gpus = Machine(GPU);
def cyclic(Task t) { return gpus[0, (t.ipoint[0] + 3 * t.ipoint[1]) % gpus.size[1]]; }
def backwards(Task t) {
  line = gpus.merge(0, 1).reverse(0);
  return line[(t.ipoint[0] - 5) * line.size[0] / t.ispace[0]];
}
def core(Task t) { return Machine(CPU)[0, t.ipoint[0] % Machine(CPU).size[1]]; }
def below(Task t) { return gpus[*t.parent.processor(gpus)]; }
def either(Task t) { return gpus[0, *]; }
IndexTaskMap step cyclic;
IndexTaskMap turned, limited backwards;
IndexTaskMap CPU core;
IndexTaskMap balanced either;
SingleTaskMap leaf below;
)";

class StarpuExport : public test::ScratchTest {
protected:
  /// Compiles policy and program; false where there is no StarPU.
  bool compile() {
    if (run_shell("pkg-config --exists starpu-1.3").status != 0) {
      return false;
    }
    const std::string folder = directory->path().string();
    for (const ExportedFile& file : sure(export_to_starpu({{tried_text, "tried.mapper"}, "tried", nullptr})).files) {
      write(file.name, file.text);
    }
    const std::string program = (test::source_dir() / "tests/mapper/export/starpu_program.c").string();
    const CommandRun compiled = run_shell(
        "cd '" + folder + "' && flags=$(pkg-config --cflags --libs starpu-1.3) && g++ -std=c++17 -O0 -Wall -Wextra " +
        "-Werror -shared -fPIC tried_policy.cpp -o libtried.so $flags && gcc -std=gnu11 -Wall -Wextra -Werror -I . '" +
        program + "' -o program -L . -ltried -Wl,-rpath,'" + folder + "' $flags");
    EXPECT_EQ(compiled.output, "");
    return compiled.status == 0;
  }

  /// The program's lines, on one CPU and two emulated devices where they can be had.
  std::vector<std::string> lines_of(const std::string& questions) {
    write("questions", questions);
    // What StarPU measures of the machine is kept for the next test.
    const auto cache = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "starpu_cache";
    std::filesystem::create_directories(cache);
    const CommandRun run = run_shell(
        "cd '" + directory->path().string() + "' && STARPU_HOME='" + cache.string() +
        "' STARPU_SILENT=1 STARPU_NCPU=1 STARPU_NCUDA=0 STARPU_NOPENCL=2 STARPU_OPENCL_ON_CPUS=1 "
        "STARPU_OPENCL_ONLY_ON_CPUS=1 POCL_DEVICES='basic basic' STARPU_WORKERS_NOBIND=1 ./program < questions");
    status = run.status;
    std::istringstream in(run.output);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) {
      lines.push_back(line);
    }
    return lines;
  }

  int status = 0;
};

/// Questions about a launch, and where its tasks should run.
struct Questions {
  language::Mapper mapper;
  std::string text{};
  std::vector<std::string> expected{};

  void launch(const std::string& task, const std::string& function, ProcessorKind kind,
              const language::LaunchDomain& domain) {
    const auto map = sure(language::LaunchMap::make(mapper, function, kind, domain));
    const language::Placements placed = sure(map.place(0, domain.volume()));
    for (std::int64_t i = 0; i < domain.volume(); ++i) {
      ask(task, domain, i);
      expected.push_back(
          fmt::format("{} {} {}", task, to_string(kind), placed.processors[static_cast<std::size_t>(i)]));
    }
  }

  void ask(const std::string& task, const language::LaunchDomain& domain, std::int64_t number) {
    text += fmt::format("{} {} {} {} {}\n", task, domain.extents.size(), fmt::join(domain.point(number), " "),
                        fmt::join(domain.low, " "), fmt::join(domain.extents, " "));
  }
};

TEST_F(StarpuExport, RunsEveryTaskOnTheWorkerOfTheMapper) {
  if (!compile()) {
    GTEST_SKIP() << "StarPU is not installed";
  }
  if (const auto lines = lines_of(""); status == 77 || lines.empty() || lines.front() != "1 CPUs, 2 devices") {
    GTEST_SKIP() << "StarPU has no emulated devices here: " << (lines.empty() ? "it does not start" : lines.front());
  }
  language::MachineShape shape;
  shape.processors = {1, 2, 0, 0, 0, 0};
  Questions questions{sure(language::Mapper::make({tried_text, "tried.mapper"}, shape))};
  questions.launch("step", "cyclic", ProcessorKind::gpu, language::LaunchDomain::of({4, 3}));
  questions.launch("turned", "backwards", ProcessorKind::gpu, {{5}, {7}});
  questions.launch("mixed", "core", ProcessorKind::cpu, language::LaunchDomain::of({5}));
  questions.launch("host", "core", ProcessorKind::cpu, language::LaunchDomain::of({3})); // has code for CPUs only
  const auto unnamed = language::LaunchDomain::of({3, 2});
  for (std::int64_t i = 0; i < unnamed.volume(); ++i) { // no function for it: in turn
    questions.ask("unnamed", unnamed, i);
    questions.expected.push_back(fmt::format("unnamed GPU {}", i % 2));
  }
  for (int above = 0; above < 4; ++above) { // beside a task of the launch of step
    questions.text += fmt::format("leaf < {}\n", above);
    questions.expected.push_back("leaf" + questions.expected[static_cast<std::size_t>(above)].substr(4));
  }
  questions.text += "single 0\n";
  questions.expected.emplace_back("single GPU 0");
  std::vector<std::string> lines = lines_of(questions.text);
  ASSERT_EQ(status, 0);
  ASSERT_EQ(lines.size(), questions.expected.size() + 2);
  lines.erase(lines.begin());
  lines.pop_back();
  EXPECT_EQ(lines, questions.expected);

  questions.text.clear();
  for (std::int64_t i = 0; i < 30; ++i) {
    questions.ask("limited", {{5}, {30}}, i);
  }
  EXPECT_EQ(lines_of(questions.text).back(), "at most 1 at once");
  questions.text.clear();
  for (std::int64_t i = 0; i < 30; ++i) {
    questions.ask("balanced", language::LaunchDomain::of({30}), i);
  }
  lines = lines_of(questions.text);
  EXPECT_EQ(std::count(lines.begin(), lines.end(), "balanced GPU 0"), 15);
  EXPECT_EQ(std::count(lines.begin(), lines.end(), "balanced GPU 1"), 15);
}

} // namespace
} // namespace mapwright::mapper
