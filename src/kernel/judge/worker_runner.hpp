// A runner whose worker is started when it is needed.
#pragma once

#include "kernel/judge/layout.hpp"
#include "kernel/judge/runner.hpp"
#include "kernel/judge/worker_process.hpp"
#include "sandbox/scratch.hpp"

#include <optional>

namespace mapwright::kernel {

class WorkerRunner final : public Runner {
public:
  /// `code` is a shared object for cpp, else source text; the worker's compiler gets `options`.
  WorkerRunner(Task task, KernelCandidate candidate, Tuning tuning, RunnerSettings settings,
               sandbox::FileDescriptor code, std::vector<std::string> options);

  /// How a worker came up.
  struct Start {
    RunStatus status = RunStatus::done;
    std::string log{}; ///< of the compiler in the worker, or why there is none
  };
  /// Makes a new worker ready for calls, and leaves it frozen.
  Result<Start> start();

  Result<CallResult> call(const Inputs& inputs, const CallOptions& options) override;
  void forget() override;
  [[nodiscard]] sandbox::Level level() const override { return level_; }

private:
  Result<void> open();
  // What these return is what ended the worker, if anything did; else they leave it frozen.
  Result<std::optional<Conclusion>> put(const worker::CallLayout& layout);
  Result<std::optional<Conclusion>> run(bool skip, CallResult& result);
  Result<std::optional<Conclusion>> settle();
  Result<std::optional<Conclusion>> fetch();
  Result<std::optional<Conclusion>> ask(worker::Kind request, worker::Kind expected, std::string payload,
                                        std::vector<sandbox::FileDescriptor> descriptors);
  Result<std::optional<Conclusion>> stand_still();
  Result<std::optional<Conclusion>> conclude(const Answer& answer);
  Result<void> make_arenas(const worker::CallLayout& layout);
  void prepare_caches(CacheState state, const worker::CallLayout& layout) const;
  [[nodiscard]] bool on_device() const { return candidate_.backend != Backend::cpp; }

  Task task_;
  KernelCandidate candidate_;
  Tuning tuning_;
  RunnerSettings settings_;
  sandbox::FileDescriptor code_;
  std::vector<std::string> options_;
  sandbox::Level level_ = sandbox::Level::none;
  std::optional<sandbox::ScratchDirectory> scratch_{}; ///< of the present worker
  std::optional<WorkerProcess> worker_{};              ///< frozen between calls
  bool has_arenas_ = false;                            ///< the present worker holds the arenas
  Arena read_only_{};
  Arena writable_{};
};

} // namespace mapwright::kernel
