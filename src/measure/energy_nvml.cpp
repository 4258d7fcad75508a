// NVIDIA Management Library, opened at run time; the few declarations needed follow nvml.h.
#include "core/dynamic_library.hpp"
#include "measure/energy.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace mapwright::measure {
namespace {

using NvmlDevice = void*;                    // nvmlDevice_t
using Init = int();                          // nvmlReturn_t nvmlInit_v2(void)
using Shutdown = int();                      // nvmlReturn_t nvmlShutdown(void)
using ErrorString = const char*(int result); // const char* nvmlErrorString(nvmlReturn_t)
using GetHandle = int(unsigned index, NvmlDevice* device);
using GetName = int(NvmlDevice device, char* name, unsigned length);
using GetEnergy = int(NvmlDevice device, unsigned long long* millijoules);

struct Api {
  DynamicLibrary library;
  Init* init;
  Shutdown* shutdown;
  ErrorString* error_string;
  GetHandle* get_handle;
  GetName* get_name;
  GetEnergy* get_energy;

  [[nodiscard]] bool complete() const {
    return init && shutdown && error_string && get_handle && get_name && get_energy;
  }
};

class NvmlMeter final : public EnergyMeter {
public:
  NvmlMeter(Api api, NvmlDevice device, std::string name, unsigned long long start)
      : api_(std::move(api)), device_(device), name_(std::move(name)), start_(start) {}
  ~NvmlMeter() override { api_.shutdown(); }
  NvmlMeter(const NvmlMeter&) = delete;
  NvmlMeter& operator=(const NvmlMeter&) = delete;

  [[nodiscard]] std::string method() const override {
    return fmt::format("NVML total energy of {} (whole board)", name_);
  }
  // The interval is not documented; boards refresh their power sensors every 20 to 100 ms, the longest is assumed.
  [[nodiscard]] Seconds update_period() const override { return std::chrono::milliseconds(100); }

  Result<Joules> total() override {
    unsigned long long now = 0;
    if (const int code = api_.get_energy(device_, &now); code != 0) {
      return fail(ErrorKind::machine, fmt::format("NVML cannot read the energy: {}", api_.error_string(code)));
    }
    return Joules(1e-3 * static_cast<double>(now - start_));
  }

private:
  Api api_;
  NvmlDevice device_;
  std::string name_;
  unsigned long long start_; ///< millijoules since the driver was loaded, when the meter was opened
};

} // namespace

Result<std::unique_ptr<EnergyMeter>> open_nvml(unsigned device_index, const std::string& library) {
  const Result<DynamicLibrary> opened = DynamicLibrary::open(std::array{library});
  if (!opened) {
    return fail(ErrorKind::machine, fmt::format("NVML is not available: {}", opened.error().message),
                "install the NVIDIA driver (Debian: nvidia-driver, libnvidia-ml1)");
  }
  Api api{*opened,
          opened->find<Init>("nvmlInit_v2"),
          opened->find<Shutdown>("nvmlShutdown"),
          opened->find<ErrorString>("nvmlErrorString"),
          opened->find<GetHandle>("nvmlDeviceGetHandleByIndex_v2"),
          opened->find<GetName>("nvmlDeviceGetName"),
          opened->find<GetEnergy>("nvmlDeviceGetTotalEnergyConsumption")};
  if (!api.complete()) {
    return fail(ErrorKind::machine, "NVML is too old: it has no total energy counter", "update the NVIDIA driver");
  }
  if (const int code = api.init(); code != 0) {
    return fail(ErrorKind::machine, fmt::format("NVML does not start: {}", api.error_string(code)));
  }
  NvmlDevice device = nullptr;
  std::array<char, 96> name{}; // NVML_DEVICE_NAME_V2_BUFFER_SIZE
  unsigned long long start = 0;
  int code = api.get_handle(device_index, &device);
  code = code != 0 ? code : api.get_name(device, name.data(), static_cast<unsigned>(name.size()));
  code = code != 0 ? code : api.get_energy(device, &start);
  if (code != 0) {
    std::string reason = api.error_string(code);
    api.shutdown();
    return fail(ErrorKind::machine, fmt::format("NVML device {} has no energy counter: {}", device_index, reason));
  }
  return std::make_unique<NvmlMeter>(std::move(api), device, name.data(), start);
}

} // namespace mapwright::measure
