// What NVRTC and hiprtc have in common: the same functions under names that begin with "nvrtc" and "hiprtc".
#pragma once

#include "core/dynamic_library.hpp"
#include "core/error.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::device {

/// What came of a compilation. A source that does not compile is an answer, not an error.
struct CompiledCode {
  std::optional<std::string> image{}; ///< nothing: rejected
  std::string log{};                  ///< what the compiler said
};

/// A compiler in a library, after nvrtc.h and hiprtc.h.
struct RuntimeCompiler {
  using Program = void*;
  std::string name; ///< for people: "NVRTC"
  std::string file; ///< what its messages call the source: "kernel.cu"
  DynamicLibrary library;
  int (*version)(int* major, int* minor) = nullptr;
  const char* (*error_string)(int code) = nullptr;
  int (*create)(Program*, const char* source, const char* name, int headers, const char* const*,
                const char* const*) = nullptr;
  int (*destroy)(Program*) = nullptr;
  int (*compile)(Program, int options, const char* const*) = nullptr;
  int (*log_size)(Program, std::size_t*) = nullptr;
  int (*log)(Program, char*) = nullptr;
};

/// How to get one kind of result out of a compiled program.
struct CodeGetter {
  int (*size)(RuntimeCompiler::Program, std::size_t*) = nullptr;
  int (*bytes)(RuntimeCompiler::Program, char*) = nullptr;
};

/// Looks up all functions in the compiler's library; false when one is missing.
bool bind(RuntimeCompiler& compiler, const std::string& prefix);
bool bind(CodeGetter& getter, const DynamicLibrary& library, const char* size, const char* bytes);

/// Compiles. Input error for an option it does not know, machine error when it fails for a reason of its own.
Result<CompiledCode> compile(const RuntimeCompiler& compiler, const CodeGetter& result, const std::string& source,
                             const std::vector<std::string>& options);

} // namespace mapwright::device
