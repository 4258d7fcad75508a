#include "core/dynamic_library.hpp"
#include "index_map/bench/body.hpp"
#include "index_map/bench/host_job.hpp"
#include "index_map/bench/programs.hpp"
#include "index_map/bench/source.hpp"
#include "index_map/bench/stage.hpp"
#include "measure/clock.hpp"
#include "sandbox/compile.hpp"
#include "sandbox/scratch.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::index_map::bench {

namespace {

constexpr double compile_seconds = 120;
const std::vector<std::string> flags{"-std=c++20", "-O2", "-fopenmp", "-march=native", "-fno-math-errno"};
const std::vector<std::string> linkage{"-fvisibility=hidden", "-w"};

/// A table of the map in its word.
std::vector<std::byte> in_word(const std::vector<std::int64_t>& values, int bits) {
  const auto bytes = static_cast<std::size_t>(bits / 8);
  std::vector<std::byte> data(values.size() * bytes);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto narrow = static_cast<std::int32_t>(values[i]);
    const auto* const from =
        reinterpret_cast<const std::byte*>(bits == 32 ? static_cast<const void*>(&narrow) : &values[i]);
    std::copy(from, from + bytes, data.data() + i * bytes);
  }
  return data;
}

class HostStage final : public Stage {
public:
  HostStage(const Instance& instance, StageOptions options, DynamicLibrary program, unsigned threads)
      : instance_(instance), lists_(std::move(options.lists)), program_(std::move(program)),
        out_(static_cast<std::size_t>(instance.box), -1.0F), in_(input_values(input_floats(options.body, instance))) {
    for (const expr::Table& table : instance_.tables) {
      tables_.push_back(in_word(table.values, instance_.bits));
      addresses_.push_back(tables_.back().data());
    }
    job_ = {.sizes = instance_.sizes.data(),
            .tables = addresses_.data(),
            .low = instance_.low.data(),
            .extent = instance_.extent.data(),
            .in = in_.data(),
            .out = out_.data(),
            .points = lists_.points.data(),
            .starts = lists_.rows.starts.data(),
            .rows = lists_.rows.points.data(),
            .row_count = static_cast<std::int64_t>(lists_.rows.size()),
            .count = instance_.points,
            .volume = instance_.box,
            .threads = static_cast<std::int32_t>(threads)};
  }

  Result<Seconds> run(Strategy strategy, Doing doing) override {
    auto* const function = program_.find<void(const HostJob*)>(entry_name(strategy, doing).c_str());
    if (function == nullptr) {
      return fail(ErrorKind::internal, fmt::format("the program lacks the strategy {}", to_string(strategy)));
    }
    const Seconds start = clock_.now();
    function(&job_);
    return clock_.now() - start;
  }

  Result<void> clear() override {
    program_.find<void(const HostJob*)>("clear")(&job_);
    return {};
  }

  Result<std::uint64_t> digest() override { return program_.find<std::uint64_t(const HostJob*)>("digest")(&job_); }

  [[nodiscard]] std::string compiled() const override { return fmt::format("g++ {}", fmt::join(flags, " ")); }

private:
  Instance instance_;
  Lists lists_;
  DynamicLibrary program_;
  std::vector<float> out_;
  std::vector<float> in_;
  std::vector<std::vector<std::byte>> tables_;
  std::vector<const void*> addresses_;
  HostJob job_{};
  measure::SteadyClock clock_;
};

class HostWorkbench final : public Workbench {
public:
  explicit HostWorkbench(unsigned threads) : threads_(threads) {}

  Result<std::unique_ptr<Stage>> stage(const Instance& instance, StageOptions options) override {
    const auto source = host_source(instance, options.body, options.strategies);
    if (!source) {
      return forward(source);
    }
    const auto program = programs_.get(*source, compile);
    if (!program) {
      return forward(program);
    }
    return std::make_unique<HostStage>(instance, std::move(options), **program, threads_);
  }

private:
  /// The text is ours and proved, so it runs in this process; only the compiler is contained, as far as this machine
  /// can.
  static Result<DynamicLibrary> compile(const std::string& source) {
    const auto scratch = sandbox::ScratchDirectory::create();
    if (!scratch) {
      return forward(scratch);
    }
    sandbox::Policy policy;
    policy.minimum = sandbox::Level::none;
    policy.scratch = scratch->path();
    policy.wall_time = policy.cpu_time = Seconds(compile_seconds);
    std::vector<std::string> all = flags;
    all.insert(all.end(), linkage.begin(), linkage.end());
    const auto compiled = sandbox::compile_cxx(
        {.source = source, .name = "bench", .binary = sandbox::Binary::shared_object, .flags = std::move(all)}, policy);
    if (!compiled) {
      return forward(compiled);
    }
    if (!compiled->binary) {
      return fail(ErrorKind::internal, fmt::format("the bench program does not compile\n{}", compiled->diagnostics));
    }
    const std::array<std::string, 1> names{compiled->binary->string()};
    return DynamicLibrary::open(names);
  }

  unsigned threads_;
  Programs<DynamicLibrary> programs_;
};

} // namespace

std::unique_ptr<Workbench> host_workbench(unsigned threads) {
  return std::make_unique<HostWorkbench>(threads);
}

} // namespace mapwright::index_map::bench
