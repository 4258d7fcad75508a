#include "kernel/judge/opened_worker.hpp"

#include "kernel/judge/worker_policy.hpp"
#include "kernel/worker/messages.hpp"

#include <fmt/format.h>

namespace mapwright::kernel {
namespace {

/// For a worker to start and open its device, on a machine with other work to do.
constexpr Seconds start_patience{60};

/// What a worker depends on.
std::string kind_of(const RunnerSettings& settings) {
  return fmt::format("{}|{}|{}|{}", settings.worker.string(), to_string(settings.least), threads_of(settings),
                     settings.device);
}

} // namespace

Result<OpenedWorker> OpenedWorker::start(Backend backend, const RunnerSettings& settings, const std::string& compiler) {
  sandbox::Policy policy = worker_policy(backend, settings);
  std::optional<sandbox::ScratchDirectory> folder;
  if (backend != Backend::cpp) {
    Result<sandbox::ScratchDirectory> scratch = sandbox::ScratchDirectory::create();
    if (!scratch) {
      return forward(scratch);
    }
    folder = std::move(*scratch);
    policy.scratch = folder->path();
    policy.environment["POCL_CACHE_DIR"] = (folder->path() / "pocl").string();
  }
  Result<WorkerProcess> started = WorkerProcess::start(policy, settings.worker);
  if (!started) {
    return forward(started);
  }
  OpenedWorker worker(std::move(*started), std::move(folder), backend);
  const worker::OpenRequest request{backend, settings.device, compiler};
  worker.asked_ = worker.process.post(worker::Kind::open, encode(request));
  return worker;
}

Result<void> OpenedWorker::wait() {
  if (!asked_) {
    return {};
  }
  const Answer answer = process.wait(*asked_, worker::Kind::opened, start_patience);
  asked_.reset();
  if (answer.kind == Answer::Kind::as_expected) {
    const auto reply = worker::decode_open_reply(answer.packet.payload);
    on_processor = !reply || reply->on_processor;
    return {};
  }
  const Result<Conclusion> conclusion = process.conclude(answer, start_patience);
  return conclusion ? fail(ErrorKind::machine, fmt::format("a worker cannot run {} kernels here: {}",
                                                           to_string(backend_), conclusion->evidence))
                    : forward(conclusion);
}

void SpareWorker::prepare(Backend backend, const RunnerSettings& settings) {
  const std::lock_guard alone(mutex_);
  if (backend != Backend::opencl || (worker_ && made_for_ == kind_of(settings))) {
    return;
  }
  worker_.reset();
  if (Result<OpenedWorker> started = OpenedWorker::start(backend, settings)) {
    worker_.emplace(std::move(*started));
    made_for_ = kind_of(settings);
  }
}

void SpareWorker::settle() {
  const std::lock_guard alone(mutex_);
  if (worker_ && (!worker_->wait() || !worker_->on_processor)) { // a device's memory is the candidates' alone
    worker_.reset();
  }
}

std::optional<OpenedWorker> SpareWorker::take(Backend backend, const RunnerSettings& settings) {
  const std::lock_guard alone(mutex_);
  if (backend != Backend::opencl || !worker_ || made_for_ != kind_of(settings)) {
    return std::nullopt;
  }
  std::optional<OpenedWorker> taken = std::move(worker_);
  worker_.reset();
  return taken;
}

} // namespace mapwright::kernel
