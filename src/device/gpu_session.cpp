#include "device/gpu_session.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace mapwright::device {

GpuSession::GpuSession(GpuDriver driver, int ordinal, GpuHandle device, GpuContext context)
    : driver_(std::move(driver)), ordinal_(ordinal), device_(device), context_(context) {}

GpuSession::~GpuSession() {
  if (context_ != nullptr) {
    driver_.release_context(device_);
  }
}

Result<std::shared_ptr<GpuSession>> GpuSession::open(GpuDriver driver, int ordinal) {
  GpuHandle device = 0;
  GpuContext context = nullptr;
  int code = driver.device(&device, ordinal);
  if (code == 0) {
    code = driver.retain_context != nullptr ? driver.retain_context(&context, device) : driver.set_device(ordinal);
  }
  if (code != 0) {
    return fail(ErrorKind::machine, driver.describe("open the device", code));
  }
  return std::make_shared<GpuSession>(std::move(driver), ordinal, device, context);
}

int GpuSession::enter() const {
  return context_ != nullptr ? driver_.set_context(context_) : driver_.set_device(ordinal_);
}

tl::unexpected<Error> GpuSession::failed(const std::string& what, int code) const {
  const bool ours = code == gpu_invalid_value || code == gpu_not_found;
  return fail(ours ? ErrorKind::input : ErrorKind::machine, driver_.describe(what, code));
}

Result<DeviceInfo> describe_gpu(const GpuDriver& driver, Api api, DeviceId id) {
  GpuHandle device = 0;
  std::array<char, 256> name{};
  std::size_t memory = 0;
  int code = driver.device(&device, static_cast<int>(id.value()));
  code = code != 0 ? code : driver.device_name(name.data(), static_cast<int>(name.size()), device);
  code = code != 0 ? code : driver.device_memory(&memory, device);
  if (code != 0) {
    return fail(ErrorKind::machine, driver.describe(fmt::format("describe device {}", id.value()), code));
  }
  const GpuAttributes& numbers = driver.attributes;
  return DeviceInfo{.api = api,
                    .id = id,
                    .name = name.data(),
                    .compute_units = driver.attribute(numbers.multiprocessor_count, device),
                    .memory = Bytes(memory),
                    .group_memory = Bytes(driver.attribute(numbers.max_shared_memory_per_block, device)),
                    .cache = Bytes(driver.attribute(numbers.cache_size, device)),
                    .max_group_size = driver.attribute(numbers.max_threads_per_block, device)};
}

Result<std::vector<DeviceInfo>> list_gpus(const GpuDriver& driver, Api api,
                                          const std::function<void(DeviceInfo&)>& complete) {
  int count = 0;
  driver.device_count(&count);
  std::vector<DeviceInfo> list;
  for (int i = 0; i < count; ++i) {
    Result<DeviceInfo> info = describe_gpu(driver, api, DeviceId(static_cast<std::uint64_t>(i)));
    if (!info) {
      return forward(info);
    }
    complete(*info);
    list.push_back(std::move(*info));
  }
  return list;
}

} // namespace mapwright::device
