// Compiles untrusted C++ inside the sandbox: a compiler that reads hostile source is hostile too.
#pragma once

#include "core/error.hpp"
#include "sandbox/outcome.hpp"
#include "sandbox/policy.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mapwright::sandbox {

/// What a compilation makes.
enum class Binary : std::uint8_t { executable, shared_object };

/// One compilation.
struct Compilation {
  std::string source{};           ///< the text of one translation unit
  std::string name = "candidate"; ///< files are scratch/NAME.cpp and scratch/NAME or scratch/NAME.so
  Binary binary = Binary::executable;
  std::string compiler = "g++"; ///< a name in the policy's PATH, or a path the policy lets it read
  std::vector<std::string> flags{"-std=c++20", "-O2"}; ///< trusted: they are the task's, not the source's
};

/// What came of it. A source that does not compile is an answer, not an error.
struct Compiled {
  std::optional<std::filesystem::path> binary{}; ///< inside the scratch directory; nothing if it did not compile
  std::string diagnostics{};                     ///< what the compiler said, warnings too; cut at Policy::output
  Outcome outcome{};                             ///< how the compiler ended: rejected source, time, memory, crash
};

/// Compiles under `policy`, whose scratch directory must be set and whose read_only paths must hold the directories
/// that -I names. Below Level::full the source can include whatever the sandbox's user may read.
/// Input error without a scratch directory or with a name that is not a plain file name; machine error when the
/// compiler is missing or the sandbox cannot be set up; of kind answer_no when `stop` was requested before it had
/// ended.
Result<Compiled> compile_cxx(const Compilation& compilation, const Policy& policy, const std::stop_token& stop = {});

} // namespace mapwright::sandbox
