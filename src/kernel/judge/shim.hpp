// The function through which a worker calls a C++ candidate.
#pragma once

#include "kernel/task/task.hpp"

#include <string>

namespace mapwright::kernel {

/// `source` with extern "C" void mapwright_call(const std::int64_t* sizes, void* const* buffers) behind it, which calls
/// the task's entry: arrays by their addresses, scalars by the values there.
std::string with_shim(const Task& task, const std::string& source);

} // namespace mapwright::kernel
