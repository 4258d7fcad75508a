// The process of the engine that stays, and what its end does.
#include "cli/starpu_plans.hpp"
#include "cli/starpu_process.hpp"
#include "mapper/elaborate/elaborate.hpp"

#include <gmock/gmock.h>

namespace mapwright::cli {
namespace {

using ::testing::HasSubstr;

class StarpuProcess : public ::testing::Test {
protected:
  void SetUp() override {
    if (!starpu_engine_launch()) {
      GTEST_SKIP() << "the engine for StarPU was not built";
    }
  }
};

TEST_F(StarpuProcess, SaysHowItEnded) {
  const report::Json opening{{"app", "stencil,n=16,steps=1"}, {"cache", *starpu_cache()}, {"cpus", 1}, {"devices", 0}};
  auto session = StarpuSession::start(opening);
  ASSERT_TRUE(session) << session.error().format();
  const auto answer = session->ask({{"neither a plan nor a run", 1}}); // which it does not survive
  ASSERT_FALSE(answer);
  EXPECT_THAT(answer.error().message, HasSubstr("the run ended by signal"));
  const auto wrong = StarpuSession::start({{"app", "stencill"}, {"cache", "."}, {"cpus", 1}, {"devices", 0}});
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().message, HasSubstr("stencill"));
}

TEST_F(StarpuProcess, PlansThatCannotRunLeaveTheOthersAlone) {
  SubjectOptions which;
  which.app = "stencil,n=16,steps=1";
  which.machine = "box,cpus=2";
  const auto subject = open_subject(which);
  ASSERT_TRUE(subject);
  auto plans = StarpuPlans::make({{"app", "stencil,n=16,steps=1"}}, *subject);
  ASSERT_TRUE(plans);
  const auto plan = [&](const char* text) {
    return elaborate(mapper::language::SourceText{text, "m"}, subject->program, subject->graph, subject->machine)->plan;
  };
  plans->add("good", plan("Task * CPU;\n"));
  mapper::Plan bad = plan("Task * CPU;\n");
  bad.arguments.front().memory = {mapper::MemoryKind::fbmem, 0, 0}; // which no CPU works on
  plans->add("bad", bad);
  EXPECT_EQ(workers_of_plan(*subject, bad), workers_of_plan(*subject, plan("Task * CPU;\n"))) << "one process for both";
  EXPECT_TRUE(plans->run("good"));
  const auto refused = plans->run("bad");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::input);
  EXPECT_THAT(refused.error().message, HasSubstr("is not a memory that"));
  const auto again = plans->run("good");
  ASSERT_TRUE(again) << again.error().format();
  EXPECT_GT(again->run.makespan, 0);
  EXPECT_FALSE(again->run.work.empty());
  EXPECT_THAT(again->version, HasSubstr("1."));
}

} // namespace
} // namespace mapwright::cli
