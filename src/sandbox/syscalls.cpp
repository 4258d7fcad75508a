#include "sandbox/syscalls.hpp"

#include "sandbox/file_descriptor.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include <fmt/format.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>

namespace mapwright::sandbox {
namespace {

/// Nothing a computing program needs: whoever calls one of these attacks.
constexpr std::array killed{
    // other processes and the kernel
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "pidfd_getfd", "kcmp", "bpf", "kexec_load",
    "kexec_file_load", "init_module", "finit_module", "delete_module", "userfaultfd",
    // file systems
    "mount", "umount2", "pivot_root", "chroot", "mount_setattr", "move_mount", "open_tree", "fsopen", "fsconfig",
    "fsmount", "fspick", "open_by_handle_at", "swapon", "swapoff", "quotactl", "acct",
    // keys, clock, hardware, namespaces of others
    "add_key", "request_key", "keyctl", "settimeofday", "clock_settime", "adjtimex", "clock_adjtime", "reboot", "iopl",
    "ioperm", "setns", "sethostname", "setdomainname", "syslog", "vhangup"};

/// Tried by ordinary libraries, which go on without.
constexpr std::array denied{"perf_event_open", "unshare",        "setsid",        "setpgid",
                            "fanotify_init",   "lookup_dcookie", "migrate_pages", "move_pages"};

/// As if the kernel were too old. clone3 takes its flags in memory, where no filter sees them: libraries fall back to
/// clone.
constexpr std::array unknown{"clone3", "io_uring_setup", "io_uring_enter", "io_uring_register"};

/// One clone flag for each kind of namespace.
constexpr std::array<std::uint64_t, 7> namespace_flags{CLONE_NEWUSER, CLONE_NEWNS,  CLONE_NEWPID,   CLONE_NEWNET,
                                                       CLONE_NEWIPC,  CLONE_NEWUTS, CLONE_NEWCGROUP};

class Builder {
public:
  Builder() : filter_(seccomp_init(SCMP_ACT_ALLOW), &seccomp_release) {
    check(filter_ ? 0 : -ENOMEM);
    check(seccomp_attr_set(filter_.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS));
  }

  /// Adds a rule for `call`; calls this architecture or this libseccomp does not know are skipped.
  template <class... Conditions> void on(const char* call, std::uint32_t action, Conditions... conditions) {
    const int number = seccomp_syscall_resolve_name(call);
    if (number != __NR_SCMP_ERROR && number >= 0) {
      check(seccomp_rule_add(filter_.get(), action, number, sizeof...(conditions), conditions...));
    }
  }

  /// The program the rules compile to.
  Result<FilterProgram> program() {
    FileDescriptor file(memfd_create("filter", MFD_CLOEXEC));
    check(file.valid() ? seccomp_export_bpf(filter_.get(), file.get()) : -errno);
    const off_t size = lseek(file.get(), 0, SEEK_END);
    FilterProgram program(size > 0 ? static_cast<std::size_t>(size) / sizeof(sock_filter) : 0);
    if (problem_ == 0 && pread(file.get(), program.data(), static_cast<std::size_t>(size), 0) != size) {
      check(-EIO);
    }
    if (problem_ != 0) {
      return fail(ErrorKind::machine, fmt::format("cannot build a system call filter: {}", std::strerror(-problem_)));
    }
    return program;
  }

private:
  void check(int result) { problem_ = problem_ != 0 ? problem_ : (result < 0 ? result : 0); }

  std::unique_ptr<void, void (*)(scmp_filter_ctx)> filter_;
  int problem_ = 0; ///< the first failure, a negative errno
};

scmp_arg_cmp argument_is(unsigned index, scmp_compare how, std::uint64_t a, std::uint64_t b = 0) {
  return {index, how, a, b};
}

} // namespace

Result<FilterProgram> make_filter(bool network) {
  Builder filter;
  for (const char* call : killed) {
    filter.on(call, SCMP_ACT_KILL_PROCESS);
  }
  for (const char* call : denied) {
    filter.on(call, SCMP_ACT_ERRNO(EPERM));
  }
  for (const char* call : unknown) {
    filter.on(call, SCMP_ACT_ERRNO(ENOSYS));
  }
  for (const std::uint64_t flag : namespace_flags) {
    filter.on("clone", SCMP_ACT_ERRNO(EPERM), argument_is(0, SCMP_CMP_MASKED_EQ, flag, flag));
  }
  filter.on("ioctl", SCMP_ACT_ERRNO(EPERM), argument_is(1, SCMP_CMP_MASKED_EQ, 0xffffffffU, TIOCSTI)); // typing to us
  if (!network) {
    filter.on("socket", SCMP_ACT_ERRNO(EPERM), argument_is(0, SCMP_CMP_NE, AF_UNIX));
    filter.on("socketpair", SCMP_ACT_ERRNO(EPERM), argument_is(0, SCMP_CMP_NE, AF_UNIX));
  }
  return filter.program();
}

std::string filter_library_version() {
  const scmp_version* version = seccomp_version();
  return fmt::format("{}.{}.{}", version->major, version->minor, version->micro);
}

bool install(const FilterProgram& program) noexcept {
  sock_fprog filter{static_cast<unsigned short>(program.size()), const_cast<sock_filter*>(program.data())};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

} // namespace mapwright::sandbox
