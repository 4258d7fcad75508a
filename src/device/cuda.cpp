#include "device/cuda.hpp"

#include "device/cuda_driver.hpp"
#include "device/nvrtc.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <limits>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

namespace mapwright::device {
namespace {

int attribute(const CudaDriver& driver, CuDevice device, CuAttribute which) {
  int value = 0;
  driver.device_attribute(&value, static_cast<int>(which), device);
  return value;
}

Result<DeviceInfo> describe(const CudaDriver& driver, DeviceId id) {
  CuDevice device = 0;
  std::array<char, 256> name{};
  std::size_t memory = 0;
  int version = 0; // 1000 * major + 10 * minor
  int code = driver.device(&device, static_cast<int>(id.value()));
  code = code != 0 ? code : driver.device_name(name.data(), static_cast<int>(name.size()), device);
  code = code != 0 ? code : driver.device_memory(&memory, device);
  code = code != 0 ? code : driver.driver_version(&version);
  if (code != 0) {
    return fail(ErrorKind::machine, driver.describe(fmt::format("describe device {}", id.value()), code));
  }
  const auto count = [&](CuAttribute which) { return static_cast<unsigned>(attribute(driver, device, which)); };
  return DeviceInfo{.api = Api::cuda,
                    .id = id,
                    .name = name.data(),
                    .vendor = "NVIDIA",
                    .driver = fmt::format("CUDA {}.{}", version / 1000, version % 1000 / 10),
                    .architecture = fmt::format("sm_{}{}", count(CuAttribute::compute_capability_major),
                                                count(CuAttribute::compute_capability_minor)),
                    .compute_units = count(CuAttribute::multiprocessor_count),
                    .memory = Bytes(memory),
                    .group_memory = Bytes(count(CuAttribute::max_shared_memory_per_block_optin)),
                    .max_group_size = count(CuAttribute::max_threads_per_block)};
}

/// The driver and the primary context of one device; what buffers and programs share with it.
struct CudaSession {
  CudaDriver driver;
  CuDevice device;
  CuContext context;

  CudaSession(CudaDriver opened, CuDevice which, CuContext retained)
      : driver(std::move(opened)), device(which), context(retained) {}
  ~CudaSession() { driver.release_context(device); }
  CudaSession(const CudaSession&) = delete;
  CudaSession& operator=(const CudaSession&) = delete;

  /// Makes the context that of the calling thread; every call into the driver comes after it.
  int enter() const { return driver.set_context(context); }

  [[nodiscard]] tl::unexpected<Error> failed(const std::string& what, int code) const {
    const bool ours = code == cuda_invalid_value || code == cuda_not_found;
    return fail(ours ? ErrorKind::input : ErrorKind::machine, driver.describe(what, code));
  }
};

class CudaBuffer final : public Buffer {
public:
  CudaBuffer(std::shared_ptr<CudaSession> session, CuAddress address, Bytes size)
      : session_(std::move(session)), address_(address), size_(size) {}
  ~CudaBuffer() override {
    session_->enter();
    session_->driver.free(address_);
  }
  CudaBuffer(const CudaBuffer&) = delete;
  CudaBuffer& operator=(const CudaBuffer&) = delete;

  [[nodiscard]] Bytes size() const override { return size_; }
  [[nodiscard]] CuAddress address() const { return address_; }

  Result<void> upload(std::span<const std::byte> data) override {
    return copied(data.size(), [&] { return session_->driver.copy_to_device(address_, data.data(), data.size()); });
  }
  Result<void> download(std::span<std::byte> data) const override {
    return copied(data.size(), [&] { return session_->driver.copy_to_host(data.data(), address_, data.size()); });
  }

private:
  template <class Copy> Result<void> copied(std::size_t size, Copy copy) const {
    if (size > size_.count()) {
      return fail(ErrorKind::input, fmt::format("{} bytes do not fit a buffer of {} bytes", size, size_.count()));
    }
    int code = size == 0 ? 0 : session_->enter();
    code = code != 0 || size == 0 ? code : copy();
    return code == 0 ? Result<void>() : session_->failed("copy a buffer", code);
  }

  std::shared_ptr<CudaSession> session_;
  CuAddress address_;
  Bytes size_;
};

class CudaProgram final : public Program {
public:
  CudaProgram(std::shared_ptr<CudaSession> session, CuModule module) : session_(std::move(session)), module_(module) {}
  ~CudaProgram() override {
    session_->enter();
    session_->driver.unload_module(module_);
  }
  CudaProgram(const CudaProgram&) = delete;
  CudaProgram& operator=(const CudaProgram&) = delete;

  [[nodiscard]] CuModule handle() const { return module_; }

private:
  std::shared_ptr<CudaSession> session_;
  CuModule module_;
};

/// Two events around a launch.
class EventPair {
public:
  explicit EventPair(const CudaDriver& driver) : driver_(driver) {
    code_ = driver_.create_event(&start_, 0);
    code_ = code_ != 0 ? code_ : driver_.create_event(&end_, 0);
  }
  ~EventPair() {
    for (CuEvent event : {start_, end_}) {
      if (event != nullptr) {
        driver_.destroy_event(event);
      }
    }
  }
  EventPair(const EventPair&) = delete;
  EventPair& operator=(const EventPair&) = delete;

  [[nodiscard]] int code() const { return code_; }
  [[nodiscard]] CuEvent start() const { return start_; }
  [[nodiscard]] CuEvent end() const { return end_; }

private:
  const CudaDriver& driver_;
  CuEvent start_ = nullptr;
  CuEvent end_ = nullptr;
  int code_ = 0;
};

/// Arguments as cuLaunchKernel takes them: a pointer to each value. Group memory is a sum, not an argument.
struct Parameters {
  std::vector<CuAddress> addresses;
  std::vector<void*> pointers;
  std::uint64_t group_bytes = 0;

  explicit Parameters(std::span<const Argument> arguments) {
    addresses.reserve(arguments.size()); // so that pointers into it stay valid
    for (const Argument& argument : arguments) {
      std::visit([this](const auto& value) { add(value); }, argument);
    }
  }

private:
  void add(const Buffer* buffer) {
    addresses.push_back(dynamic_cast<const CudaBuffer&>(*buffer).address());
    pointers.push_back(&addresses.back());
  }
  void add(const GroupMemory& memory) { group_bytes += memory.size.count(); }
  template <class Scalar> void add(const Scalar& value) {
    pointers.push_back(const_cast<Scalar*>(&value)); // the driver only reads it
  }
};

/// Sizes as the driver takes them; input error when one is zero or too large for it.
Result<std::array<unsigned, 6>> dimensions(const LaunchShape& shape) {
  std::array<unsigned, 6> result{};
  for (std::size_t i = 0; i < result.size(); ++i) {
    const std::size_t size = i < 3 ? shape.groups[i] : shape.group_size[i - 3];
    if (size == 0 || size > std::numeric_limits<unsigned>::max()) {
      return fail(ErrorKind::input, fmt::format("a launch cannot have {} groups or threads in one direction", size));
    }
    result[i] = static_cast<unsigned>(size);
  }
  return result;
}

class CudaDevice final : public Device {
public:
  CudaDevice(DeviceInfo info, std::shared_ptr<CudaSession> session)
      : info_(std::move(info)), session_(std::move(session)) {}

  [[nodiscard]] const DeviceInfo& info() const override { return info_; }

  Result<std::unique_ptr<Buffer>> allocate(Bytes size) override {
    if (size.count() == 0) {
      return fail(ErrorKind::input, "a buffer needs at least one byte");
    }
    CuAddress address = 0;
    int code = session_->enter();
    code = code != 0 ? code : session_->driver.allocate(&address, size.count());
    if (code != 0) {
      return fail(ErrorKind::machine, session_->driver.describe(fmt::format("allocate {} bytes", size.count()), code));
    }
    return std::make_unique<CudaBuffer>(session_, address, size);
  }

  Result<Build> compile(const std::string& source, const std::vector<std::string>& options) override {
    Result<NvrtcJob> job = job_for_this_device();
    if (!job) {
      return forward(job);
    }
    job->source = source;
    job->options = options;
    Result<NvrtcOutput> output = nvrtc_compile(*job);
    if (!output) {
      return forward(output);
    }
    if (!output->image) {
      return Build{nullptr, std::move(output->log)};
    }
    CuModule module = nullptr;
    int code = session_->enter();
    code = code != 0 ? code : session_->driver.load_module(&module, output->image->c_str());
    if (code != 0) {
      return fail(ErrorKind::machine, session_->driver.describe("load a compiled program", code));
    }
    return Build{std::make_unique<CudaProgram>(session_, module), std::move(output->log)};
  }

  Result<LaunchTime> launch(const Program& program, const std::string& entry, const LaunchShape& shape,
                            std::span<const Argument> arguments) override {
    const CudaDriver& driver = session_->driver;
    const Result<std::array<unsigned, 6>> size = dimensions(shape);
    if (!size) {
      return forward(size);
    }
    CuFunction function = nullptr;
    int code = session_->enter();
    code = code != 0
               ? code
               : driver.module_function(&function, dynamic_cast<const CudaProgram&>(program).handle(), entry.c_str());
    if (code != 0) {
      return session_->failed(fmt::format("find the kernel '{}'", entry), code);
    }
    Parameters parameters(arguments);
    const auto group_bytes = static_cast<unsigned>(parameters.group_bytes);
    if (group_bytes > 0) { // more than 48 KiB has to be asked for
      code = driver.set_function_attribute(function, cuda_max_dynamic_shared_size, static_cast<int>(group_bytes));
    }
    const EventPair events(driver);
    const auto start = std::chrono::steady_clock::now();
    code = code != 0 ? code : events.code();
    code = code != 0 ? code : driver.record_event(events.start(), nullptr);
    code = code != 0 ? code
                     : driver.launch(function, (*size)[0], (*size)[1], (*size)[2], (*size)[3], (*size)[4], (*size)[5],
                                     group_bytes, nullptr, parameters.pointers.data(), nullptr);
    code = code != 0 ? code : driver.record_event(events.end(), nullptr);
    code = code != 0 ? code : driver.synchronize(); // of the whole context: no stream may go on behind our back
    const Seconds on_host = std::chrono::steady_clock::now() - start;
    float milliseconds = 0;
    code = code != 0 ? code : driver.elapsed_milliseconds(&milliseconds, events.start(), events.end());
    if (code != 0) {
      return session_->failed(fmt::format("run the kernel '{}'", entry), code);
    }
    return LaunchTime{Seconds(1e-3 * static_cast<double>(milliseconds)), on_host};
  }

private:
  [[nodiscard]] Result<NvrtcJob> job_for_this_device() const {
    const Result<std::vector<int>> known = nvrtc_architectures();
    if (!known) {
      return forward(known);
    }
    int own = 0;
    const std::string& name = info_.architecture; // "sm_NN"
    std::from_chars(name.data() + 3, name.data() + name.size(), own);
    if (std::binary_search(known->begin(), known->end(), own)) {
      return NvrtcJob{.architecture = name, .image = CudaImage::cubin};
    }
    const auto above = std::lower_bound(known->begin(), known->end(), own);
    if (above == known->begin()) {
      return fail(ErrorKind::machine, fmt::format("this NVRTC does not compile for {} any more", name),
                  "install an older CUDA toolkit and set CUDA_HOME to it");
    }
    return NvrtcJob{.architecture = fmt::format("sm_{}", *std::prev(above)), .image = CudaImage::ptx};
  }

  DeviceInfo info_;
  std::shared_ptr<CudaSession> session_;
};

} // namespace

Result<std::vector<DeviceInfo>> list_cuda_devices(const std::string& library) {
  const Result<CudaDriver> driver = open_cuda_driver(library);
  if (!driver) {
    return forward(driver);
  }
  int count = 0;
  driver->device_count(&count);
  std::vector<DeviceInfo> list;
  for (int i = 0; i < count; ++i) {
    Result<DeviceInfo> info = describe(*driver, DeviceId(static_cast<std::uint64_t>(i)));
    if (!info) {
      return forward(info);
    }
    list.push_back(std::move(*info));
  }
  return list;
}

Result<std::unique_ptr<Device>> open_cuda_device(DeviceId id, const std::string& library) {
  Result<CudaDriver> driver = open_cuda_driver(library);
  if (!driver) {
    return forward(driver);
  }
  Result<DeviceInfo> info = describe(*driver, id);
  if (!info) {
    return forward(info);
  }
  CuDevice device = 0;
  CuContext context = nullptr;
  int code = driver->device(&device, static_cast<int>(id.value()));
  code = code != 0 ? code : driver->retain_context(&context, device);
  if (code != 0) {
    return fail(ErrorKind::machine, driver->describe("open the device", code));
  }
  auto session = std::make_shared<CudaSession>(std::move(*driver), device, context);
  return std::make_unique<CudaDevice>(std::move(*info), std::move(session));
}

} // namespace mapwright::device
