// Versions judged in real workers, and by a command.
#include "kernel/judge/runner_case.hpp"
#include "kernel/scientist/arbiter.hpp"
#include "support/scratch_test.hpp"

#include <cmath>
#include <fstream>

#include <fmt/format.h>

namespace mapwright::kernel::scientist {
namespace {

using ::testing::HasSubstr;

constexpr const char* task_text = R"toml(name = "triple"
summary = "y = 3 x"
sizes = ["n"]
[[argument]]
name = "x"
type = "f32"
shape = ["n"]
[[argument]]
name = "y"
type = "f32"
shape = ["n"]
intent = "out"
[shapes]
test = [[1], [7]]
benchmark = [[2000]]
[[inputs]]
name = "uniform"
x = "uniform(-1, 1)"
)toml";

constexpr const char* reference_text = R"(#include <cmath>
#include <cstdint>
extern "C" void reference(std::int64_t n, const float* x, double* y, double* y_scale) {
  for (std::int64_t i = 0; i < n; ++i) {
    y[i] = 3.0 * x[i];
    y_scale[i] = std::fabs(y[i]);
  }
}
)";

/// Computes it `times` times.
std::string kernel_text(int times, const std::string& factor = "3") {
  return fmt::format("#include <cstdint>\nextern \"C\" void triple(std::int64_t n, const float* x, float* y) {{\n"
                     "  for (volatile int t = 0; t < {}; t = t + 1) {{\n"
                     "    for (std::int64_t i = 0; i < n; ++i) {{ y[i] = {} * x[i]; }}\n  }}\n}}\n",
                     times, factor);
}

class WorkerArbiterTest : public kernel::testing::RunnerTest {
protected:
  void SetUp() override {
    RunnerTest::SetUp();
    if (IsSkipped()) {
      return;
    }
    auto scratch = sandbox::ScratchDirectory::create();
    ASSERT_TRUE(scratch) << scratch.error().format();
    folder_ = std::move(*scratch);
    std::ofstream(folder_->path() / "task.toml") << task_text;
    std::ofstream(folder_->path() / "reference.cpp") << reference_text;
    auto read = read_task(folder_->path());
    ASSERT_TRUE(read) << read.error().format();
    task = *std::move(read);
    settings.threads = 1;
    arbiter_ = make_worker_arbiter(task, Backend::cpp, settings, {.keep_disturbed = true});
  }

  static Subject subject(const std::string& source, const std::string& name = "version") {
    return {name, {Backend::cpp, source}, {}};
  }

  Check check(const std::string& source) {
    const auto checked = arbiter_->check(subject(source));
    EXPECT_TRUE(checked) << checked.error().format();
    return checked.value_or(Check{"error"});
  }

  std::optional<sandbox::ScratchDirectory> folder_;
  std::unique_ptr<Arbiter> arbiter_;
};

TEST_F(WorkerArbiterTest, TellsRightFromWrong) {
  EXPECT_TRUE(check(kernel_text(1)).valid());
  const Check wrong = check(kernel_text(1, "2"));
  EXPECT_EQ(wrong.status, "wrong-output");
  EXPECT_THAT(wrong.where, HasSubstr("n="));
  const Check broken = check("int f(");
  EXPECT_EQ(broken.status, "not-compiled");
  EXPECT_THAT(broken.evidence, HasSubstr("error"));
  EXPECT_EQ(
      check("#include <cstdlib>\n#include <cstdint>\nextern \"C\" void triple(std::int64_t, const float*, float*) "
            "{ std::abort(); }\n")
          .status,
      "crashed");
}

TEST_F(WorkerArbiterTest, RacesAVersionAgainstItsBase) {
  const Subject base = subject(kernel_text(400), "base");
  const Subject version = subject(kernel_text(1));
  const auto compared = arbiter_->compare(base, version, Use::benchmark, Depth::search);
  ASSERT_TRUE(compared) << compared.error().format();
  ASSERT_FALSE(compared->flaw);
  const Measurement& measured = compared->measured;
  EXPECT_LT(measured.ratio, 1); // of a kernel that does a four-hundredth of the work
  EXPECT_NE(measured.verdict, SpeedVerdict::slower);
  ASSERT_EQ(measured.shapes.size(), 1U);
  EXPECT_EQ(measured.shapes[0].shape, "n=2000");
  EXPECT_TRUE(measured.headroom);
  ASSERT_EQ(compared->samples.size(), 2U);
  EXPECT_EQ(compared->samples[0].name, "base, n=2000");
  EXPECT_EQ(compared->samples[0].values.size(), compared->samples[1].values.size());
}

TEST_F(WorkerArbiterTest, TimesTheStartAloneAndStopsWhenAsked) {
  const Subject start = subject(kernel_text(1), "the start");
  const auto timed = arbiter_->time(start);
  ASSERT_TRUE(timed) << timed.error().format();
  ASSERT_FALSE(timed->flaw);
  EXPECT_EQ(timed->measured.ratio, 1);
  EXPECT_EQ(timed->measured.ratio_interval, (Interval{1, 1}));
  ASSERT_EQ(timed->measured.shapes.size(), 1U);
  EXPECT_GT(timed->measured.shapes[0].time.count(), 0);
  EXPECT_TRUE(timed->measured.headroom);
  ASSERT_EQ(timed->samples.size(), 1U);
  EXPECT_EQ(timed->samples[0].name, "start, n=2000");
  std::stop_source stop;
  stop.request_stop();
  const auto stopped = arbiter_->check(subject(kernel_text(2)), stop.get_token());
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().kind, ErrorKind::answer_no);
}

TEST_F(WorkerArbiterTest, WithoutShapesThereIsNoVerdict) {
  const Subject any = subject(kernel_text(1));
  const auto compared = arbiter_->compare(any, any, Use::held_out, Depth::confirm);
  ASSERT_TRUE(compared) << compared.error().format();
  EXPECT_FALSE(compared->flaw);
  EXPECT_EQ(compared->measured.verdict, SpeedVerdict::unclear);
  EXPECT_TRUE(compared->measured.shapes.empty());
}

TEST_F(WorkerArbiterTest, AVersionThatCannotBeBuiltHasLostAndABaseThatCannotIsAnError) {
  const auto lost = arbiter_->compare(subject(kernel_text(1)), subject("int f("), Use::benchmark, Depth::search);
  ASSERT_TRUE(lost) << lost.error().format();
  EXPECT_EQ(lost->flaw->status, "not-compiled");
  const auto failed =
      arbiter_->compare(subject("int f(", "version 3"), subject(kernel_text(1)), Use::benchmark, Depth::search);
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().message, HasSubstr("version 3, which was right before"));
}

TEST_F(WorkerArbiterTest, PricesConfigurations) {
  const KernelCandidate candidate{Backend::cpp, "#ifndef TIMES\n#define TIMES 1\n#endif\n" + kernel_text(1)};
  const auto price = arbiter_->pricing(candidate);
  ASSERT_TRUE(price) << price.error().format();
  const auto cost = (*price)({});
  ASSERT_TRUE(cost) << cost.error().format();
  ASSERT_TRUE(*cost);
  EXPECT_GT(**cost, 0);
  EXPECT_FALSE(*(*price)({{"y", 3}})) << "y = 3 is no parameter";
}

/// An evaluator that tells times from the source, in tenths of a second; 9 is wrong.
constexpr const char* by_digit = R"(t=$(cat "$1")
if [ "$t" = 9 ]; then echo '{"verdict": "wrong", "message": "c is not b"}'; exit 0; fi
echo "{\"verdict\": \"valid\", \"times\": [{\"shape\": {\"n\": 8}, \"seconds\": 0.$t},
  {\"shape\": {\"n\": 9}, \"seconds\": 1.$t}]}")";

class ExternalArbiterTest : public mapwright::test::ScratchTest {
protected:
  void SetUp() override {
    ScratchTest::SetUp();
    task_.name = "f";
    task_.sizes = {"n"};
    task_.shapes = {{Use::benchmark, {8}}, {Use::benchmark, {9}}};
    const auto file = write("evaluate.sh", by_digit);
    arbiter_ = make_external_arbiter(
        task_, Evaluator({{"sh", file.string(), "{candidate}"}, "/bin/sh", "evaluate.sh"}, {}), 20);
  }
  static Subject subject(const std::string& digit) { return {"version", {Backend::cuda, digit}, {}}; }

  Task task_;
  std::unique_ptr<Arbiter> arbiter_;
};

TEST_F(ExternalArbiterTest, BelievesTheCommand) {
  const auto right = arbiter_->check(subject("2"));
  ASSERT_TRUE(right) << right.error().format();
  EXPECT_TRUE(right->valid());
  const auto wrong = arbiter_->check(subject("9"));
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->status, "wrong");
  EXPECT_EQ(wrong->evidence, "c is not b");
  const auto compared = arbiter_->compare(subject("4"), subject("2"), Use::benchmark, Depth::search);
  ASSERT_TRUE(compared) << compared.error().format();
  EXPECT_EQ(compared->measured.verdict, SpeedVerdict::faster);
  EXPECT_NEAR(compared->measured.ratio, std::sqrt(0.5 * 12 / 14), 1e-9);
  EXPECT_EQ(compared->measured.shapes.at(1).shape, "n=9");
  EXPECT_NEAR(compared->measured.shapes.at(1).time.count(), 1.2, 1e-9);
  EXPECT_EQ(arbiter_->compare(subject("4"), subject("9"), Use::benchmark, Depth::search)->flaw->status, "wrong");
  EXPECT_TRUE(arbiter_->compare(subject("4"), subject("2"), Use::held_out, Depth::confirm)->measured.shapes.empty());
  const auto start = arbiter_->time(subject("4"));
  ASSERT_TRUE(start) << start.error().format();
  EXPECT_EQ(start->measured.shapes.at(1).shape, "n=9");
  EXPECT_NEAR(start->measured.shapes.at(1).time.count(), 1.4, 1e-9);
  EXPECT_EQ(arbiter_->time(subject("9"))->flaw->evidence, "c is not b");
  const KernelCandidate candidate = subject("3").candidate;
  EXPECT_NEAR(**(*arbiter_->pricing(candidate))({}), std::sqrt(0.3 * 1.3), 1e-9);
}

} // namespace
} // namespace mapwright::kernel::scientist
