// What a process can no longer do after it has confined itself.
#include "sandbox/confine.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mapwright::sandbox {
namespace {

/// How a child ends that confines itself and then does `what`: its exit code, or minus the signal.
int ending(bool (*confine)(), const std::function<int()>& what) {
  const pid_t child = fork();
  if (child == 0) {
    _exit(confine() ? what() : 99);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

int computing(const std::function<int()>& what) {
  return ending([] { return confine_to_computing().has_value(); }, what);
}

int present_threads(const std::function<int()>& what) {
  return ending([] { return confine_to_present_threads().has_value(); }, what);
}

bool refused(long result) {
  return result < 0 && (errno == EPERM || errno == EACCES || errno == ENOSYS);
}

TEST(Confine, ComputingGoesOn) {
  EXPECT_EQ(computing([] {
              int sum = 0;
              std::thread([&] { sum = 7; }).join();
              const int zero = open("/dev/zero", O_RDONLY);
              void* memory = mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
              return sum == 7 && zero >= 0 && memory != MAP_FAILED && kill(getpid(), 0) == 0 ? 0 : 1;
            }),
            0);
}

TEST(Confine, NewProcessesAndProgramsKill) {
  EXPECT_EQ(computing([] { return fork() == 0 ? 0 : 1; }), -SIGSYS);
  EXPECT_EQ(computing([] { return vfork() == 0 ? (_exit(0), 0) : 1; }), -SIGSYS);
  EXPECT_EQ(computing([] { return execl("/bin/true", "true", nullptr); }), -SIGSYS);
  EXPECT_EQ(computing([] { return std::system("true"); }), -SIGSYS);
}

TEST(Confine, WritingAndChannelsFail) {
  EXPECT_EQ(computing([] {
              int bad = 0;
              bad += refused(open("/dev/null", O_WRONLY)) ? 0 : 1;
              bad += refused(open("/dev/null", O_RDWR)) ? 0 : 2;
              bad += refused(open("/tmp/confined", O_RDONLY | O_CREAT, 0644)) ? 0 : 4;
              bad += refused(mkdir("/tmp/confined", 0755)) ? 0 : 8;
              bad += refused(socket(AF_UNIX, SOCK_STREAM, 0)) ? 0 : 16;
              bad += refused(memfd_create("confined", 0)) ? 0 : 32;
              bad += refused(kill(getppid(), 0)) ? 0 : 64;
              return bad;
            }),
            0);
}

TEST(Confine, LibrariesCannotBeOpenedWhereThereIsLandlock) {
  EXPECT_EQ(computing([] {
              const bool known = open("/proc/self/maps", O_RDONLY) >= 0 && open("/sys", O_RDONLY) >= 0;
              return known && open("/dev/null", O_RDONLY) >= 0 ? 0 : 1;
            }),
            0);
  const int with_landlock = ending([] { return confine_to_computing().value_or(false); },
                                   [] {
                                     const bool closed = refused(open("/usr", O_RDONLY | O_DIRECTORY)) &&
                                                         refused(open("/etc/passwd", O_RDONLY)) &&
                                                         refused(open("/proc/self/exe", O_RDONLY));
                                     return closed ? 0 : 1;
                                   });
  if (with_landlock == 99) {
    GTEST_SKIP() << "this kernel has no Landlock";
  }
  EXPECT_EQ(with_landlock, 0);
}

TEST(Confine, LandlockIsUsedWhereItIs) {
  constexpr unsigned ask_version = 1;
  const long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, ask_version);
  if (version < 1) {
    GTEST_SKIP() << "this kernel has no Landlock";
  }
  EXPECT_EQ(ending([] { return confine_to_computing().value_or(false); }, [] { return 0; }), 0);
}

TEST(Confine, PresentThreadsAndALinkerGoOn) {
  EXPECT_EQ(present_threads([] { return std::system("exit 5") == 5 << 8 ? 0 : 1; }), 0);
}

TEST(Confine, NoFurtherThreads) {
  EXPECT_EQ(present_threads([] {
              pthread_t thread{};
              return pthread_create(
                         &thread, nullptr, [](void*) -> void* { return nullptr; }, nullptr) != 0
                         ? 0
                         : 1;
            }),
            0);
}

} // namespace
} // namespace mapwright::sandbox
