// Device candidates: OpenCL and CUDA through the one interface of src/device. This process owns the device.
#include "device/device.hpp"

#include "kernel/worker/back_end.hpp"
#include "sandbox/confine.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>
#include <unistd.h>

namespace mapwright::kernel::worker {
namespace {

Result<device::DeviceInfo> choose(const OpenRequest& request) {
  const device::Api api = request.backend == Backend::opencl ? device::Api::opencl : device::Api::cuda;
  const device::DeviceList list = device::list_devices();
  for (const device::DeviceInfo& info : list.devices) {
    if (info.api == api && info.name.find(request.device) != std::string::npos) {
      return info;
    }
  }
  for (const device::Absence& absence : list.absent) {
    if (absence.api == api) {
      return tl::unexpected<Error>(absence.error);
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

struct Step {
  std::string kernel;
  device::LaunchShape shape;
  std::vector<device::Argument> arguments;
};

class DeviceBackEnd final : public BackEnd {
public:
  std::optional<Failure> open(const OpenRequest& request) override {
    if (request.backend == Backend::hip) {
      return Failure{Failure::Blame::machine, "HIP kernels cannot be run yet"};
    }
    const Result<device::DeviceInfo> info = choose(request);
    Result<std::unique_ptr<device::Device>> opened = info ? device::open_device(*info) : forward(info);
    if (!opened) {
      return failure_of(Failure::Blame::machine, opened.error());
    }
    device_ = std::move(*opened);
    if (request.backend == Backend::opencl) { // its threads are there; CUDA makes its own as it goes
      if (const Result<void> confined = sandbox::confine_to_present_threads(); !confined) {
        return failure_of(Failure::Blame::machine, confined.error());
      }
    }
    return std::nullopt;
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
    buffers_.clear();
    for (const Place& place : places_) {
      if (!place.writable) {
        return Failure{Failure::Blame::machine, "an argument of a device kernel has no place"};
      }
      if (auto failure = allocate(place.bytes + place.tail, bytes_of(place))) {
        return failure;
      }
    }
    for (const std::uint64_t bytes : layout.scratch) {
      if (auto failure = allocate(std::max<std::uint64_t>(bytes, 1), {})) {
        return failure;
      }
    }
    steps_.clear();
    for (const LaunchStep& launch : layout.launches) {
      if (auto failure = add(launch)) {
        return failure;
      }
    }
    return std::nullopt;
  }

  std::optional<Failure> go() override {
    launched_ = true;
    for (const Step& step : steps_) {
      const Result<device::LaunchTime> time = device_->launch(*program_, step.kernel, step.shape, step.arguments);
      if (!time) {
        return failure_of(Failure::Blame::candidate, time.error());
      }
    }
    return std::nullopt;
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
    return memory_.subspan(place.offset, place.bytes + place.tail);
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

  std::optional<Failure> add(const LaunchStep& launch) {
    Step step{launch.kernel, {}, {}};
    for (std::size_t i = 0; i < 3; ++i) {
      step.shape.groups[i] = launch.groups[i];
      step.shape.group_size[i] = launch.group[i];
    }
    for (const LaunchValue& value : launch.arguments) {
      if (const auto* buffer = std::get_if<BufferIndex>(&value); buffer != nullptr && buffer->index < buffers_.size()) {
        step.arguments.emplace_back(buffers_[buffer->index].get());
      } else if (const auto* group = std::get_if<GroupBytes>(&value)) {
        step.arguments.emplace_back(device::GroupMemory{Bytes(group->bytes)});
      } else if (const auto* bits = std::get_if<ScalarBits>(&value); bits != nullptr && scalar(*bits)) {
        step.arguments.push_back(*scalar(*bits));
      } else {
        return Failure{Failure::Blame::machine,
                       fmt::format("an argument of the kernel '{}' cannot be passed", launch.kernel)};
      }
    }
    steps_.push_back(std::move(step));
    return std::nullopt;
  }

  std::unique_ptr<device::Device> device_{};
  std::unique_ptr<device::Program> program_{};
  std::optional<Source> source_{}; ///< of program_, unless it was loaded compiled
  bool launched_ = false;
  std::span<std::byte> memory_{};
  std::vector<Place> places_{};
  std::vector<std::unique_ptr<device::Buffer>> buffers_{}; ///< of the arguments, then scratch
  std::vector<Step> steps_{};
};

} // namespace

std::unique_ptr<BackEnd> make_device_back_end() {
  return std::make_unique<DeviceBackEnd>();
}

} // namespace mapwright::kernel::worker
