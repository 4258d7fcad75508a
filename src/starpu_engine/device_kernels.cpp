#include "starpu_engine/device_kernels.hpp"

#include "mapper/engine/opencl_prelude.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <starpu.h>
#include <starpu_opencl.h>

namespace mapwright::starpu_engine {

namespace {

constexpr std::size_t most_log_characters = 2000;

std::string build_log(cl_program program, cl_device_id device) {
  std::size_t bytes = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes);
  std::string log(bytes, '\0');
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr);
  log.resize(std::min(log.find_last_not_of(std::string_view("\n\0", 2)) + 1, most_log_characters));
  return log;
}

} // namespace

DeviceKernels::~DeviceKernels() {
  for (const auto& [key, kernel] : kernels_) {
    clReleaseKernel(kernel);
  }
  for (const auto& [key, program] : programs_) {
    if (program != nullptr) { // it compiled
      clReleaseProgram(program);
    }
  }
}

Result<cl_kernel> DeviceKernels::build(const std::string& kind, const mapper::OpenClKernel& kernel, int device) {
  if (const auto found = kernels_.find({kind, device}); found != kernels_.end()) {
    return found->second;
  }
  cl_program& program = programs_[{kernel.source, device}];
  if (program == nullptr) {
    cl_context context = nullptr;
    cl_device_id id = nullptr;
    starpu_opencl_get_context(device, &context);
    starpu_opencl_get_device(device, &id);
    const std::string text = std::string(mapper::opencl_prelude()) + kernel.source;
    const char* source = text.c_str();
    cl_int code = CL_SUCCESS;
    program = clCreateProgramWithSource(context, 1, &source, nullptr, &code);
    if (code != CL_SUCCESS || clBuildProgram(program, 1, &id, "", nullptr, nullptr) != CL_SUCCESS) {
      const std::string log = code == CL_SUCCESS ? build_log(program, id) : std::string();
      if (program != nullptr) {
        clReleaseProgram(std::exchange(program, nullptr));
      }
      return fail(ErrorKind::input, fmt::format("the OpenCL kernel of task '{}' does not compile", kind), log);
    }
  }
  cl_int code = CL_SUCCESS;
  cl_kernel const made = clCreateKernel(program, kernel.entry.c_str(), &code);
  if (code != CL_SUCCESS) {
    return fail(ErrorKind::input, fmt::format("the OpenCL text of task '{}' has no kernel '{}'", kind, kernel.entry));
  }
  kernels_.emplace(std::pair(kind, device), made);
  return made;
}

} // namespace mapwright::starpu_engine
