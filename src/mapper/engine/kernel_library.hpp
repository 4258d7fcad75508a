// Kernels of a user's program: from a shared library, and from files in OpenCL C that the program names.
#pragma once

#include "core/error.hpp"
#include "mapper/engine/kernels.hpp"
#include "mapper/program/program.hpp"

#include <string>

namespace mapwright::mapper {

/// The host kernels of a program: of each kind of task the function of its name (task_kernel.h), as far as the library
/// has one. Input error: the library does not open.
Result<KernelTable> open_kernels(const Program& program, const std::string& path);

/// Whether a variant of the program names a kernel in OpenCL C.
bool has_device_kernels(const Program& program);

/// Adds the kernels in OpenCL C that the program names to the table; their files are looked for in `folder`. Input
/// error: a file cannot be read or is too large.
Result<void> add_device_kernels(const Program& program, const std::string& folder, KernelTable& kernels);

} // namespace mapwright::mapper
