// The OpenCL C API, opened at run time, as far as the tests of emission need it: one source, one kernel, one buffer in,
// one buffer out.
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include "core/dynamic_library.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CL/cl.h>

namespace mapwright::test {

/// The first OpenCL device of the machine.
class OpenClProbe {
public:
  /// Nothing, with the reason in `why`, where there is no device.
  static std::optional<OpenClProbe> open(std::string& why) {
    const std::array<std::string, 2> names{"libOpenCL.so.1", "libOpenCL.so"};
    auto library = DynamicLibrary::open(names);
    if (!library) {
      why = library.error().message;
      return std::nullopt;
    }
    OpenClProbe probe(std::move(*library));
    cl_platform_id platform = nullptr;
    cl_uint count = 0;
    if (probe.function<decltype(clGetPlatformIDs)>("clGetPlatformIDs")(1, &platform, &count) != CL_SUCCESS ||
        count == 0 ||
        probe.function<decltype(clGetDeviceIDs)>("clGetDeviceIDs")(platform, CL_DEVICE_TYPE_ALL, 1, &probe.device_,
                                                                   &count) != CL_SUCCESS) {
      why = "no OpenCL device";
      return std::nullopt;
    }
    return probe;
  }

  /// Builds `source` and runs its kernel `probe(__global const long *in, long items, __global long *out)` with one
  /// work-item per item. The build log comes back as `error` when something fails.
  std::vector<std::int64_t> run(const std::string& source, const std::string& options,
                                const std::vector<std::int64_t>& in, std::int64_t items, std::size_t out_words,
                                std::string& error) const {
    cl_int status = CL_SUCCESS;
    cl_context context =
        function<decltype(clCreateContext)>("clCreateContext")(nullptr, 1, &device_, nullptr, nullptr, &status);
    cl_command_queue queue =
        function<decltype(clCreateCommandQueue)>("clCreateCommandQueue")(context, device_, 0, &status);
    const char* text = source.c_str();
    cl_program program =
        function<decltype(clCreateProgramWithSource)>("clCreateProgramWithSource")(context, 1, &text, nullptr, &status);
    status =
        function<decltype(clBuildProgram)>("clBuildProgram")(program, 1, &device_, options.c_str(), nullptr, nullptr);
    std::vector<std::int64_t> out(out_words);
    if (status != CL_SUCCESS) {
      std::string log(1 << 16, '\0');
      function<decltype(clGetProgramBuildInfo)>("clGetProgramBuildInfo")(program, device_, CL_PROGRAM_BUILD_LOG,
                                                                         log.size(), log.data(), nullptr);
      error = "build failed: " + std::string(log.c_str());
    } else {
      cl_kernel kernel = function<decltype(clCreateKernel)>("clCreateKernel")(program, "probe", &status);
      cl_mem source_words = function<decltype(clCreateBuffer)>("clCreateBuffer")(
          context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, in.size() * 8, const_cast<std::int64_t*>(in.data()),
          &status);
      cl_mem result_words = function<decltype(clCreateBuffer)>("clCreateBuffer")(context, CL_MEM_WRITE_ONLY,
                                                                                 out.size() * 8, nullptr, &status);
      const auto set = function<decltype(clSetKernelArg)>("clSetKernelArg");
      set(kernel, 0, sizeof source_words, &source_words);
      set(kernel, 1, sizeof items, &items);
      set(kernel, 2, sizeof result_words, &result_words);
      const std::array<std::size_t, 3> global{(static_cast<std::size_t>(items) / 3 + 1), 3, 1};
      status = function<decltype(clEnqueueNDRangeKernel)>("clEnqueueNDRangeKernel")(
          queue, kernel, 3, nullptr, global.data(), nullptr, 0, nullptr, nullptr);
      if (status == CL_SUCCESS) {
        status = function<decltype(clEnqueueReadBuffer)>("clEnqueueReadBuffer")(
            queue, result_words, CL_TRUE, 0, out.size() * 8, out.data(), 0, nullptr, nullptr);
      }
      error = status == CL_SUCCESS ? "" : "OpenCL status " + std::to_string(status);
      function<decltype(clReleaseMemObject)>("clReleaseMemObject")(source_words);
      function<decltype(clReleaseMemObject)>("clReleaseMemObject")(result_words);
      function<decltype(clReleaseKernel)>("clReleaseKernel")(kernel);
    }
    function<decltype(clReleaseProgram)>("clReleaseProgram")(program);
    function<decltype(clReleaseCommandQueue)>("clReleaseCommandQueue")(queue);
    function<decltype(clReleaseContext)>("clReleaseContext")(context);
    return out;
  }

private:
  explicit OpenClProbe(DynamicLibrary library) : library_(std::move(library)) {}

  template <class F> F* function(const char* name) const {
    F* f = library_.find<F>(name);
    if (f == nullptr) {
      throw std::runtime_error(std::string("libOpenCL lacks ") + name);
    }
    return f;
  }

  DynamicLibrary library_;
  cl_device_id device_ = nullptr;
};

} // namespace mapwright::test
