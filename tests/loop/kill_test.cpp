// A process that runs the loop is killed at random instants and begun again, until the run is over: nothing that was
// committed is lost, and the decisions are those of a run that was never disturbed.
#include "loop/toy.hpp"

#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

namespace mapwright::loop::test {
namespace {

constexpr int least_kills = 50;

void prepare(Session& session) {
  session.options.parallel = 3;
  session.options.seed = 5;
  session.options.budget.evaluations = 400;
  session.distance.pause = [](StepContext& context) {
    std::this_thread::sleep_for(std::chrono::microseconds(context.random().below(8000)));
  };
}

/// One session in a process of its own; exit code 0 when the run is over. After each commit its number goes to `pipe`.
[[noreturn]] void session_process(const ArchiveFile& file, int pipe) {
  {
    auto archive = open(file);
    Session session(std::make_shared<CountingModel>());
    prepare(session);
    session.observer = [pipe](const archive::Step& step, const History&) {
      const std::uint64_t number = step.number;
      if (write(pipe, &number, sizeof number) != sizeof number) {
        _exit(3);
      }
    };
    session.go(archive);
  }
  _exit(testing::Test::HasFailure() ? 4 : 0);
}

struct KilledSession {
  bool killed = false;
  int code = -1;
  std::uint64_t acknowledged = 0; ///< steps whose commit was told of
};

/// Runs a session and kills it after `delay`, if it is still there.
KilledSession run_and_kill(const ArchiveFile& file, std::chrono::microseconds delay) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    session_process(file, ends[1]);
  }
  close(ends[1]);
  std::this_thread::sleep_for(delay);
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  KilledSession session;
  session.killed = WIFSIGNALED(status);
  session.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  std::uint64_t number = 0;
  while (read(ends[0], &number, sizeof number) == sizeof number) {
    session.acknowledged = std::max(session.acknowledged, number + 1);
  }
  close(ends[0]);
  return session;
}

TEST(KilledSlow, AtRandomInstantsNothingIsLostAndTheDecisionsAreTheSame) {
  std::vector<std::string> expected;
  {
    const ArchiveFile file;
    auto archive = open(file);
    Session session(std::make_shared<CountingModel>());
    prepare(session);
    session.go(archive);
    expected = decisions(archive, archive::RunId(1));
  }
  measure::Random random(1);
  int kills = 0;
  int runs = 0;
  while (kills < least_kills) {
    const ArchiveFile file;
    { auto created = open(file); }
    ++runs;
    for (;;) {
      const KilledSession session = run_and_kill(file, std::chrono::microseconds(random.below(300'000)));
      auto archive = archive::Archive::open(file.path(), archive::Access::read);
      ASSERT_TRUE(archive) << archive.error().format();
      if (!archive->runs()->empty()) {
        EXPECT_GE(*archive->step_count(archive::RunId(1)), session.acknowledged) << "a committed step is lost";
      }
      if (!session.killed) {
        ASSERT_EQ(session.code, 0);
        break;
      }
      ++kills;
    }
    auto archive = open(file);
    EXPECT_EQ(decisions(archive, archive::RunId(1)), expected);
    // Each question was asked again only where the reply had not been written down.
    EXPECT_LE(archive.exchanges(archive::RunId(1))->size(), expected.size() + 3U * static_cast<std::size_t>(kills));
  }
  EXPECT_GE(kills, least_kills);
}

} // namespace
} // namespace mapwright::loop::test
