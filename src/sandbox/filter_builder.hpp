// Builds system call filters rule by rule (libseccomp). For the files of this folder that define one.
#pragma once

#include "core/error.hpp"
#include "sandbox/file_descriptor.hpp"
#include "sandbox/syscalls.hpp"

#include <cerrno>
#include <cstring>
#include <memory>

#include <fmt/format.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <sys/mman.h>

namespace mapwright::sandbox {

/// Allows whatever no rule names. System calls of another ABI kill.
class FilterBuilder {
public:
  FilterBuilder() : filter_(seccomp_init(SCMP_ACT_ALLOW), &seccomp_release) {
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

inline scmp_arg_cmp argument_is(unsigned index, scmp_compare how, std::uint64_t a, std::uint64_t b = 0) {
  return {index, how, a, b};
}

} // namespace mapwright::sandbox
