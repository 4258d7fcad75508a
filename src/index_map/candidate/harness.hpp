// The program a C or C++ candidate is compiled into: reads requests, calls the function, writes points.
//
// The candidate comes first in the translation unit, so that it stands on its own includes; the harness follows and
// finds the call form from the function's type. Integers pass in both directions as 64-bit words in memory order:
//   request: one word per size, the first index, the number of indices
//   answer:  `harness_magic`, then one word per dimension for each point
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mapwright::index_map::candidate {

inline constexpr std::int64_t harness_magic = 0x6d61'7077'7269'6768;

/// How the program exits when the candidate wrote beside its outputs.
inline constexpr int out_of_bounds_code = 119;

/// What the harness is made for.
struct HarnessTask {
  std::string source;   ///< text of the candidate
  std::string file;     ///< its name, for diagnostics
  std::string function; ///< a name, possibly qualified
  std::size_t sizes = 1;
  std::vector<std::string> dimensions;
  std::string shim{};  ///< text before the candidate: what its language has and C++ has not
  bool by_type = true; ///< from the function's own type; false: by trying calls (templates, overloads)
};

/// The translation unit without the harness: what is wrong in it is wrong in the source, and is said there.
std::string source_alone(const HarnessTask& task);

/// One translation unit. The program's first argument is "limits" (prints the greatest values the types hold: each
/// size, the index, the coordinates; then whether it takes the sizes), "fast" or "careful" (every point is written
/// before the next one is computed).
std::string harness_source(const HarnessTask& task);

/// Whether `function` is an identifier, possibly qualified by namespaces.
bool is_function_name(const std::string& function);

} // namespace mapwright::index_map::candidate
