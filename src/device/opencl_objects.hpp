// OpenCL objects that release themselves, and the devices there are. For the sources of this folder alone.
#pragma once

#include "core/error.hpp"
#include "device/device.hpp"

#include <memory>
#include <string_view>
#include <type_traits>
#include <vector>

#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS // clGetExtensionFunctionAddress for what belongs to no platform
#include <CL/cl.h>
#include <fmt/format.h>

namespace mapwright::device {

namespace opencl {

/// Owns one reference of an OpenCL object.
template <class Handle, cl_int (*Release)(Handle)> struct Releaser {
  void operator()(Handle handle) const { Release(handle); }
};
template <class Handle, cl_int (*Release)(Handle)>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Releaser<Handle, Release>>;

using Context = Owned<cl_context, clReleaseContext>;
using Queue = Owned<cl_command_queue, clReleaseCommandQueue>;
using Memory = Owned<cl_mem, clReleaseMemObject>;
using Code = Owned<cl_program, clReleaseProgram>;
using Kernel = Owned<cl_kernel, clReleaseKernel>;
using Event = Owned<cl_event, clReleaseEvent>;

} // namespace opencl

/// "OpenCL cannot WHAT (error CODE)".
inline tl::unexpected<Error> opencl_failed(ErrorKind kind, std::string_view what, cl_int code) {
  return fail(kind, fmt::format("OpenCL cannot {} (error {})", what, code));
}

/// All devices of all platforms, in an order that stays the same.
std::vector<cl_device_id> opencl_devices();

/// What the device says of itself.
DeviceInfo describe_opencl(cl_device_id device, DeviceId id);

} // namespace mapwright::device
