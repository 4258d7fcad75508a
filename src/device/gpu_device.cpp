#include "device/gpu_device.hpp"

#include <array>
#include <chrono>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace mapwright::device {
namespace {

using GpuClock = std::chrono::steady_clock;

class GpuBuffer final : public Buffer {
public:
  GpuBuffer(std::shared_ptr<GpuSession> session, GpuAddress address, Bytes size)
      : session_(std::move(session)), address_(address), size_(size) {}
  ~GpuBuffer() override {
    if (session_->enter() == 0) {
      session_->driver().free(address_);
    }
  }
  GpuBuffer(const GpuBuffer&) = delete;
  GpuBuffer& operator=(const GpuBuffer&) = delete;

  [[nodiscard]] Bytes size() const override { return size_; }
  [[nodiscard]] GpuAddress address() const { return address_; }

  Result<void> upload(std::span<const std::byte> data) override {
    return copied(data.size(), [&] { return session_->driver().copy_to_device(address_, data.data(), data.size()); });
  }
  Result<void> download(std::span<std::byte> data) const override {
    return copied(data.size(), [&] { return session_->driver().copy_to_host(data.data(), address_, data.size()); });
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

  std::shared_ptr<GpuSession> session_;
  GpuAddress address_;
  Bytes size_;
};

class GpuProgram final : public Program {
public:
  GpuProgram(std::shared_ptr<GpuSession> session, GpuModule module) : session_(std::move(session)), module_(module) {}
  ~GpuProgram() override {
    if (session_->enter() == 0) {
      session_->driver().unload_module(module_);
    }
  }
  GpuProgram(const GpuProgram&) = delete;
  GpuProgram& operator=(const GpuProgram&) = delete;

  [[nodiscard]] GpuModule handle() const { return module_; }

private:
  std::shared_ptr<GpuSession> session_;
  GpuModule module_;
};

/// Two events around launches.
class EventPair {
public:
  explicit EventPair(std::shared_ptr<GpuSession> session) : session_(std::move(session)) {
    code_ = session_->driver().create_event(&start_, 0);
    code_ = code_ != 0 ? code_ : session_->driver().create_event(&end_, 0);
  }
  ~EventPair() {
    for (GpuEvent event : {start_, end_}) {
      if (event != nullptr) {
        session_->driver().destroy_event(event);
      }
    }
  }
  EventPair(const EventPair&) = delete;
  EventPair& operator=(const EventPair&) = delete;

  [[nodiscard]] int code() const { return code_; }
  [[nodiscard]] GpuEvent start() const { return start_; }
  [[nodiscard]] GpuEvent end() const { return end_; }

private:
  std::shared_ptr<GpuSession> session_;
  GpuEvent start_ = nullptr;
  GpuEvent end_ = nullptr;
  int code_ = 0;
};

/// Arguments as the drivers take them: a pointer to each value. Group memory is a sum, not an argument.
struct Parameters {
  std::vector<GpuAddress> addresses;
  std::vector<void*> pointers;
  std::uint64_t group_bytes = 0;

  /// `arguments` must outlive this.
  explicit Parameters(std::span<const Argument> arguments) {
    addresses.reserve(arguments.size()); // so that pointers into it stay valid
    for (const Argument& argument : arguments) {
      std::visit([this](const auto& value) { add(value); }, argument);
    }
  }

private:
  void add(const Buffer* buffer) { add(BufferPart{buffer, Bytes(0)}); }
  void add(const BufferPart& part) {
    addresses.push_back(dynamic_cast<const GpuBuffer&>(*part.buffer).address() + part.offset.count());
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

/// A launch with all that the driver needs to start it.
struct ReadyLaunch {
  std::string entry;
  GpuFunction function;
  std::array<unsigned, 6> size;
  Parameters parameters;
};

class GpuLaunches final : public PreparedLaunches {
public:
  explicit GpuLaunches(std::shared_ptr<GpuSession> session, std::vector<Launch> launches)
      : session_(std::move(session)), launches_(std::move(launches)), events_(session_) {}

  Result<void> prepare(const GpuProgram& program) {
    const GpuDriver& driver = session_->driver();
    if (events_.code() != 0) {
      return session_->failed("make an event", events_.code());
    }
    for (const Launch& launch : launches_) {
      const Result<std::array<unsigned, 6>> size = dimensions(launch.shape);
      if (!size) {
        return forward(size);
      }
      GpuFunction function = nullptr;
      if (const int code = driver.module_function(&function, program.handle(), launch.entry.c_str()); code != 0) {
        return session_->failed(fmt::format("find the kernel '{}'", launch.entry), code);
      }
      ready_.push_back({launch.entry, function, *size, Parameters(launch.arguments)});
      const std::uint64_t bytes = ready_.back().parameters.group_bytes;
      if (bytes > 0 && driver.set_function_attribute != nullptr) { // more than 48 KiB has to be asked for
        const int code = driver.set_function_attribute(function, gpu_max_dynamic_shared_size, static_cast<int>(bytes));
        if (code != 0) {
          return session_->failed(fmt::format("give {} bytes of memory to each group of '{}'", bytes, launch.entry),
                                  code);
        }
      }
    }
    return {};
  }

  Result<LaunchTime> run() override {
    const GpuDriver& driver = session_->driver();
    const auto start = GpuClock::now();
    int code = session_->enter();
    code = code != 0 ? code : driver.record_event(events_.start(), nullptr);
    for (ReadyLaunch& launch : ready_) {
      if (code == 0) {
        const std::array<unsigned, 6>& n = launch.size;
        code = driver.launch(launch.function, n[0], n[1], n[2], n[3], n[4], n[5],
                             static_cast<unsigned>(launch.parameters.group_bytes), nullptr,
                             launch.parameters.pointers.data(), nullptr);
      }
      if (code != 0) {
        return failed(launch.entry, code);
      }
    }
    code = code != 0 ? code : driver.record_event(events_.end(), nullptr);
    code = code != 0 ? code : driver.synchronize(); // all of the device: no stream may go on behind our back
    const Seconds on_host = GpuClock::now() - start;
    float milliseconds = 0;
    code = code != 0 ? code : driver.elapsed_milliseconds(&milliseconds, events_.start(), events_.end());
    if (code != 0) {
      return failed(ready_.empty() ? std::string() : ready_.back().entry, code);
    }
    return LaunchTime{Seconds(1e-3 * static_cast<double>(milliseconds)), on_host};
  }

private:
  [[nodiscard]] tl::unexpected<Error> failed(const std::string& entry, int code) const {
    return session_->failed(fmt::format("run the kernel '{}'", entry), code);
  }

  std::shared_ptr<GpuSession> session_;
  std::vector<Launch> launches_; ///< their arguments are pointed to
  EventPair events_;
  std::vector<ReadyLaunch> ready_{};
};

class GpuDevice final : public Device {
public:
  GpuDevice(DeviceInfo info, std::shared_ptr<GpuSession> session, GpuCompiler compiler)
      : info_(std::move(info)), session_(std::move(session)), compiler_(std::move(compiler)) {}

  [[nodiscard]] const DeviceInfo& info() const override { return info_; }

  Result<std::unique_ptr<Buffer>> allocate(Bytes size) override {
    if (size.count() == 0) {
      return fail(ErrorKind::input, "a buffer needs at least one byte");
    }
    GpuAddress address = 0;
    int code = session_->enter();
    code = code != 0 ? code : session_->driver().allocate(&address, size.count());
    if (code != 0) {
      return fail(ErrorKind::machine,
                  session_->driver().describe(fmt::format("allocate {} bytes", size.count()), code));
    }
    return std::make_unique<GpuBuffer>(session_, address, size);
  }

  Result<Build> compile(const std::string& source, const std::vector<std::string>& options) override {
    int code = session_->enter(); // hiprtc compiles for the thread's device
    if (code != 0) {
      return session_->failed("enter the device", code);
    }
    Result<CompiledCode> output = compiler_(source, options);
    if (!output) {
      return forward(output);
    }
    if (!output->image) {
      return Build{nullptr, std::move(output->log)};
    }
    GpuModule module = nullptr;
    code = session_->driver().load_module(&module, output->image->c_str());
    if (code != 0) {
      return fail(ErrorKind::machine, session_->driver().describe("load a compiled program", code));
    }
    return Build{std::make_unique<GpuProgram>(session_, module), std::move(output->log)};
  }

  Result<std::unique_ptr<PreparedLaunches>> prepare(const Program& program, std::vector<Launch> launches) override {
    if (const int code = session_->enter(); code != 0) {
      return session_->failed("enter the device", code);
    }
    auto prepared = std::make_unique<GpuLaunches>(session_, std::move(launches));
    const Result<void> done = prepared->prepare(dynamic_cast<const GpuProgram&>(program));
    return done ? Result<std::unique_ptr<PreparedLaunches>>(std::move(prepared)) : forward(done);
  }

  Result<Seconds> copy(const Buffer& from, Buffer& to, Bytes size, unsigned times) override {
    if (size > from.size() || size > to.size()) {
      return fail(ErrorKind::input, fmt::format("{} bytes are more than a buffer holds", size.count()));
    }
    const GpuAddress source = dynamic_cast<const GpuBuffer&>(from).address();
    const GpuAddress target = dynamic_cast<const GpuBuffer&>(to).address();
    const auto start = GpuClock::now();
    int code = session_->enter();
    for (unsigned i = 0; i < times && code == 0 && size.count() > 0; ++i) {
      code = session_->driver().copy_on_device(target, source, size.count());
    }
    code = code != 0 ? code : session_->driver().synchronize();
    return code == 0 ? Result<Seconds>(GpuClock::now() - start) : session_->failed("copy on the device", code);
  }

private:
  DeviceInfo info_;
  std::shared_ptr<GpuSession> session_;
  GpuCompiler compiler_;
};

} // namespace

std::unique_ptr<Device> make_gpu_device(DeviceInfo info, std::shared_ptr<GpuSession> session, GpuCompiler compiler) {
  return std::make_unique<GpuDevice>(std::move(info), std::move(session), std::move(compiler));
}

} // namespace mapwright::device
