#include "sandbox/syscalls.hpp"

#include "sandbox/filter_builder.hpp"

#include <array>

#include <fmt/format.h>
#include <sched.h>
#include <sys/ioctl.h>
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

} // namespace

Result<FilterProgram> make_filter(bool network) {
  FilterBuilder filter;
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
