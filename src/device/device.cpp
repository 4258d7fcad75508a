#include "device/device.hpp"

#include "device/cuda.hpp"
#include "device/hip.hpp"
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
          .memory = machine.memory,
          .is_processor = true};
}

} // namespace

std::string_view to_string(Api api) {
  switch (api) {
  case Api::opencl:
    return "opencl";
  case Api::cuda:
    return "cuda";
  case Api::hip:
    return "hip";
  case Api::host:
    break;
  }
  return "host";
}

Result<Build> Device::load(std::span<const std::byte> /*binary*/) {
  return fail(ErrorKind::input, "compiled programs cannot be loaded here");
}

DeviceList list_devices() {
  DeviceList list;
  for (const Api api : {Api::host, Api::opencl, Api::cuda, Api::hip}) {
    Result<std::vector<DeviceInfo>> found = list_devices(api);
    if (found) {
      std::move(found->begin(), found->end(), std::back_inserter(list.devices));
    } else {
      list.absent.push_back({api, std::move(found.error())});
    }
  }
  return list;
}

Result<std::vector<DeviceInfo>> list_devices(Api api) {
  switch (api) {
  case Api::opencl:
    return list_opencl_devices();
  case Api::cuda:
    return list_cuda_devices();
  case Api::hip:
    return list_hip_devices();
  case Api::host:
    break;
  }
  return std::vector<DeviceInfo>{host()};
}

Result<std::unique_ptr<Device>> open_device(const DeviceInfo& info) {
  switch (info.api) {
  case Api::opencl:
    return open_opencl_device(info.id);
  case Api::cuda:
    return open_cuda_device(info.id);
  case Api::hip:
    return open_hip_device(info.id);
  case Api::host:
    break;
  }
  return fail(ErrorKind::input, "the host is not opened as a device",
              "compile C++ kernels into a process of their own");
}

Result<LaunchTime> Device::launch(const Program& program, const std::string& entry, const LaunchShape& shape,
                                  std::span<const Argument> arguments) {
  const auto prepared = prepare(program, {{entry, shape, {arguments.begin(), arguments.end()}}});
  return prepared ? (*prepared)->run() : forward(prepared);
}

} // namespace mapwright::device
