// A tuning problem in the format T1 of the auto-tuning community (input-schema.json, github.com/odgaard/TuningSchema),
// with the members that Kernel Tuner adds: what of it makes a kernel task.
#pragma once

#include "kernel/task/task.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel {

/// A tuning parameter whose values are integers (truth values are 1 and 0).
struct T1Parameter {
  std::string name;
  std::vector<std::int64_t> values{};
  std::optional<std::int64_t> preset{};
};

/// What an argument of the kernel is.
enum class T1Memory : std::uint8_t { scalar, vector, local };

struct T1Argument {
  std::string name; ///< argN where the file gives none
  Element type = Element::f32;
  T1Memory memory = T1Memory::vector;
  Intent intent = Intent::in;
  std::uint64_t elements = 1; ///< float4 counts as four
  std::string distribution{}; ///< as task.toml writes it; empty for outputs and local memory
};

struct T1Problem {
  Backend backend = Backend::opencl;
  std::string kernel;      ///< name of the function
  std::string kernel_file; ///< as written
  std::vector<T1Parameter> parameters{};
  std::vector<std::string> constraints{};           ///< in our expressions
  std::array<std::string, 3> groups{"1", "1", "1"}; ///< in our expressions
  std::array<std::string, 3> group{"1", "1", "1"};
  std::vector<T1Argument> arguments{};
  std::vector<std::string> left_out{}; ///< what the file says and a task does not: sentences for people
};

/// Reads a T1 file. `file` is what errors call it. Input error at its place: no JSON, a member that lacks or has the
/// wrong type, an expression that integers cannot say, a type or a language that kernels have not here.
Result<T1Problem> parse_t1(std::string_view text, const std::string& file);

} // namespace mapwright::kernel
