#include "device/device.hpp"

#include "device/cuda.hpp"
#include "device/opencl.hpp"
#include "measure/machine.hpp"

#include <iterator>

namespace mapwright::device {
namespace {

DeviceInfo host() {
  const measure::Machine machine = measure::describe_machine();
  return {.api = Api::host,
          .name = machine.cpu,
          .driver = machine.kernel,
          .architecture = machine.kernel.substr(machine.kernel.rfind(' ') + 1),
          .compute_units = machine.cores,
          .memory = machine.memory};
}

void append(DeviceList& list, Api api, Result<std::vector<DeviceInfo>> found) {
  if (found) {
    std::move(found->begin(), found->end(), std::back_inserter(list.devices));
  } else {
    list.absent.push_back({api, std::move(found.error())});
  }
}

} // namespace

std::string_view to_string(Api api) {
  switch (api) {
  case Api::opencl:
    return "opencl";
  case Api::cuda:
    return "cuda";
  case Api::host:
    break;
  }
  return "host";
}

Result<Build> Device::load(std::span<const std::byte> /*binary*/) {
  return fail(ErrorKind::input, "compiled programs cannot be loaded here");
}

DeviceList list_devices() {
  DeviceList list{{host()}, {}};
  append(list, Api::opencl, list_opencl_devices());
  append(list, Api::cuda, list_cuda_devices());
  return list;
}

Result<std::unique_ptr<Device>> open_device(const DeviceInfo& info) {
  switch (info.api) {
  case Api::opencl:
    return open_opencl_device(info.id);
  case Api::cuda:
    return open_cuda_device(info.id);
  case Api::host:
    break;
  }
  return fail(ErrorKind::input, "the host is not opened as a device",
              "compile C++ kernels into a process of their own");
}

} // namespace mapwright::device
