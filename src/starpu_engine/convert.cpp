#include "starpu_engine/convert.hpp"

#include <chrono>
#include <cstring>
#include <vector>

#include <CL/cl.h>
#include <starpu.h>
#include <starpu_opencl.h>

namespace mapwright::starpu_engine {

namespace {

const starpu_vector_interface& vector_of(void* buffer) {
  return *static_cast<const starpu_vector_interface*>(buffer);
}

/// `places` are those of the buffers.
void move_parts(const ConversionCall& call, const std::vector<unsigned char*>& places) {
  unsigned char* const copy = places.back();
  for (const mapper::PackedBytes& part : call.packed->packed) {
    unsigned char* const in_atom = places[part.atom] + part.in_atom;
    unsigned char* const in_copy = copy + part.in_copy;
    std::memcpy(call.back ? in_atom : in_copy, call.back ? in_copy : in_atom, part.count);
  }
}

void move_in_host_memory(const ConversionCall& call, void* const buffers[]) {
  std::vector<unsigned char*> places;
  for (std::size_t i = 0; i <= call.atoms; ++i) {
    places.push_back(reinterpret_cast<unsigned char*>(vector_of(buffers[i]).ptr));
  }
  move_parts(call, places);
}

/// Maps the buffers of the device, which is memory of the host where PoCL emulates it.
int move_in_device_memory(const ConversionCall& call, void* const buffers[]) {
  cl_command_queue queue = nullptr;
  starpu_opencl_get_current_queue(&queue);
  cl_int error = CL_SUCCESS;
  std::vector<cl_mem> memories;
  std::vector<unsigned char*> places;
  for (std::size_t i = 0; i <= call.atoms && error == CL_SUCCESS; ++i) {
    const starpu_vector_interface& vector = vector_of(buffers[i]);
    const bool written = (i == call.atoms) != call.back;
    const auto memory = reinterpret_cast<cl_mem>(vector.dev_handle);
    void* const place = clEnqueueMapBuffer(queue, memory, CL_TRUE, written ? CL_MAP_WRITE : CL_MAP_READ, 0,
                                           std::size_t{vector.nx} * vector.elemsize, 0, nullptr, nullptr, &error);
    if (error == CL_SUCCESS) {
      memories.push_back(memory);
      places.push_back(static_cast<unsigned char*>(place));
    }
  }
  if (error == CL_SUCCESS) {
    move_parts(call, places);
  }
  for (std::size_t i = 0; i < memories.size(); ++i) {
    const cl_int unmapped = clEnqueueUnmapMemObject(queue, memories[i], places[i], 0, nullptr, nullptr);
    error = error == CL_SUCCESS ? unmapped : error;
  }
  const cl_int finished = clFinish(queue);
  return error == CL_SUCCESS ? finished : error;
}

/// Adds the time since `begin`.
void account(const ConversionCall& call, std::chrono::steady_clock::time_point begin) {
  const std::int64_t spent = std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
  *call.busy += spent;
  *call.spent += spent;
}

} // namespace

void convert_on_cpu(void* buffers[], void* argument) {
  const ConversionCall& call = *static_cast<const ConversionCall*>(argument);
  const auto begin = std::chrono::steady_clock::now();
  move_in_host_memory(call, buffers);
  account(call, begin);
}

void convert_on_device(void* buffers[], void* argument) {
  const ConversionCall& call = *static_cast<const ConversionCall*>(argument);
  const auto begin = std::chrono::steady_clock::now();
  if (call.in_host_memory) {
    move_in_host_memory(call, buffers);
  } else if (const int code = move_in_device_memory(call, buffers); code != CL_SUCCESS) {
    int none = CL_SUCCESS;
    call.failed->compare_exchange_strong(none, code);
  }
  account(call, begin);
}

} // namespace mapwright::starpu_engine
