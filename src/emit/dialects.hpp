// The makers of the dialects, one per file; emit.cpp lists them.
#pragma once

#include "emit/emit.hpp"

#include <memory>

namespace mapwright::emit {

std::unique_ptr<Dialect> new_cpp();
std::unique_ptr<Dialect> new_opencl();
std::unique_ptr<Dialect> new_cuda();
std::unique_ptr<Dialect> new_hip();
std::unique_ptr<Dialect> new_sycl();
std::unique_ptr<Dialect> new_python();
std::unique_ptr<Dialect> new_numpy();
std::unique_ptr<Dialect> new_triton();

} // namespace mapwright::emit
