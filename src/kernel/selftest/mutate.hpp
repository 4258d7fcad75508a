// Mutants by language. For mutant.cpp.
#pragma once

#include "kernel/selftest/mutant.hpp"

#include <string>

namespace mapwright::kernel {

/// A statement that makes the stored element `x` another number, farther away than any tolerance.
std::string off_by_much(Element type, const std::string& x);

/// The kernel's function under another name, and one of its own name that calls it, or does not.
Mutant mutate_cpp(const Task& task, const KernelCandidate& kernel, Mutation mutation);

/// Kernels before or behind those of the launch list, or in their place.
Mutant mutate_device(const Task& task, const KernelCandidate& kernel, Mutation mutation);

} // namespace mapwright::kernel
