// The reference of a task: plain C++ in double precision, compiled once, run apart from us and from every candidate.
#pragma once

#include "kernel/task/data.hpp"
#include "sandbox/level.hpp"

#include <memory>

namespace mapwright::kernel {

/// A compiled reference. Its interface (docs/kernel-tasks.md): extern "C" void reference(sizes..., arguments...), where
/// an input is a pointer to its stored elements (a scalar: its value), a float output NAME is double* NAME, double*
/// NAME_scale, an integer output a pointer to its elements; an in_out is first the input, then the output.
class Reference {
public:
  virtual ~Reference() = default;
  /// The expected outputs. Input error naming the task's reference when it crashes, takes too long, or gives a scale
  /// that is negative, infinite or not a number. Thread-safe.
  virtual Result<Expectation> compute(const Inputs& inputs) = 0;
};

/// Compiles folder/reference.cpp in the sandbox. Input error with the compiler's words when it does not compile;
/// machine error without a compiler.
Result<std::unique_ptr<Reference>> compile_reference(const Task& task, sandbox::Level least = sandbox::Level::full);

} // namespace mapwright::kernel
