// Kernels that are wrong on purpose, made from a right one: what a judge must see through, for every task.
#pragma once

#include "kernel/candidate/candidate.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel {

/// How a mutant differs from the kernel it was made of.
enum class Mutation : std::uint8_t {
  zero,       ///< writes zeros, computes nothing
  constant,   ///< writes ones
  input_copy, ///< writes its first input, repeated
  one_wrong,  ///< the last element of the last output is off
  partial,    ///< leaves the last sixteenth of each output unwritten
  stale,      ///< from the second call on gives the first call's outputs again
  imprecise,  ///< rounds its floating-point inputs to eleven significant bits first, as a TF32 unit does
  crash,      ///< writes to address 0
  endless,    ///< never returns
  slow,       ///< does the work five times: valid, but slower
};

/// "zero", "constant", "input-copy", ...
std::string_view to_string(Mutation mutation);

/// All mutations in order.
std::vector<Mutation> all_mutations();

/// `kernel` with the mutation, or why there is none for this task and back end: a sentence.
struct Mutant {
  std::optional<KernelCandidate> candidate{};
  std::string why_not{};
};
Mutant mutate(const Task& task, const KernelCandidate& kernel, Mutation mutation);

} // namespace mapwright::kernel
