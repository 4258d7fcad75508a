// What a candidate finds around it: nothing worth having.
#include "runner_case.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <unistd.h>

namespace mapwright::kernel {
namespace {

using testing::header;
using testing::RunnerTest;
using testing::scale_inputs;
using testing::scale_source;
using testing::values;

class SurroundingsTest : public RunnerTest {
protected:
  void expect_answers(const std::string& code, const std::vector<float>& expected) {
    EXPECT_EQ(answers(code, expected.size()), expected) << code;
  }
  bool full() const { return level == sandbox::Level::full; }
};

TEST_F(SurroundingsTest, EnvironmentHasNoSecrets) {
  setenv("MAPWRIGHT_TEST_SECRET", "a key", 1);
  expect_answers(
      "b[0] = std::getenv(\"MAPWRIGHT_TEST_SECRET\") != nullptr;"
      "const char* threads = std::getenv(\"OMP_NUM_THREADS\"); b[1] = threads ? std::atoi(threads) : -1;"
      "const char* wait = std::getenv(\"OMP_WAIT_POLICY\"); b[2] = wait && std::strcmp(wait, \"passive\") == 0;",
      {0, 2, 1});
  unsetenv("MAPWRIGHT_TEST_SECRET");
}

TEST_F(SurroundingsTest, NetworkIsClosed) {
  expect_answers("b[0] = socket(AF_INET, SOCK_STREAM, 0) >= 0; b[1] = socket(AF_INET6, SOCK_DGRAM, 0) >= 0;"
                 "b[2] = socket(AF_UNIX, SOCK_STREAM, 0) >= 0;",
                 {0, 0, 0});
}

TEST_F(SurroundingsTest, NothingCanBeWritten) {
  expect_answers("b[0] = open(\"left\", O_CREAT | O_WRONLY, 0644) >= 0;"
                 "b[1] = open(\"/tmp/left\", O_CREAT | O_RDWR, 0644) >= 0;"
                 "b[2] = open(\"/dev/shm/left\", O_CREAT | O_RDWR, 0644) >= 0;"
                 "b[3] = mkdir(\"/tmp/directory\", 0755) == 0;"
                 "b[4] = open(\"/proc/self/mem\", O_RDWR) >= 0;"
                 "b[5] = memfd_create(\"file\", 0) >= 0;"
                 "b[6] = unlink(\"/tmp/left\") == 0; b[7] = std::fopen(\"/tmp/left\", \"w\") != nullptr;",
                 {0, 0, 0, 0, 0, 0, 0, 0});
}

TEST_F(SurroundingsTest, OtherProcessesCannotBeReached) {
  expect_answers(fmt::format("b[0] = kill(-1, 0) == 0; b[1] = kill(1, 0) == 0; b[2] = kill({}, 0) == 0;"
                             "b[3] = kill(getpid(), 0) == 0;",
                             getpid()),
                 {0, 0, 0, 1});
}

TEST_F(SurroundingsTest, OtherProcessesCannotBeSeen) {
  if (!full()) {
    GTEST_SKIP() << "level " << to_string(level) << " hides no processes";
  }
  expect_answers("int others = 0; if (DIR* proc = opendir(\"/proc\")) { while (dirent* entry = readdir(proc)) { "
                 "const int pid = std::atoi(entry->d_name); char exe[64], to[512]; "
                 "std::snprintf(exe, sizeof exe, \"/proc/%d/environ\", pid); "
                 "others += pid > 2 && pid != getpid(); } }"
                 "b[0] = others;",
                 {0});
}

TEST_F(SurroundingsTest, OtherFilesCannotBeRead) {
  if (!full()) {
    GTEST_SKIP() << "level " << to_string(level) << " hides no files";
  }
  const std::filesystem::path expected = std::filesystem::temp_directory_path() / "mapwright-expected-outputs";
  std::ofstream(expected) << "the answer";
  expect_answers(fmt::format("b[0] = open(\"{}\", O_RDONLY) >= 0; b[1] = open(\"{}/CMakeLists.txt\", O_RDONLY) >= 0;"
                             "b[2] = open(\"/etc/passwd\", O_RDONLY) >= 0;",
                             expected.string(), MAPWRIGHT_SOURCE_DIR),
                 {0, 0, 0});
  std::filesystem::remove(expected);
}

TEST_F(SurroundingsTest, NoTimerInterruptsTheWorker) {
  expect_answers("itimerval soon{{0, 1000}, {0, 1000}}; b[0] = setitimer(ITIMER_REAL, &soon, nullptr) == 0;"
                 "timer_t timer; b[1] = timer_create(CLOCK_MONOTONIC, nullptr, &timer) == 0;",
                 {0, 0});
}

TEST_F(SurroundingsTest, SharedMemoryKeepsItsSize) {
  // The judge reads it: if it could be cut, the judge would crash.
  expect_answers("int cut = 0, filled = 0; for (int fd = 3; fd < 256; ++fd) { struct stat info; "
                 "if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode)) { cut += ftruncate(fd, 0) == 0; "
                 "filled += ftruncate(fd, 1L << 29) == 0; } } b[0] = cut; b[1] = filled;",
                 {0, 0});
}

TEST_F(SurroundingsTest, TheInputsFileCannotBeWritten) {
  // Every descriptor that takes a write has to be the outputs' memory or a pipe.
  const CallResult result =
      once(std::string("#include <sys/stat.h>\n#include <unistd.h>\n#include <sys/mman.h>\n") + header + R"({
    *total = 0;
    for (int fd = 3; fd < 256; ++fd) {
      struct stat info;
      if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) continue;
      void* all = mmap(nullptr, info.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
      *total += all != MAP_FAILED ? 1 : 0;
    }
  })");
  ASSERT_EQ(to_string(result.status), "done") << result.evidence;
  EXPECT_EQ(values<std::int64_t>(result.outputs[3]).front(), 1);
}

TEST_F(SurroundingsTest, SharedMemoryHoldsThePresentCallOnly) {
  // It looks through all shared memory: during a call it finds that call's input, and never a later one.
  const auto candidate = runner(std::string(R"cpp(
#include <atomic>
#include <cstdint>
#include <cstring>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
static std::atomic<float> seen{-1};
static void watch() {
  for (int fd = 3; fd < 256; ++fd) {
    struct stat info;
    if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) continue;
    const char* all = static_cast<const char*>(mmap(nullptr, info.st_size, PROT_READ, MAP_SHARED, fd, 0));
    if (all == MAP_FAILED) continue;
    for (long i = 0; i + 8 <= info.st_size; i += 4) {
      float pair[2];
      std::memcpy(pair, all + i, sizeof pair);
      if (pair[0] == 777 && pair[1] > seen) seen = pair[1];
    }
  }
}
)cpp") + header + R"cpp( {
  b[0] = seen; // what was seen before this call began
  watch();
  b[1] = seen;
})cpp");
  ASSERT_TRUE(candidate);
  for (int i = 1; i < 5; ++i) {
    Inputs inputs = scale_inputs(2);
    inputs.values[0] = testing::elements(std::vector<float>{777, static_cast<float>(i)});
    const CallResult result = call(*candidate, inputs);
    ASSERT_EQ(to_string(result.status), "done") << result.evidence;
    EXPECT_EQ(values<float>(result.outputs[2]),
              (std::vector<float>{i == 1 ? -1.0F : static_cast<float>(i - 1), static_cast<float>(i)}));
  }
}

} // namespace
} // namespace mapwright::kernel
