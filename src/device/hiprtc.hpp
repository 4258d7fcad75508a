// hiprtc, AMD's run-time compiler for HIP: needs neither a GPU nor a driver. Debian's brings an LLVM that does not bear
// PoCL's beside it: a process compiles with one of the two.
#pragma once

#include "core/error.hpp"
#include "device/runtime_compiler.hpp"

#include <string>
#include <vector>

namespace mapwright::device {

/// One compilation.
struct HiprtcJob {
  std::string source{};
  std::string architecture{};         ///< "gfx90a", "gfx942:xnack-"; empty: that of the thread's device
  std::vector<std::string> options{}; ///< as hiprtcCompileProgram takes them
};

/// What is installed.
struct HiprtcVersion {
  int major = 0;
  int minor = 0;
  std::string library{}; ///< the name or path under which it was opened
};

/// The files in which hiprtc is looked for. Before ROCm 6 it is a part of the runtime's library.
std::vector<std::string> hiprtc_libraries();

/// The installed hiprtc. Opened once. Machine error naming the package when there is none.
Result<HiprtcVersion> hiprtc_version();

/// Compiles to a code object. Machine error without hiprtc.
Result<CompiledCode> hiprtc_compile(const HiprtcJob& job);

} // namespace mapwright::device
