// A runner whose worker is started when it is needed.
#pragma once

#include "kernel/judge/layout.hpp"
#include "kernel/judge/opened_worker.hpp"
#include "kernel/judge/runner.hpp"
#include "measure/bandwidth.hpp"

#include <optional>
#include <set>
#include <string>

namespace mapwright::kernel {

class WorkerRunner final : public Runner {
public:
  WorkerRunner(Task task, KernelCandidate candidate, Tuning tuning, RunnerSettings settings);

  /// Starts a new worker, which opens what it needs and waits for code. An Error is the machine's fault.
  Result<void> start();

  /// How fast the device copies memory, as worker::BackEnd::copy_rate: for calls that move `bytes`. Nothing for a
  /// device that shares the processor's memory. REQUIRES: start() succeeded, and nothing was loaded since.
  Result<std::optional<measure::BytesPerSecond>> copy_rate(Bytes bytes);

  /// What came of loading.
  struct Loaded {
    RunStatus status = RunStatus::done;
    std::string log{}; ///< of the compiler in the worker, or why it is not loaded
  };
  /// Loads `code`, a shared object for cpp, else source text, into the worker and leaves it frozen, ready for calls.
  /// REQUIRES: start() succeeded.
  Result<Loaded> load(sandbox::FileDescriptor code);

  Result<CallResult> call(const Inputs& inputs, const CallOptions& options) override;
  Result<void> compile_for(const Inputs& inputs) override;
  void forget() override;
  [[nodiscard]] sandbox::Level level() const override { return level_; }

private:
  enum class Code : std::uint8_t { ready, source };
  Result<Loaded> load(Code code);
  Result<bool> keep();
  // What these return is what ended the worker, if anything did; else they leave it frozen.
  Result<std::optional<Conclusion>> put(const worker::CallLayout& layout);
  Result<std::optional<Conclusion>> run(bool skip, CallResult& result);
  Result<std::optional<Conclusion>> settle();
  Result<std::optional<Conclusion>> fetch();
  Result<std::optional<Conclusion>> ask(worker::Kind request, worker::Kind expected, std::string payload,
                                        std::vector<sandbox::FileDescriptor> descriptors);
  Result<std::optional<Conclusion>> stand_still();
  Result<std::optional<Conclusion>> conclude(const Answer& answer, Seconds patience);
  Result<void> make_arenas(const worker::CallLayout& layout);
  void prepare_caches(CacheState state, const worker::CallLayout& layout) const;
  [[nodiscard]] worker::DeviceCaches device_caches(const CallOptions& options) const;
  [[nodiscard]] bool on_device() const { return candidate_.backend != Backend::cpp; }

  Task task_;
  KernelCandidate candidate_;
  Tuning tuning_;
  RunnerSettings settings_;
  sandbox::FileDescriptor code_{};
  bool on_processor_ = true;             ///< what runs the candidate has the judge's caches and memory
  sandbox::FileDescriptor kept_{};       ///< what a worker compiled of it, for device back ends that can tell
  std::set<std::string> compiled_for_{}; ///< the forms of launches that are in kept_
  sandbox::Level level_ = sandbox::Level::none;
  std::optional<OpenedWorker> worker_{}; ///< frozen between calls
  bool has_arenas_ = false;              ///< the present worker holds the arenas
  Arena read_only_{};
  Arena writable_{};
};

} // namespace mapwright::kernel
