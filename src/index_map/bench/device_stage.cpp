#include "index_map/bench/body.hpp"
#include "index_map/bench/programs.hpp"
#include "index_map/bench/source.hpp"
#include "index_map/bench/stage.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace mapwright::index_map::bench {

namespace {

using device::Argument;
using device::Buffer;

constexpr std::int64_t digest_threads = 1 << 16;
constexpr std::size_t line_group = 256;

std::size_t groups_of(std::int64_t threads, std::size_t group) {
  return static_cast<std::size_t>(threads - 1) / group + 1;
}

device::LaunchShape line(std::int64_t threads) {
  return {{groups_of(threads, line_group), 1, 1}, {line_group, 1, 1}};
}

/// Whether offsets into the box, or into the array around it, need 64 bits.
bool needs_wide(const Instance& instance, BenchBody body) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  return std::max(instance.box, input_floats(body, instance)) > most / 2 ||
         std::any_of(instance.low.begin(), instance.low.end(), [](std::int64_t x) { return x < -most || x > most; });
}

template <class T> Result<std::unique_ptr<Buffer>> uploaded(device::Device& device, std::span<const T> values) {
  auto buffer = device.allocate(Bytes(std::max<std::size_t>(values.size_bytes(), 8)));
  if (!buffer) {
    return forward(buffer);
  }
  if (const auto copied = (*buffer)->upload(std::as_bytes(values)); !copied) {
    return forward(copied);
  }
  return buffer;
}

class DeviceStage final : public Stage {
public:
  DeviceStage(const Instance& instance, bool wide, device::Device& device, const device::Program& program)
      : device_(device), program_(program), instance_(instance), wide_(wide) {}

  Result<void> fill(const StageOptions& options) {
    const std::vector<float> in = input_values(input_floats(options.body, instance_));
    auto out = device_.allocate(Bytes(static_cast<std::uint64_t>(instance_.box) * sizeof(float)));
    if (!out) {
      return forward(out);
    }
    out_ = std::move(*out);
    for (const std::int64_t size : instance_.sizes) {
      arguments_.push_back(word(size, instance_.bits == 64));
    }
    for (const expr::Table& table : instance_.tables) {
      const std::vector<std::int32_t> narrow(table.values.begin(), table.values.end());
      if (auto done = instance_.bits == 32 ? add(std::span(narrow)) : add(std::span(table.values)); !done) {
        return done;
      }
    }
    for (std::size_t k = 0; k < instance_.dimensions(); ++k) {
      arguments_.push_back(word(instance_.low[k], wide_));
      arguments_.push_back(word(instance_.extent[k], wide_));
    }
    if (auto done = add(std::span(in)); !done) {
      return done;
    }
    arguments_.emplace_back(out_.get());
    for (const auto& done : {add(std::span(options.lists.points)), add(std::span(options.lists.rows.starts)),
                             add(std::span(options.lists.rows.points))}) {
      if (!done) {
        return done;
      }
    }
    arguments_.emplace_back(static_cast<std::int64_t>(options.lists.rows.size()));
    arguments_.emplace_back(instance_.points);
    arguments_.emplace_back(no_coordinate(instance_));
    return {};
  }

  Result<Seconds> run(Strategy strategy, Doing doing) override {
    return launch(entry_name(strategy, doing), shape_of(strategy), arguments_);
  }

  Result<void> clear() override {
    const std::array<Argument, 2> arguments{out_.get(), instance_.box};
    const auto done = launch("clear", line(instance_.box), arguments);
    return done ? Result<void>() : forward(done);
  }

  Result<std::uint64_t> digest() override {
    std::vector<std::uint64_t> partial(digest_threads);
    const auto buffer = device_.allocate(Bytes(partial.size() * sizeof(std::uint64_t)));
    if (!buffer) {
      return forward(buffer);
    }
    const std::array<Argument, 4> arguments{out_.get(), buffer->get(), instance_.box, digest_threads};
    if (const auto done = launch("digest", line(digest_threads), arguments); !done) {
      return forward(done);
    }
    if (const auto done = (*buffer)->download(std::as_writable_bytes(std::span(partial))); !done) {
      return forward(done);
    }
    return std::accumulate(partial.begin(), partial.end(), std::uint64_t{0});
  }

  [[nodiscard]] std::string compiled() const override {
    switch (device_.info().api) {
    case device::Api::cuda:
      return "NVRTC, its default options";
    case device::Api::hip:
      return "hiprtc, its default options";
    default:
      return "clBuildProgram, no options";
    }
  }

private:
  static Argument word(std::int64_t value, bool wide) {
    return wide ? Argument(value) : Argument(static_cast<std::int32_t>(value));
  }

  template <class T> Result<void> add(std::span<const T> values) {
    auto buffer = uploaded(device_, values);
    if (!buffer) {
      return forward(buffer);
    }
    buffers_.push_back(std::move(*buffer));
    arguments_.emplace_back(buffers_.back().get());
    return {};
  }

  Result<Seconds> launch(const std::string& entry, const device::LaunchShape& shape,
                         std::span<const Argument> arguments) {
    const auto time = device_.launch(program_, entry, shape, arguments);
    return time ? Result<Seconds>(time->on_device) : forward(time);
  }

  [[nodiscard]] device::LaunchShape shape_of(Strategy strategy) const {
    if (strategy == Strategy::fold) {
      const Fold fold = fold_text(instance_);
      return {{groups_of(fold.columns, 32), groups_of(fold.rows, 8), 1}, {32, 8, 1}};
    }
    const auto& extent = instance_.extent;
    if (strategy != Strategy::box || extent.size() == 1) {
      return line(strategy == Strategy::box ? instance_.box : instance_.points);
    }
    const std::int64_t columns = extent.back();
    const std::int64_t rows = extent[extent.size() - 2];
    if (extent.size() == 2) {
      return {{groups_of(columns, 32), groups_of(rows, 8), 1}, {32, 8, 1}};
    }
    return {{groups_of(columns, 32), groups_of(rows, 4), groups_of(instance_.box / columns / rows, 2)}, {32, 4, 2}};
  }

  device::Device& device_;
  const device::Program& program_;
  Instance instance_;
  bool wide_;
  std::unique_ptr<Buffer> out_;
  std::vector<std::unique_ptr<Buffer>> buffers_;
  std::vector<Argument> arguments_;
};

class DeviceWorkbench final : public Workbench {
public:
  explicit DeviceWorkbench(std::unique_ptr<device::Device> device) : device_(std::move(device)) {}

  Result<std::unique_ptr<Stage>> stage(const Instance& instance, StageOptions options) override {
    const bool wide = needs_wide(instance, options.body);
    const auto source = kernel_source(instance, options.body, options.strategies, target_of(device_->info().api), wide);
    if (!source) {
      return forward(source);
    }
    const auto program = programs_.get(*source, [this](const std::string& text) { return compile(text); });
    if (!program) {
      return forward(program);
    }
    const Program& compiled = **program;
    auto stage = std::make_unique<DeviceStage>(instance, wide, *device_, *compiled);
    if (const auto filled = stage->fill(options); !filled) {
      return forward(filled);
    }
    // Also because a store whose mask is empty is slow on pages that were never written.
    if (const auto cleared = stage->clear(); !cleared) {
      return forward(cleared);
    }
    return stage;
  }

private:
  using Program = std::unique_ptr<device::Program>;

  Result<Program> compile(const std::string& source) {
    auto built = device_->compile(source);
    if (!built) {
      return forward(built);
    }
    if (built->program == nullptr) {
      return fail(ErrorKind::internal, fmt::format("the bench kernels do not compile\n{}", built->log));
    }
    return std::move(built->program);
  }

  std::unique_ptr<device::Device> device_;
  Programs<Program> programs_;
};

} // namespace

Result<std::unique_ptr<Workbench>> device_workbench(const device::DeviceInfo& info) {
  auto device = device::open_device(info);
  if (!device) {
    return forward(device);
  }
  return std::make_unique<DeviceWorkbench>(std::move(*device));
}

} // namespace mapwright::index_map::bench
