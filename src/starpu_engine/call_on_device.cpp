#include "mapper/engine/opencl_prelude.hpp"
#include "starpu_engine/call.hpp"
#include "starpu_engine/crash.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <starpu.h>
#include <starpu_opencl.h>

namespace mapwright::starpu_engine {

namespace {

/// An OpenCL buffer that this call made; released with it.
class MadeBuffer {
public:
  MadeBuffer(cl_context context, cl_mem_flags flags, std::size_t bytes, void* from, int& error) {
    cl_int code = CL_SUCCESS;
    buffer_ = clCreateBuffer(context, flags, std::max<std::size_t>(bytes, 8), from, &code);
    if (error == CL_SUCCESS) {
      error = code;
    }
  }
  MadeBuffer(MadeBuffer&& other) noexcept : buffer_(std::exchange(other.buffer_, nullptr)) {}
  MadeBuffer& operator=(MadeBuffer&&) = delete;
  ~MadeBuffer() {
    if (buffer_ != nullptr) {
      clReleaseMemObject(buffer_);
    }
  }
  [[nodiscard]] cl_mem get() const { return buffer_; }

private:
  cl_mem buffer_ = nullptr;
};

/// The steps of one call; the first error stops what follows.
class DeviceCall {
public:
  DeviceCall(const KernelCall& call, void* const buffers[]) : call_(call) {
    starpu_opencl_get_current_context(&context_);
    starpu_opencl_get_current_queue(&queue_);
    for (std::size_t i = 0; i < call.in_host_memory.size(); ++i) {
      const auto* vector = static_cast<const starpu_vector_interface*>(buffers[i]);
      atoms_.push_back(call.in_host_memory[i] ? host_buffer(*vector) : reinterpret_cast<cl_mem>(vector->dev_handle));
    }
  }

  int run() {
    std::vector<const mapper::ArgumentForm*> forms;
    std::vector<cl_mem> parameters;
    for (const BoundArgument& argument : call_.arguments) {
      forms.push_back(argument.form);
      parameters.push_back(argument.form->in_place ? atoms_[argument.buffers.front()] : copy_of(argument));
    }
    std::vector<std::int64_t> shape = mapper::opencl_shape(call_.point, call_.sizes, forms);
    parameters.push_back(made(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, shape.size() * sizeof(shape[0]), shape.data()));
    for (cl_uint i = 0; i < parameters.size() && error_ == CL_SUCCESS; ++i) {
      error_ = clSetKernelArg(call_.device, i, sizeof(cl_mem), &parameters[i]);
    }
    const auto end = call_.work.begin() + call_.work_axes;
    if (error_ == CL_SUCCESS && std::find(call_.work.begin(), end, 0U) == end) {
      error_ = clEnqueueNDRangeKernel(queue_, call_.device, call_.work_axes, nullptr, call_.work.data(), nullptr, 0,
                                      nullptr, nullptr);
    }
    for (std::size_t i = 0; i < call_.arguments.size(); ++i) {
      if (!forms[i]->in_place && call_.arguments[i].privilege != mapper::Privilege::read) {
        copy_parts(call_.arguments[i], parameters[i], true);
      }
    }
    show_host_buffers();
    const cl_int finished = clFinish(queue_);
    return error_ == CL_SUCCESS ? finished : error_;
  }

private:
  cl_mem made(cl_mem_flags flags, std::size_t bytes, void* from) {
    made_.emplace_back(context_, flags, bytes, from, error_);
    return made_.back().get();
  }

  cl_mem host_buffer(const starpu_vector_interface& vector) {
    const std::size_t bytes = std::size_t{vector.nx} * vector.elemsize;
    const cl_mem buffer = made(CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, reinterpret_cast<void*>(vector.ptr));
    shown_.emplace_back(buffer, bytes);
    return buffer;
  }

  cl_mem copy_of(const BoundArgument& argument) {
    const cl_mem copy = made(CL_MEM_READ_WRITE, argument.form->copy_bytes, nullptr);
    if (argument.privilege != mapper::Privilege::write) {
      copy_parts(argument, copy, false);
    }
    return copy;
  }

  void copy_parts(const BoundArgument& argument, cl_mem copy, bool back) {
    for (const mapper::PackedBytes& part : argument.form->packed) {
      if (error_ != CL_SUCCESS) {
        return;
      }
      const cl_mem atom = atoms_[argument.buffers[part.atom]];
      error_ =
          back ? clEnqueueCopyBuffer(queue_, copy, atom, part.in_copy, part.in_atom, part.count, 0, nullptr, nullptr)
               : clEnqueueCopyBuffer(queue_, atom, copy, part.in_atom, part.in_copy, part.count, 0, nullptr, nullptr);
    }
  }

  /// Lets the host see what the device wrote into its memory: mapping does that.
  void show_host_buffers() {
    for (const auto& [buffer, bytes] : shown_) {
      if (error_ == CL_SUCCESS) {
        void* const address =
            clEnqueueMapBuffer(queue_, buffer, CL_TRUE, CL_MAP_READ, 0, bytes, 0, nullptr, nullptr, &error_);
        if (error_ == CL_SUCCESS) {
          error_ = clEnqueueUnmapMemObject(queue_, buffer, address, 0, nullptr, nullptr);
        }
      }
    }
  }

  const KernelCall& call_;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_int error_ = CL_SUCCESS;
  std::vector<MadeBuffer> made_;
  std::vector<cl_mem> atoms_;
  std::vector<std::pair<cl_mem, std::size_t>> shown_;
};

} // namespace

void call_on_device(void* buffers[], void* argument) {
  const KernelCall& call = *static_cast<const KernelCall*>(argument);
  const auto begin = std::chrono::steady_clock::now();
  const RunningTask running(*call.name); // the emulated devices work in this thread
  if (const int code = DeviceCall(call, buffers).run(); code != CL_SUCCESS) {
    int none = CL_SUCCESS;
    call.failed->compare_exchange_strong(none, code);
  }
  const std::int64_t spent = std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
  *call.busy += spent;
  *call.spent += spent;
}

} // namespace mapwright::starpu_engine
