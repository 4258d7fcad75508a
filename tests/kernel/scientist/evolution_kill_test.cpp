// A process that evolves a kernel is killed at random instants and begun again, in the middle of generations and of the
// end, until the run is over: the decisions are those of a run that was never disturbed.
#include "kernel/scientist/evolution_case.hpp"

#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

namespace mapwright::kernel::scientist {
namespace {

using loop::test::ArchiveFile;
using testing::EvolutionSession;

constexpr int least_kills = 8;

void prepare(EvolutionSession& session) {
  session.options.parallel = 3;
  session.options.seed = 7;
  session.options.budget.evaluations = 40;
  session.evaluator.pause_us = 3000;
}

/// Whether the session was killed; else it has ended the run.
bool run_and_kill(const ArchiveFile& file, std::chrono::microseconds delay) {
  const pid_t child = fork();
  if (child == 0) {
    {
      auto archive = loop::test::open(file);
      EvolutionSession session;
      prepare(session);
      session.go(archive);
    }
    _exit(::testing::Test::HasFailure() ? 4 : 0);
  }
  std::this_thread::sleep_for(delay);
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
  return WIFSIGNALED(status);
}

TEST(KilledEvolutionSlow, AtRandomInstantsTheDecisionsAreTheSame) {
  std::vector<std::string> expected;
  {
    const ArchiveFile file;
    auto archive = loop::test::open(file);
    EvolutionSession session;
    prepare(session);
    session.go(archive);
    expected = loop::test::decisions(archive, archive::RunId(1));
  }
  ASSERT_GT(expected.size(), 20U);
  measure::Random random(1);
  int kills = 0;
  while (kills < least_kills) {
    const ArchiveFile file;
    { auto created = loop::test::open(file); }
    while (run_and_kill(file, std::chrono::microseconds(random.below(200'000)))) {
      ++kills;
    }
    auto archive = loop::test::open(file);
    EXPECT_EQ(loop::test::decisions(archive, archive::RunId(1)), expected);
  }
}

} // namespace
} // namespace mapwright::kernel::scientist
