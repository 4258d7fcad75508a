// What CUDA and OpenCL C write that a C++ compiler does not take, rewritten in place: every character keeps its line
// and column, so that a compiler's messages point into the user's file.
#pragma once

#include <string>

namespace mapwright::index_map::candidate {

/// CUDA text without the #include lines of CUDA's own headers, which become spaces.
std::string cuda_as_cpp(std::string source);

/// OpenCL text with its vector literals `(int2)(a, b)` as ` int2 (a, b)`.
std::string opencl_as_cpp(std::string source);

} // namespace mapwright::index_map::candidate
