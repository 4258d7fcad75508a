#include "device/cuda.hpp"

#include "device/gpu_device.hpp"
#include "device/nvrtc.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

namespace mapwright::device {
namespace {

/// Device attributes of the compute capability.
constexpr int capability_major = 75;
constexpr int capability_minor = 76;

/// Adds what only CUDA has.
void complete_cuda(const GpuDriver& driver, DeviceInfo& info) {
  GpuHandle device = 0;
  driver.device(&device, static_cast<int>(info.id.value()));
  int version = 0; // 1000 * major + 10 * minor
  driver.driver_version(&version);
  info.vendor = "NVIDIA";
  info.driver = fmt::format("CUDA {}.{}", version / 1000, version % 1000 / 10);
  info.architecture =
      fmt::format("sm_{}{}", driver.attribute(capability_major, device), driver.attribute(capability_minor, device));
}

/// A compilation to machine code of this architecture or, when NVRTC is older, to PTX for the newest one it knows.
Result<NvrtcJob> nvrtc_job_for(const std::string& architecture) {
  const Result<std::vector<int>> known = nvrtc_architectures();
  if (!known) {
    return forward(known);
  }
  int own = 0; // of "sm_NN"
  std::from_chars(architecture.data() + 3, architecture.data() + architecture.size(), own);
  if (std::binary_search(known->begin(), known->end(), own)) {
    return NvrtcJob{.architecture = architecture, .image = CudaImage::cubin};
  }
  const auto above = std::lower_bound(known->begin(), known->end(), own);
  if (above == known->begin()) {
    return fail(ErrorKind::machine, fmt::format("this NVRTC does not compile for {} any more", architecture),
                "install an older CUDA toolkit and set CUDA_HOME to it");
  }
  return NvrtcJob{.architecture = fmt::format("sm_{}", *std::prev(above)), .image = CudaImage::ptx};
}

} // namespace

Result<std::vector<DeviceInfo>> list_cuda_devices(const std::string& library) {
  const Result<GpuDriver> driver = open_cuda_driver(library);
  return driver ? list_gpus(*driver, Api::cuda, [&](DeviceInfo& info) { complete_cuda(*driver, info); })
                : forward(driver);
}

Result<std::unique_ptr<Device>> open_cuda_device(DeviceId id, const std::string& library) {
  Result<GpuDriver> driver = open_cuda_driver(library);
  if (!driver) {
    return forward(driver);
  }
  Result<DeviceInfo> info = describe_gpu(*driver, Api::cuda, id);
  if (!info) {
    return forward(info);
  }
  complete_cuda(*driver, *info);
  auto session = GpuSession::open(std::move(*driver), static_cast<int>(id.value()));
  if (!session) {
    return forward(session);
  }
  const auto compile = [architecture = info->architecture](
                           const std::string& source, const std::vector<std::string>& options) -> Result<CompiledCode> {
    Result<NvrtcJob> job = nvrtc_job_for(architecture);
    if (!job) {
      return forward(job);
    }
    job->source = source;
    job->options = options;
    return nvrtc_compile(*job);
  };
  return make_gpu_device(std::move(*info), std::move(*session), compile);
}

} // namespace mapwright::device
