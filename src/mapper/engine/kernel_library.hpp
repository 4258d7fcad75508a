// Kernels of a user's program, from a shared library.
#pragma once

#include "core/error.hpp"
#include "mapper/engine/kernels.hpp"
#include "mapper/program/program.hpp"

#include <string>

namespace mapwright::mapper {

/// The host kernels of a program: of each kind of task the function of its name (task_kernel.h), as far as the library
/// has one. Input error: the library does not open.
Result<KernelTable> open_kernels(const Program& program, const std::string& path);

} // namespace mapwright::mapper
