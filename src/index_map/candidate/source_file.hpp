// Somebody's source file: its text, its language, and what must stand before it so that a C++ compiler takes it.
#pragma once

#include "core/error.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace mapwright::index_map::candidate {

enum class Language : std::uint8_t {
  text,   ///< the expression language: .map
  cpp,    ///< C or C++
  cuda,   ///< .cu, .cuh
  opencl, ///< .cl
};
/// "map", "cpp", "cuda" or "opencl".
std::string_view to_string(Language language);

struct SourceFile {
  std::string name;   ///< without its directory
  std::string source; ///< as the compiler is given it
  Language language = Language::cpp;
};

/// Reads a file of at most 4 MiB whose extension names its language; CUDA and OpenCL text comes as `as_cpp.hpp` writes
/// it. Input errors.
Result<SourceFile> read_source_file(const std::filesystem::path& file);

/// Types and functions that CUDA or OpenCL C have and C++ has not, with the arithmetic of the host; empty for others.
std::string shim_of(Language language);

} // namespace mapwright::index_map::candidate
