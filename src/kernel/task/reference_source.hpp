// The program around a reference.
#pragma once

#include "kernel/task/task.hpp"

#include <string>

namespace mapwright::kernel {

/// What the program writes before the results: it got that far.
inline constexpr std::uint64_t reference_magic = 0x6566657274796d77;

/// One translation unit: the declaration, `text` as it is, and a main that reads sizes, counts and elements from
/// standard input and writes the results to standard output:
///   in:  for each size an i64, for each argument an i64 (its number of elements), then the elements of each input
///   out: reference_magic, then for each output: values and scales as f64, or the elements of an integer output
std::string reference_program(const Task& task, const std::string& text);

/// "extern "C" void reference(...)".
std::string reference_declaration(const Task& task);

} // namespace mapwright::kernel
