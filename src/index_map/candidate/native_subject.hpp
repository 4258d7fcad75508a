// A C or C++ function as a subject: compiled and run in the sandbox, never in our address space.
#pragma once

#include "index_map/candidate/subject.hpp"
#include "sandbox/level.hpp"

#include <memory>
#include <string>
#include <vector>

namespace mapwright::index_map::candidate {

struct NativeTask {
  std::string source;   ///< text of the candidate
  std::string file;     ///< its name, for diagnostics
  std::string function; ///< a name, possibly qualified
  std::size_t sizes = 1;
  std::vector<std::string> dimensions;
  double seconds = 60; ///< wall time of all runs together
  sandbox::Level least = sandbox::Level::full;
  std::string shim{};               ///< text before the candidate (source_file.hpp)
  std::vector<std::string> flags{}; ///< of the compiler, besides -std=c++20 -O2 -ffp-contract=off
};

class NativeSubject : public Subject {
public:
  /// The containment the function runs in.
  [[nodiscard]] virtual std::string level() const = 0;
};

/// Compiles. Errors: input, with the compiler's diagnostics, when the source does not compile, has no such function or
/// one of another form; machine, when there is no compiler or no sandbox.
Result<std::unique_ptr<NativeSubject>> native_subject(const NativeTask& task);

} // namespace mapwright::index_map::candidate
