// A kernel somebody proposes: one source file. What the host must know of it (launches, scratch memory, tunables)
// stands in its first comment that begins with "mapwright", in TOML (docs/kernel-tasks.md):
//
//   /*mapwright
//   constraints = ["TS*TS <= 256"]
//   [tunables]
//   TS = {values = [4, 8, 16], default = 8}
//   [[scratch]]
//   name = "partial"
//   type = "f32"
//   shape = ["m"]
//   [[launch]]
//   kernel = "gemm"
//   groups = ["floor_div(n + TS - 1, TS)", "floor_div(m + TS - 1, TS)"]
//   group = ["TS", "TS"]
//   arguments = ["m", "n", "k", "a", "b", "c", "local(4*TS*TS)"]
//   */
#pragma once

#include "kernel/task/task.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace mapwright::kernel {

/// A number the source leaves open; given to the compiler as a macro of that name.
struct Tunable {
  std::string name;
  std::vector<std::int64_t> values; ///< allowed values, distinct, at least one
  std::int64_t preset = 0;          ///< one of them
};

/// A value for each tunable of a candidate.
using Tuning = std::map<std::string, std::int64_t>;

/// Device memory of the candidate's own, kept from launch to launch within one call; undefined before.
struct ScratchBuffer {
  std::string name;
  Element type = Element::f32;
  std::vector<expr::Expr> shape; ///< in sizes and tunables
};

/// What a launch passes.
struct BufferUse {
  std::string name; ///< an argument of the task that is no scalar, or a scratch buffer
};
struct ScalarUse {
  std::string name; ///< a scalar argument of the task
};
struct LocalUse {
  expr::Expr bytes; ///< memory shared by one group
};
using LaunchArgument = std::variant<BufferUse, ScalarUse, LocalUse, expr::Expr>; ///< Expr: a 64-bit integer

/// One kernel launch of a device back end. Launches of one call run one after the other.
struct LaunchPlan {
  std::string kernel;
  std::array<expr::Expr, 3> groups; ///< in sizes and tunables; each at least 1, or the launch is skipped when one is 0
  std::array<expr::Expr, 3> group;
  std::vector<LaunchArgument> arguments;
};

struct KernelCandidate {
  Backend backend = Backend::cpp;
  std::string source; ///< the whole file
  std::vector<Tunable> tunables{};
  std::vector<expr::Expr> constraints{}; ///< in the tunables; all must be non-zero
  std::vector<ScratchBuffer> scratch{};
  std::vector<LaunchPlan> launches{}; ///< empty for cpp
  std::string compiler{};             ///< cpp: "g++" or "clang++"; empty: the judge's
  std::vector<std::string> flags{};   ///< cpp: flags it is built with besides the judge's, each of allowed_flags()
};

/// The flags that a C++ kernel may ask for: they change how fast it is, and nothing of what it may do. "polly" stands
/// for LLVM's polyhedral optimiser and needs clang++.
const std::vector<std::string>& allowed_flags();

/// Whether a device candidate must say how it is launched: an evaluator of the user's own (external/) may know that.
enum class LaunchList : std::uint8_t { required, optional };

/// Reads a candidate's text. `file` is what errors call it. Input error at its place: bad TOML, unknown key, a name
/// that is no argument, size, tunable or scratch buffer, a default that violates the constraints, no launch (device
/// back ends), a launch (cpp).
Result<KernelCandidate> parse_candidate(const Task& task, Backend backend, std::string text, const std::string& file,
                                        LaunchList launches = LaunchList::required);

/// The same from a file; the back end follows from its extension.
Result<KernelCandidate> read_candidate(const Task& task, const std::filesystem::path& file,
                                       LaunchList launches = LaunchList::required);

/// The presets.
Tuning preset(const KernelCandidate& candidate);

/// Whether all constraints hold.
Result<bool> allowed(const KernelCandidate& candidate, const Tuning& tuning);

/// "-DTS=8" for each tunable.
std::vector<std::string> macros(const Tuning& tuning);

} // namespace mapwright::kernel
