// The whole problem with its built-in roles, real compilers and workers, on a small task.
#include "kernel/judge/runner_case.hpp"
#include "kernel/scientist/evolution.hpp"
#include "kernel/scientist/problem.hpp"
#include "kernel/task/text_file.hpp"
#include "loop/toy.hpp"
#include "sandbox/scratch.hpp"

#include <fstream>

#include <gmock/gmock.h>

namespace mapwright::kernel::scientist {
namespace {

using loop::test::ArchiveFile;

constexpr const char* sum_task = R"toml(name = "row_sum"
summary = "y[i] = sum of row i of X"
sizes = ["rows", "columns"]
[[argument]]
name = "x"
type = "f32"
shape = ["rows", "columns"]
[[argument]]
name = "y"
type = "f32"
shape = ["rows"]
intent = "out"
[shapes]
test = [[1, 1], [5, 33]]
benchmark = [[32, 256]]
held_out = [[7, 500]]
[[inputs]]
name = "uniform"
x = "uniform(-1, 1)"
)toml";

class ProblemSlow : public kernel::testing::RunnerTest {
protected:
  void SetUp() override {
    RunnerTest::SetUp();
    if (IsSkipped()) {
      return;
    }
    auto scratch = sandbox::ScratchDirectory::create();
    ASSERT_TRUE(scratch) << scratch.error().format();
    folder_ = std::move(*scratch);
    const auto shipped = mapwright::test::source_dir() / "tasks" / "row_sum";
    for (const char* file : {"reference.cpp", "row_sum.cpp"}) {
      std::filesystem::copy_file(shipped / file, folder_->path() / file);
    }
    std::ofstream(folder_->path() / "task.toml") << sum_task;
    auto read = read_task(folder_->path());
    ASSERT_TRUE(read) << read.error().format();
    spec_.task = *std::move(read);
    spec_.start = *read_text_file(folder_->path() / "row_sum.cpp");
    spec_.machine = "here";
    spec_.tune = 2;
    spec_.runner = settings;
    spec_.runner.cpp_flags = RunnerSettings{}.cpp_flags;
    spec_.racing = {.time_cap = Seconds(2), .most_pairs = 20, .keep_disturbed = true};
  }

  std::optional<sandbox::ScratchDirectory> folder_;
  ProblemSpec spec_{};
};

TEST_F(ProblemSlow, EvolvesAndReplays) {
  const ArchiveFile file;
  auto archive = loop::test::open(file);
  auto problem = make_problem(spec_, {});
  ASSERT_TRUE(problem) << problem.error().format();
  EXPECT_EQ((*problem)->title(), "row_sum (cpp)");
  loop::FlowOptions options;
  options.budget.evaluations = 7;
  auto journal = archive.begin(loop::test::toy_run());
  const auto outcome = loop::run((*problem)->proposer(), (*problem)->evaluator(), options, {}, {}, *journal, {}, {});
  ASSERT_TRUE(outcome) << outcome.error().format();
  EXPECT_EQ(loop::kind_of(outcome->reason), "nothing-left") << loop::to_json(outcome->reason);
  const auto steps = archive.steps(journal->run(), 0, 100);
  ASSERT_TRUE(steps);
  const Evolution evolution = evolution_of(*steps, "row_sum", Backend::cpp, "here", {}, "row_sum.cpp");
  std::size_t measured = 0;
  for (const Edge& edge : evolution.edges) {
    EXPECT_NE(edge.version.status, "malformed") << edge.version.evidence;
    measured += edge.version.measured ? 1U : 0U;
    if (edge.version.plan && edge.version.measured) {
      EXPECT_EQ(edge.rubric_kept, edge.rubric_items);
      EXPECT_EQ(edge.version.author, "built-in");
    }
  }
  EXPECT_GT(measured, 1U);
  EXPECT_EQ((*problem)->findings().size(), evolution.findings.size());
  auto again = make_problem(spec_, {});
  ASSERT_TRUE(again);
  const auto replayed = loop::replay((*again)->proposer(), (*again)->evaluator(), options,
                                     *loop::Past::of(archive, journal->run()), {}, std::nullopt, false, {}, {});
  ASSERT_TRUE(replayed) << replayed.error().format();
  EXPECT_FALSE(replayed->difference) << *replayed->difference;
}

TEST(KernelProblem, NamesRolesThatNobodyPlays) {
  ProblemSpec spec;
  spec.selector = "oracle";
  const auto problem = make_problem(std::move(spec), {});
  ASSERT_FALSE(problem);
  EXPECT_EQ(problem.error().kind, ErrorKind::input);
  EXPECT_THAT(problem.error().message, ::testing::HasSubstr("oracle"));
}

} // namespace
} // namespace mapwright::kernel::scientist
