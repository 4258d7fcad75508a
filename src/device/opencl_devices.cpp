// Which OpenCL devices there are, and what they say of themselves.
#include "device/opencl.hpp"
#include "device/opencl_objects.hpp"

#include <array>

#include <fmt/format.h>

namespace mapwright::device {
namespace {

std::string opencl_text(cl_device_id device, cl_device_info what) {
  std::size_t size = 0;
  clGetDeviceInfo(device, what, 0, nullptr, &size);
  std::string value(size, '\0');
  clGetDeviceInfo(device, what, size, value.data(), nullptr);
  value.resize(std::string_view(value.c_str()).size()); // without the terminator
  return value;
}

template <class T> T opencl_number(cl_device_id device, cl_device_info what) {
  T value{};
  clGetDeviceInfo(device, what, sizeof value, &value, nullptr);
  return value;
}

} // namespace

std::vector<cl_device_id> opencl_devices() {
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

DeviceInfo describe_opencl(cl_device_id device, DeviceId id) {
  return {.api = Api::opencl,
          .id = id,
          .name = opencl_text(device, CL_DEVICE_NAME),
          .vendor = opencl_text(device, CL_DEVICE_VENDOR),
          .driver = opencl_text(device, CL_DRIVER_VERSION),
          .architecture = opencl_text(device, CL_DEVICE_OPENCL_C_VERSION),
          .compute_units = opencl_number<cl_uint>(device, CL_DEVICE_MAX_COMPUTE_UNITS),
          .memory = Bytes(opencl_number<cl_ulong>(device, CL_DEVICE_GLOBAL_MEM_SIZE)),
          .group_memory = Bytes(opencl_number<cl_ulong>(device, CL_DEVICE_LOCAL_MEM_SIZE)),
          .cache = Bytes(opencl_number<cl_ulong>(device, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE)),
          .max_group_size = opencl_number<std::size_t>(device, CL_DEVICE_MAX_WORK_GROUP_SIZE),
          .is_processor = (opencl_number<cl_device_type>(device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU) != 0};
}

Result<std::vector<DeviceInfo>> list_opencl_devices() {
  std::vector<DeviceInfo> list;
  for (cl_device_id device : opencl_devices()) {
    list.push_back(describe_opencl(device, DeviceId(list.size())));
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

} // namespace mapwright::device
