// Device candidates: OpenCL, CUDA and HIP through the one interface of src/device. This process owns the device.
#include "device/device.hpp"

#include "kernel/worker/back_end.hpp"
#include "kernel/worker/device_memory.hpp"
#include "measure/random.hpp"
#include "sandbox/confine.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <random>

#include <fmt/format.h>
#include <unistd.h>

namespace mapwright::kernel::worker {
namespace {

device::Api api_of(Backend backend) {
  switch (backend) {
  case Backend::opencl:
    return device::Api::opencl;
  case Backend::cuda:
    return device::Api::cuda;
  case Backend::hip:
    return device::Api::hip;
  case Backend::cpp:
    break;
  }
  return device::Api::host;
}

Result<device::DeviceInfo> choose(const OpenRequest& request) {
  const device::Api api = api_of(request.backend);
  const Result<std::vector<device::DeviceInfo>> list = device::list_devices(api);
  if (!list) {
    return forward(list);
  }
  for (const device::DeviceInfo& info : *list) {
    if (info.name.find(request.device) != std::string::npos) {
      return info;
    }
  }
  return fail(ErrorKind::machine, fmt::format("no {} device is called '{}'", to_string(api), request.device));
}

std::string read_all(int fd) {
  std::string text;
  char chunk[65536];
  for (ssize_t n = 0; (n = pread(fd, chunk, sizeof chunk, static_cast<off_t>(text.size()))) > 0;) {
    text.append(chunk, static_cast<std::size_t>(n));
  }
  return text;
}

std::optional<device::Argument> scalar(const ScalarBits& value) {
  switch (value.type) {
  case Element::i32:
    return static_cast<std::int32_t>(value.bits);
  case Element::u32:
    return static_cast<std::uint32_t>(value.bits);
  case Element::i64:
    return static_cast<std::int64_t>(value.bits);
  case Element::u64:
    return value.bits;
  case Element::f32:
    return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits));
  case Element::f64:
    return std::bit_cast<double>(value.bits);
  default:
    return std::nullopt;
  }
}

Failure failure_of(Failure::Blame blame, const Error& error) {
  return {blame, error.message};
}

struct Source {
  std::string text;
  std::vector<std::string> options;
};

/// Bytes that nobody can foretell, for memory that a kernel must not read before it has written it.
std::vector<std::byte> noise(std::uint64_t bytes) {
  std::random_device source;
  measure::Random random((std::uint64_t{source()} << 32U) | source());
  std::vector<std::byte> content(bytes);
  for (std::size_t at = 0; at < content.size(); at += sizeof(std::uint64_t)) {
    const std::uint64_t bits = random.next();
    std::memcpy(content.data() + at, &bits, std::min(sizeof bits, content.size() - at));
  }
  return content;
}

/// With what to do about it.
Failure machine_failure(const Error& error) {
  return {Failure::Blame::machine, error.hint.empty() ? error.message : error.message + "; " + error.hint};
}

class DeviceBackEnd final : public BackEnd {
public:
  std::optional<Failure> open(const OpenRequest& request) override {
    const Result<device::DeviceInfo> info = choose(request);
    Result<std::unique_ptr<device::Device>> opened = info ? device::open_device(*info) : forward(info);
    if (!opened) {
      return machine_failure(opened.error());
    }
    device_ = std::move(*opened);
    own_ = std::make_unique<DeviceMemory>(*device_);
    if (request.backend == Backend::opencl) { // its threads are there; the other drivers make theirs as they go
      if (const Result<void> confined = sandbox::confine_to_present_threads(); !confined) {
        return machine_failure(confined.error());
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] OpenReply opened() const override { return {.on_processor = device_->info().is_processor}; }

  std::optional<std::uint64_t> copy_rate(std::uint64_t bytes) override {
    const Result<double> rate = own_->copy_rate(Bytes(bytes));
    return rate ? std::optional(static_cast<std::uint64_t>(*rate)) : std::nullopt;
  }

  LoadReply load(const LoadRequest& request, std::span<const sandbox::FileDescriptor> code) override {
    const std::string text = read_all(code.front().get());
    if (code.size() > 1) { // the compiler's cache gets what has been compiled of this source
      const std::string kept = read_all(code.back().get());
      const Result<device::Build> known = device_->load(std::as_bytes(std::span(kept)));
    }
    Result<device::Build> build =
        request.compiled ? device_->load(std::as_bytes(std::span(text))) : device_->compile(text, request.options);
    source_ = request.compiled ? std::nullopt : std::optional(Source{text, request.options});
    if (!build) {
      return {LoadReply::State::rejected, build.error().message};
    }
    program_ = std::move(build->program);
    return {program_ ? LoadReply::State::ready : LoadReply::State::rejected, build->log};
  }

  [[nodiscard]] std::vector<std::byte> keep() override {
    if (!program_ || !launched_) {
      return program_ ? program_->binary() : std::vector<std::byte>();
    }
    // PoCL writes down a program once; a second one of the same source, from its cache, holds what launches added.
    const Result<device::Build> again =
        source_ ? device_->compile(source_->text, source_->options) : device::Build{nullptr, {}};
    return again && again->program ? again->program->binary() : std::vector<std::byte>();
  }

  std::optional<Failure> put(const CallLayout& layout, const SharedMemory& memory) override {
    places_ = layout.arguments;
    memory_ = memory.writable;
    launches_.reset();
    buffers_.clear();
    for (const Place& place : places_) {
      if (!place.writable) {
        return Failure{Failure::Blame::machine, "an argument of a device kernel has no place"};
      }
      if (auto failure = allocate(place.head + place.bytes + place.tail, bytes_of(place))) {
        return failure;
      }
    }
    for (const std::uint64_t bytes : layout.scratch) {
      const std::uint64_t size = std::max<std::uint64_t>(bytes, 1);
      if (auto failure = allocate(size, noise(size))) {
        return failure;
      }
    }
    if (auto failure = prepare(layout.launches)) {
      return failure;
    }
    return set_caches(layout.caches);
  }

  std::optional<Failure> go() override {
    launched_ = true;
    const Result<device::LaunchTime> time = launches_->run();
    return time ? std::nullopt : std::optional(failure_of(Failure::Blame::candidate, time.error()));
  }

  std::optional<Failure> fetch() override {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (const Result<void> copied = buffers_[i]->download(bytes_of(places_[i])); !copied) {
        return failure_of(Failure::Blame::candidate, copied.error());
      }
    }
    return std::nullopt;
  }

private:
  [[nodiscard]] std::span<std::byte> bytes_of(const Place& place) const {
    return memory_.subspan(place.offset - place.head, place.head + place.bytes + place.tail);
  }

  std::optional<Failure> allocate(std::uint64_t bytes, std::span<const std::byte> content) {
    Result<std::unique_ptr<device::Buffer>> buffer = device_->allocate(Bytes(bytes));
    if (!buffer) {
      return failure_of(Failure::Blame::memory, buffer.error());
    }
    if (const Result<void> copied = (*buffer)->upload(content); !copied) {
      return failure_of(Failure::Blame::machine, copied.error());
    }
    buffers_.push_back(std::move(*buffer));
    return std::nullopt;
  }

  std::optional<Failure> prepare(const std::vector<LaunchStep>& steps) {
    std::vector<device::Launch> launches;
    for (const LaunchStep& step : steps) {
      device::Launch launch{.entry = step.kernel};
      std::copy(step.groups.begin(), step.groups.end(), launch.shape.groups.begin());
      std::copy(step.group.begin(), step.group.end(), launch.shape.group_size.begin());
      for (const LaunchValue& value : step.arguments) {
        const std::optional<device::Argument> argument = argument_of(value);
        if (!argument) {
          return Failure{Failure::Blame::machine,
                         fmt::format("an argument of the kernel '{}' cannot be passed", step.kernel)};
        }
        launch.arguments.push_back(*argument);
      }
      launches.push_back(std::move(launch));
    }
    auto prepared = device_->prepare(*program_, std::move(launches));
    if (!prepared) {
      return failure_of(Failure::Blame::candidate, prepared.error());
    }
    launches_ = std::move(*prepared);
    return std::nullopt;
  }

  [[nodiscard]] std::optional<device::Argument> argument_of(const LaunchValue& value) const {
    if (const auto* buffer = std::get_if<BufferIndex>(&value)) {
      const std::size_t i = buffer->index;
      if (i >= buffers_.size()) {
        return std::nullopt;
      }
      return i < places_.size() ? device::Argument(device::BufferPart{buffers_[i].get(), Bytes(places_[i].head)})
                                : device::Argument(buffers_[i].get());
    }
    if (const auto* group = std::get_if<GroupBytes>(&value)) {
      return device::GroupMemory{Bytes(group->bytes)};
    }
    return scalar(std::get<ScalarBits>(value));
  }

  std::optional<Failure> set_caches(DeviceCaches caches) {
    const Result<void> set = caches == DeviceCaches::flush   ? own_->flush()
                             : caches == DeviceCaches::touch ? own_->touch(std::span(buffers_).first(places_.size()))
                                                             : Result<void>();
    return set ? std::nullopt : std::optional(failure_of(Failure::Blame::memory, set.error()));
  }

  std::unique_ptr<device::Device> device_{};
  std::unique_ptr<DeviceMemory> own_{};
  std::unique_ptr<device::Program> program_{};
  std::optional<Source> source_{}; ///< of program_, unless it was loaded compiled
  bool launched_ = false;
  std::span<std::byte> memory_{};
  std::vector<Place> places_{};
  std::vector<std::unique_ptr<device::Buffer>> buffers_{}; ///< of the arguments, then scratch
  std::unique_ptr<device::PreparedLaunches> launches_{};   ///< of the present call, after its buffers
};

} // namespace

std::unique_ptr<BackEnd> make_device_back_end() {
  return std::make_unique<DeviceBackEnd>();
}

} // namespace mapwright::kernel::worker
