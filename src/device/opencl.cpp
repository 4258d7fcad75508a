#include "device/opencl.hpp"

#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS // clGetExtensionFunctionAddress for what belongs to no platform
#include <chrono>
#include <type_traits>
#include <utility>

#include <CL/cl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::device {
namespace {

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

tl::unexpected<Error> failed(ErrorKind kind, std::string_view what, cl_int code) {
  return fail(kind, fmt::format("OpenCL cannot {} (error {})", what, code));
}

/// Whose fault an error code of a launch is.
ErrorKind blame(cl_int code) {
  switch (code) {
  case CL_INVALID_KERNEL_ARGS:
  case CL_INVALID_ARG_INDEX:
  case CL_INVALID_ARG_SIZE:
  case CL_INVALID_ARG_VALUE:
  case CL_INVALID_WORK_DIMENSION:
  case CL_INVALID_WORK_GROUP_SIZE:
  case CL_INVALID_WORK_ITEM_SIZE:
  case CL_INVALID_GLOBAL_WORK_SIZE:
    return ErrorKind::input;
  default:
    return ErrorKind::machine;
  }
}

std::string text(cl_device_id device, cl_device_info what) {
  std::size_t size = 0;
  clGetDeviceInfo(device, what, 0, nullptr, &size);
  std::string value(size, '\0');
  clGetDeviceInfo(device, what, size, value.data(), nullptr);
  value.resize(std::string_view(value.c_str()).size()); // without the terminator
  return value;
}

template <class T> T number(cl_device_id device, cl_device_info what) {
  T value{};
  clGetDeviceInfo(device, what, sizeof value, &value, nullptr);
  return value;
}

std::vector<cl_device_id> all_devices() {
  cl_uint count = 0;
  clGetPlatformIDs(0, nullptr, &count);
  std::vector<cl_platform_id> platforms(count);
  if (count > 0) {
    clGetPlatformIDs(count, platforms.data(), nullptr);
  }
  std::vector<cl_device_id> devices;
  for (cl_platform_id platform : platforms) {
    cl_uint here = 0;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &here) != CL_SUCCESS || here == 0) {
      continue; // a platform whose hardware is absent
    }
    const std::size_t before = devices.size();
    devices.resize(before + here);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, here, devices.data() + before, nullptr);
  }
  return devices;
}

DeviceInfo describe(cl_device_id device, DeviceId id) {
  return {.api = Api::opencl,
          .id = id,
          .name = text(device, CL_DEVICE_NAME),
          .vendor = text(device, CL_DEVICE_VENDOR),
          .driver = text(device, CL_DRIVER_VERSION),
          .architecture = text(device, CL_DEVICE_OPENCL_C_VERSION),
          .compute_units = number<cl_uint>(device, CL_DEVICE_MAX_COMPUTE_UNITS),
          .memory = Bytes(number<cl_ulong>(device, CL_DEVICE_GLOBAL_MEM_SIZE)),
          .group_memory = Bytes(number<cl_ulong>(device, CL_DEVICE_LOCAL_MEM_SIZE)),
          .max_group_size = number<std::size_t>(device, CL_DEVICE_MAX_WORK_GROUP_SIZE)};
}

/// What buffers and programs share with their device, so that they may outlive it.
struct OpenclSession {
  cl_device_id device;
  Context context;
  Queue queue;
};

class OpenclBuffer final : public Buffer {
public:
  OpenclBuffer(std::shared_ptr<OpenclSession> session, Memory memory, Bytes size)
      : session_(std::move(session)), memory_(std::move(memory)), size_(size) {}

  [[nodiscard]] Bytes size() const override { return size_; }
  [[nodiscard]] cl_mem handle() const { return memory_.get(); }

  Result<void> upload(std::span<const std::byte> data) override {
    return copied(data.size(), clEnqueueWriteBuffer, data.data());
  }
  Result<void> download(std::span<std::byte> data) const override {
    return copied(data.size(), clEnqueueReadBuffer, data.data());
  }

private:
  template <class Copy, class Data> Result<void> copied(std::size_t size, Copy copy, Data* data) const {
    if (size > size_.count()) {
      return fail(ErrorKind::input, fmt::format("{} bytes do not fit a buffer of {} bytes", size, size_.count()));
    }
    if (size == 0) {
      return {};
    }
    const cl_int code = copy(session_->queue.get(), memory_.get(), CL_TRUE, 0, size, data, 0, nullptr, nullptr);
    return code == CL_SUCCESS ? Result<void>() : failed(ErrorKind::machine, "copy a buffer", code);
  }

  std::shared_ptr<OpenclSession> session_;
  Memory memory_;
  Bytes size_;
};

class OpenclProgram final : public Program {
public:
  OpenclProgram(std::shared_ptr<OpenclSession> session, Code code)
      : session_(std::move(session)), code_(std::move(code)) {}
  [[nodiscard]] cl_program handle() const { return code_.get(); }

  [[nodiscard]] std::vector<std::byte> binary() const override {
    std::size_t size = 0;
    if (clGetProgramInfo(code_.get(), CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr) != CL_SUCCESS) {
      return {};
    }
    std::vector<std::byte> bytes(size);
    std::byte* begin = bytes.data();
    const cl_int code = clGetProgramInfo(code_.get(), CL_PROGRAM_BINARIES, sizeof begin, &begin, nullptr);
    return code == CL_SUCCESS ? bytes : std::vector<std::byte>();
  }

private:
  std::shared_ptr<OpenclSession> session_;
  Code code_;
};

std::string build_log(cl_program program, cl_device_id device) {
  std::size_t size = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  std::string log(size, '\0');
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  log.resize(std::string_view(log.c_str()).size());
  return log;
}

cl_int set_argument(cl_kernel kernel, cl_uint index, const Argument& argument) {
  return std::visit(
      [&](const auto& value) {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, const Buffer*>) {
          cl_mem memory = dynamic_cast<const OpenclBuffer&>(*value).handle();
          return clSetKernelArg(kernel, index, sizeof(cl_mem), &memory);
        } else if constexpr (std::is_same_v<T, GroupMemory>) {
          return clSetKernelArg(kernel, index, value.size.count(), nullptr);
        } else {
          return clSetKernelArg(kernel, index, sizeof value, &value);
        }
      },
      argument);
}

/// Between the events of one finished command, by the device's clock (nanoseconds).
Seconds event_time(cl_event event) {
  cl_ulong start = 0;
  cl_ulong end = 0;
  clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr);
  clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
  return std::chrono::nanoseconds(end - start);
}

class OpenclDevice final : public Device {
public:
  OpenclDevice(DeviceInfo info, std::shared_ptr<OpenclSession> session)
      : info_(std::move(info)), session_(std::move(session)) {}

  [[nodiscard]] const DeviceInfo& info() const override { return info_; }

  Result<std::unique_ptr<Buffer>> allocate(Bytes size) override {
    if (size.count() == 0) {
      return fail(ErrorKind::input, "a buffer needs at least one byte");
    }
    cl_int code = CL_SUCCESS;
    Memory memory(clCreateBuffer(session_->context.get(), CL_MEM_READ_WRITE, size.count(), nullptr, &code));
    if (code != CL_SUCCESS) {
      return failed(ErrorKind::machine, fmt::format("allocate {} bytes on {}", size.count(), info_.name), code);
    }
    return std::make_unique<OpenclBuffer>(session_, std::move(memory), size);
  }

  Result<Build> compile(const std::string& source, const std::vector<std::string>& options) override {
    cl_int code = CL_SUCCESS;
    const char* begin = source.c_str();
    const std::size_t size = source.size();
    Code program(clCreateProgramWithSource(session_->context.get(), 1, &begin, &size, &code));
    if (code != CL_SUCCESS) {
      return failed(ErrorKind::machine, "take a program", code);
    }
    return build(std::move(program), fmt::format("{}", fmt::join(options, " ")));
  }

  Result<Build> load(std::span<const std::byte> binary) override {
    cl_int code = CL_SUCCESS;
    const auto* begin = reinterpret_cast<const unsigned char*>(binary.data());
    const std::size_t size = binary.size();
    Code program(
        clCreateProgramWithBinary(session_->context.get(), 1, &session_->device, &size, &begin, nullptr, &code));
    if (code != CL_SUCCESS) {
      return failed(ErrorKind::input, "take a compiled program", code);
    }
    return build(std::move(program), "");
  }

  Result<LaunchTime> launch(const Program& program, const std::string& entry, const LaunchShape& shape,
                            std::span<const Argument> arguments) override {
    const Result<Kernel> kernel = prepare(program, entry, arguments);
    if (!kernel) {
      return forward(kernel);
    }
    std::array<std::size_t, 3> total{};
    for (std::size_t i = 0; i < total.size(); ++i) {
      total[i] = shape.groups[i] * shape.group_size[i];
    }
    const auto start = std::chrono::steady_clock::now();
    cl_event raw_event = nullptr;
    cl_int code = clEnqueueNDRangeKernel(session_->queue.get(), kernel->get(), 3, nullptr, total.data(),
                                         shape.group_size.data(), 0, nullptr, &raw_event);
    const Event event(raw_event);
    code = code != CL_SUCCESS ? code : clWaitForEvents(1, &raw_event);
    const Seconds on_host = std::chrono::steady_clock::now() - start;
    if (code != CL_SUCCESS) {
      return failed(blame(code), fmt::format("run the kernel '{}'", entry), code);
    }
    return LaunchTime{event_time(raw_event), on_host};
  }

private:
  Result<Build> build(Code program, const std::string& flags) {
    const cl_int code = clBuildProgram(program.get(), 1, &session_->device, flags.c_str(), nullptr, nullptr);
    Build build{nullptr, build_log(program.get(), session_->device)};
    if (code == CL_SUCCESS) {
      build.program = std::make_unique<OpenclProgram>(session_, std::move(program));
    } else if (code == CL_INVALID_BUILD_OPTIONS) {
      return fail(ErrorKind::input, fmt::format("OpenCL does not know the build options '{}'", flags));
    } else if (code != CL_BUILD_PROGRAM_FAILURE) {
      return failed(ErrorKind::machine, "build a program", code);
    }
    return build;
  }

  Result<Kernel> prepare(const Program& program, const std::string& entry, std::span<const Argument> arguments) {
    cl_int code = CL_SUCCESS;
    Kernel kernel(clCreateKernel(dynamic_cast<const OpenclProgram&>(program).handle(), entry.c_str(), &code));
    if (code != CL_SUCCESS) {
      return failed(ErrorKind::input, fmt::format("find the kernel '{}'", entry), code);
    }
    cl_uint expected = 0;
    clGetKernelInfo(kernel.get(), CL_KERNEL_NUM_ARGS, sizeof expected, &expected, nullptr);
    if (expected != arguments.size()) {
      return fail(ErrorKind::input,
                  fmt::format("the kernel '{}' takes {} arguments, not {}", entry, expected, arguments.size()));
    }
    for (cl_uint i = 0; i < expected; ++i) {
      if (code = set_argument(kernel.get(), i, arguments[i]); code != CL_SUCCESS) {
        return failed(ErrorKind::input, fmt::format("set argument {} of the kernel '{}'", i, entry), code);
      }
    }
    return kernel;
  }

  DeviceInfo info_;
  std::shared_ptr<OpenclSession> session_;
};

} // namespace

Result<std::vector<DeviceInfo>> list_opencl_devices() {
  std::vector<DeviceInfo> list;
  for (cl_device_id device : all_devices()) {
    list.push_back(describe(device, DeviceId(list.size())));
  }
  if (list.empty()) {
    return fail(ErrorKind::machine, "there is no OpenCL device",
                "apt install pocl-opencl-icd, which makes one of the CPU, or the OpenCL driver of your GPU");
  }
  return list;
}

std::string opencl_loader_version() {
  // An extension of the loaders themselves: cl_icdl_info 2 asks for the version, 3 for the name.
  using GetInfo = cl_int(cl_uint what, std::size_t size, void* value, std::size_t* needed);
  void* address = clGetExtensionFunctionAddress("clGetICDLoaderInfoOCLICD");
  auto* get = reinterpret_cast<GetInfo*>(address);
  std::array<char, 64> name{};
  std::array<char, 64> version{};
  if (get == nullptr || get(3, name.size() - 1, name.data(), nullptr) != CL_SUCCESS ||
      get(2, version.size() - 1, version.data(), nullptr) != CL_SUCCESS) {
    return "unknown";
  }
  return fmt::format("{} {}", name.data(), version.data());
}

Result<std::unique_ptr<Device>> open_opencl_device(DeviceId id) {
  const std::vector<cl_device_id> devices = all_devices();
  if (id.value() >= devices.size()) {
    return fail(ErrorKind::machine, fmt::format("there is no OpenCL device {}", id.value()));
  }
  cl_device_id device = devices[id.value()];
  cl_int code = CL_SUCCESS;
  Context context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code));
  if (code != CL_SUCCESS) {
    return failed(ErrorKind::machine, "open the device", code);
  }
  Queue queue(clCreateCommandQueue(context.get(), device, CL_QUEUE_PROFILING_ENABLE, &code));
  if (code != CL_SUCCESS) {
    return failed(ErrorKind::machine, "make a command queue", code);
  }
  auto session = std::make_shared<OpenclSession>(OpenclSession{device, std::move(context), std::move(queue)});
  return std::make_unique<OpenclDevice>(describe(device, id), std::move(session));
}

} // namespace mapwright::device
