#include "sandbox/confine.hpp"

#include "sandbox/filter_builder.hpp"

#include <array>

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace mapwright::sandbox {
namespace {

constexpr std::array killed_inside{"execve", "execveat", "fork", "vfork"};

/// What changes files, makes channels to others, or interrupts the process later on.
constexpr std::array denied_inside{
    // files and names
    "creat", "truncate", "mkdir", "mkdirat", "mknod", "mknodat", "link", "linkat", "symlink", "symlinkat", "unlink",
    "unlinkat", "rmdir", "rename", "renameat", "renameat2", "chmod", "fchmod", "fchmodat", "chown", "fchown", "lchown",
    "fchownat", "setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr", "utimensat",
    // channels and named memory
    "socket", "socketpair", "bind", "connect", "listen", "accept", "accept4", "shmget", "shmat", "msgget", "semget",
    "mq_open", "memfd_create", "memfd_secret",
    // signals to come
    "setitimer", "timer_create", "alarm", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_send_signal", "pidfd_open",
    "tkill"};

/// Take their flags in memory, where no filter sees them.
constexpr std::array unknown_inside{"openat2", "clone3"};

/// Rules for `call`, whose flags are argument `index`: nothing but reading.
void read_only(FilterBuilder& filter, const char* call, unsigned index) {
  for (const unsigned mode : {O_WRONLY + 0U, O_RDWR + 0U, O_ACCMODE + 0U}) {
    filter.on(call, SCMP_ACT_ERRNO(EACCES), argument_is(index, SCMP_CMP_MASKED_EQ, O_ACCMODE, mode));
  }
  for (const unsigned flag : {O_CREAT + 0U, O_TRUNC + 0U}) {
    filter.on(call, SCMP_ACT_ERRNO(EACCES), argument_is(index, SCMP_CMP_MASKED_EQ, flag, flag));
  }
}

Result<void> install_in_all_threads(const FilterProgram& program) {
  sock_fprog filter{static_cast<unsigned short>(program.size()), const_cast<sock_filter*>(program.data())};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter) != 0) {
    return fail(ErrorKind::machine, fmt::format("cannot install a system call filter: {}", std::strerror(errno)));
  }
  return {};
}

// Landlock, whose header may be older than the kernel.
struct LandlockRules {
  std::uint64_t files;
  std::uint64_t network;
  std::uint64_t scopes;
};
struct [[gnu::packed]] LandlockBeneath {
  std::uint64_t allowed;
  std::int32_t directory;
};
constexpr std::uint64_t writing = 0x7ff2;    ///< every right of version 3 that changes something
constexpr std::uint64_t reading = 0xc;       ///< of files and of directories
constexpr std::uint64_t since_2 = 1U << 13U; ///< LANDLOCK_ACCESS_FS_REFER
constexpr std::uint64_t since_3 = 1U << 14U; ///< LANDLOCK_ACCESS_FS_TRUNCATE
constexpr std::uint64_t tcp = 0x3;           ///< since version 4: bind, connect
constexpr std::uint64_t scopes = 0x3;        ///< since version 6: abstract sockets, signals

/// Where a computation finds out about its machine.
constexpr std::array readable{"/proc", "/sys", "/dev"};

/// Allows to read what lies in `directory`; a directory that is not there cannot be read anyway.
void allow_reading(const FileDescriptor& set, const char* directory) {
  constexpr int beneath = 1; // LANDLOCK_RULE_PATH_BENEATH
  const FileDescriptor opened(open(directory, O_PATH | O_CLOEXEC));
  const LandlockBeneath rule{reading, opened.get()};
  syscall(SYS_landlock_add_rule, set.get(), beneath, &rule, 0U);
}

/// Forbids all writing of files, and reading but of what is readable; false without Landlock.
bool landlock() {
  constexpr unsigned ask_version = 1;
  const long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, ask_version);
  if (version < 1) {
    return false;
  }
  LandlockRules rules{writing | reading, 0, 0};
  rules.files &= version < 2 ? ~since_2 : ~0ULL;
  rules.files &= version < 3 ? ~since_3 : ~0ULL;
  rules.network = version >= 4 ? tcp : 0;
  rules.scopes = version >= 6 ? scopes : 0;
  const std::size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  const FileDescriptor set(static_cast<int>(syscall(SYS_landlock_create_ruleset, &rules, size, 0U)));
  if (!set.valid()) {
    return false;
  }
  for (const char* directory : readable) {
    allow_reading(set, directory);
  }
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_landlock_restrict_self, set.get(), 0U) == 0;
}

} // namespace

Result<bool> confine_to_computing() {
  const bool landlocked = landlock();
  FilterBuilder filter;
  for (const char* call : killed_inside) {
    filter.on(call, SCMP_ACT_KILL_PROCESS);
  }
  for (const char* call : denied_inside) {
    filter.on(call, SCMP_ACT_ERRNO(EPERM));
  }
  for (const char* call : unknown_inside) {
    filter.on(call, SCMP_ACT_ERRNO(ENOSYS));
  }
  filter.on("clone", SCMP_ACT_KILL_PROCESS, argument_is(0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  read_only(filter, "open", 1);
  read_only(filter, "openat", 2);
  const auto self = static_cast<std::uint64_t>(getpid());
  for (const char* call : {"kill", "tgkill"}) { // abort() signals itself
    filter.on(call, SCMP_ACT_ERRNO(EPERM), argument_is(0, SCMP_CMP_NE, self));
  }
  const Result<FilterProgram> program = filter.program();
  if (!program) {
    return forward(program);
  }
  const Result<void> installed = install_in_all_threads(*program);
  return installed ? Result<bool>(landlocked) : forward(installed);
}

Result<void> confine_to_present_threads() {
  FilterBuilder filter;
  filter.on("clone3", SCMP_ACT_ERRNO(ENOSYS));
  filter.on("clone", SCMP_ACT_ERRNO(EPERM), argument_is(0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
  filter.on("clone", SCMP_ACT_ERRNO(EPERM), argument_is(0, SCMP_CMP_MASKED_EQ, CLONE_VM | CLONE_VFORK, CLONE_VM));
  const Result<FilterProgram> program = filter.program();
  return program ? install_in_all_threads(*program) : forward(program);
}

} // namespace mapwright::sandbox
