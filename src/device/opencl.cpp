#include "device/opencl.hpp"

#include "device/opencl_objects.hpp"

#include <chrono>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::device {
namespace {

using opencl::Code;
using opencl::Context;
using opencl::Event;
using opencl::Kernel;
using opencl::Memory;
using opencl::Queue;

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
    return code == CL_SUCCESS ? Result<void>() : opencl_failed(ErrorKind::machine, "copy a buffer", code);
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

/// A launch with its arguments bound.
struct BoundKernel {
  std::string entry;
  Kernel kernel;
  std::vector<Memory> parts{};        ///< of buffers
  std::array<std::size_t, 3> total{}; ///< work items
  std::array<std::size_t, 3> group{};
};

/// The buffer from `offset` on, as OpenCL has it: an object of its own.
Memory part_of(const BufferPart& part, cl_int& code) {
  const cl_buffer_region region{part.offset.count(), part.buffer->size().count() - part.offset.count()};
  return Memory(clCreateSubBuffer(dynamic_cast<const OpenclBuffer&>(*part.buffer).handle(), CL_MEM_READ_WRITE,
                                  CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
}

cl_int set_argument(BoundKernel& bound, cl_uint index, const Argument& argument) {
  cl_kernel kernel = bound.kernel.get();
  return std::visit(
      [&](const auto& value) {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, const Buffer*>) {
          cl_mem memory = dynamic_cast<const OpenclBuffer&>(*value).handle();
          return clSetKernelArg(kernel, index, sizeof(cl_mem), &memory);
        } else if constexpr (std::is_same_v<T, BufferPart>) {
          cl_int code = CL_SUCCESS;
          bound.parts.push_back(part_of(value, code));
          cl_mem memory = bound.parts.back().get();
          return code != CL_SUCCESS ? code : clSetKernelArg(kernel, index, sizeof(cl_mem), &memory);
        } else if constexpr (std::is_same_v<T, GroupMemory>) {
          return clSetKernelArg(kernel, index, value.size.count(), nullptr);
        } else {
          return clSetKernelArg(kernel, index, sizeof value, &value);
        }
      },
      argument);
}

cl_ulong profiled(cl_event event, cl_profiling_info what) {
  cl_ulong time = 0; // nanoseconds of the device's clock
  clGetEventProfilingInfo(event, what, sizeof time, &time, nullptr);
  return time;
}

class OpenclLaunches final : public PreparedLaunches {
public:
  OpenclLaunches(std::shared_ptr<OpenclSession> session, std::vector<BoundKernel> kernels)
      : session_(std::move(session)), kernels_(std::move(kernels)) {}

  Result<LaunchTime> run() override {
    std::vector<Event> events;
    const auto start = std::chrono::steady_clock::now();
    for (const BoundKernel& bound : kernels_) {
      cl_event event = nullptr;
      const cl_int code = clEnqueueNDRangeKernel(session_->queue.get(), bound.kernel.get(), 3, nullptr,
                                                 bound.total.data(), bound.group.data(), 0, nullptr, &event);
      events.emplace_back(event);
      if (code != CL_SUCCESS) {
        clFinish(session_->queue.get());
        return opencl_failed(blame(code), fmt::format("run the kernel '{}'", bound.entry), code);
      }
    }
    const cl_int code = clFinish(session_->queue.get());
    const Seconds on_host = std::chrono::steady_clock::now() - start;
    if (events.empty()) {
      return LaunchTime{Seconds(0), on_host};
    }
    cl_int status = CL_COMPLETE;
    for (std::size_t i = 0; i < events.size() && code == CL_SUCCESS && status >= 0; ++i) {
      clGetEventInfo(events[i].get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    }
    if (code != CL_SUCCESS || status < 0) {
      const cl_int why = code != CL_SUCCESS ? code : status;
      return opencl_failed(blame(why), fmt::format("run the kernel '{}'", kernels_.back().entry), why);
    }
    const cl_ulong end = profiled(events.back().get(), CL_PROFILING_COMMAND_END);
    return LaunchTime{std::chrono::nanoseconds(end - profiled(events.front().get(), CL_PROFILING_COMMAND_START)),
                      on_host};
  }

private:
  std::shared_ptr<OpenclSession> session_;
  std::vector<BoundKernel> kernels_;
};

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
      return opencl_failed(ErrorKind::machine, fmt::format("allocate {} bytes on {}", size.count(), info_.name), code);
    }
    return std::make_unique<OpenclBuffer>(session_, std::move(memory), size);
  }

  Result<Build> compile(const std::string& source, const std::vector<std::string>& options) override {
    cl_int code = CL_SUCCESS;
    const char* begin = source.c_str();
    const std::size_t size = source.size();
    Code program(clCreateProgramWithSource(session_->context.get(), 1, &begin, &size, &code));
    if (code != CL_SUCCESS) {
      return opencl_failed(ErrorKind::machine, "take a program", code);
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
      return opencl_failed(ErrorKind::input, "take a compiled program", code);
    }
    return build(std::move(program), "");
  }

  Result<std::unique_ptr<PreparedLaunches>> prepare(const Program& program, std::vector<Launch> launches) override {
    std::vector<BoundKernel> kernels;
    for (const Launch& launch : launches) {
      Result<BoundKernel> bound = bind(program, launch);
      if (!bound) {
        return forward(bound);
      }
      kernels.push_back(std::move(*bound));
    }
    return std::make_unique<OpenclLaunches>(session_, std::move(kernels));
  }

  Result<Seconds> copy(const Buffer& from, Buffer& to, Bytes size, unsigned times) override {
    if (size > from.size() || size > to.size()) {
      return fail(ErrorKind::input, fmt::format("{} bytes are more than a buffer holds", size.count()));
    }
    cl_mem source = dynamic_cast<const OpenclBuffer&>(from).handle();
    cl_mem target = dynamic_cast<const OpenclBuffer&>(to).handle();
    const auto start = std::chrono::steady_clock::now();
    cl_int code = CL_SUCCESS;
    for (unsigned i = 0; i < times && code == CL_SUCCESS && size.count() > 0; ++i) {
      code = clEnqueueCopyBuffer(session_->queue.get(), source, target, 0, 0, size.count(), 0, nullptr, nullptr);
    }
    const cl_int finished = clFinish(session_->queue.get());
    code = code != CL_SUCCESS ? code : finished;
    return code == CL_SUCCESS ? Result<Seconds>(std::chrono::steady_clock::now() - start)
                              : opencl_failed(ErrorKind::machine, "copy on the device", code);
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
      return opencl_failed(ErrorKind::machine, "build a program", code);
    }
    return build;
  }

  static Result<BoundKernel> bind(const Program& program, const Launch& launch) {
    cl_int code = CL_SUCCESS;
    Kernel kernel(clCreateKernel(dynamic_cast<const OpenclProgram&>(program).handle(), launch.entry.c_str(), &code));
    if (code != CL_SUCCESS) {
      return opencl_failed(ErrorKind::input, fmt::format("find the kernel '{}'", launch.entry), code);
    }
    cl_uint expected = 0;
    clGetKernelInfo(kernel.get(), CL_KERNEL_NUM_ARGS, sizeof expected, &expected, nullptr);
    if (expected != launch.arguments.size()) {
      return fail(ErrorKind::input, fmt::format("the kernel '{}' takes {} arguments, not {}", launch.entry, expected,
                                                launch.arguments.size()));
    }
    BoundKernel bound{.entry = launch.entry, .kernel = std::move(kernel), .group = launch.shape.group_size};
    for (cl_uint i = 0; i < expected; ++i) {
      if (code = set_argument(bound, i, launch.arguments[i]); code != CL_SUCCESS) {
        return opencl_failed(ErrorKind::input, fmt::format("set argument {} of the kernel '{}'", i, launch.entry),
                             code);
      }
    }
    for (std::size_t i = 0; i < bound.total.size(); ++i) {
      bound.total[i] = launch.shape.groups[i] * launch.shape.group_size[i];
    }
    return bound;
  }

  DeviceInfo info_;
  std::shared_ptr<OpenclSession> session_;
};

} // namespace

Result<std::unique_ptr<Device>> open_opencl_device(DeviceId id) {
  const std::vector<cl_device_id> devices = opencl_devices();
  if (id.value() >= devices.size()) {
    return fail(ErrorKind::machine, fmt::format("there is no OpenCL device {}", id.value()));
  }
  cl_device_id device = devices[id.value()];
  cl_int code = CL_SUCCESS;
  Context context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code));
  if (code != CL_SUCCESS) {
    return opencl_failed(ErrorKind::machine, "open the device", code);
  }
  Queue queue(clCreateCommandQueue(context.get(), device, CL_QUEUE_PROFILING_ENABLE, &code));
  if (code != CL_SUCCESS) {
    return opencl_failed(ErrorKind::machine, "make a command queue", code);
  }
  auto session = std::make_shared<OpenclSession>(OpenclSession{device, std::move(context), std::move(queue)});
  return std::make_unique<OpenclDevice>(describe_opencl(device, id), std::move(session));
}

} // namespace mapwright::device
