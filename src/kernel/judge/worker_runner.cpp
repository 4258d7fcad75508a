// One call, step by step:
//   1. thaw, put, ready            the worker maps the shared memory of the call, whose content is still old
//   2. freeze                      from here on nothing of the worker runs
//   3. inputs, poison, caches      the judge fills the shared memory
//   4. clock, go, thaw, done       the only time in which the inputs are there and the worker runs
//   5. freeze, outputs and guards  what is not written by now does not count
//   6. thaw, watch, freeze         whoever still computes now has lied about being done
// Device back ends need the inputs before (they are uploaded in step 1) and bring the outputs back after step 6. A
// device with caches of its own sets them at the end of step 1: a kernel there cannot touch the process that does it.
#include "kernel/judge/worker_runner.hpp"

#include "kernel/judge/caches.hpp"
#include "kernel/judge/launches.hpp"
#include "kernel/judge/usage.hpp"
#include "kernel/judge/worker_policy.hpp"
#include "measure/clock.hpp"
#include "sandbox/thread_states.hpp"

#include <thread>
#include <tuple>

namespace mapwright::kernel {
namespace {

using MaybeConclusion = std::optional<Conclusion>;

/// CPU time that a worker certainly does not need to fall asleep after done. Microseconds are enough, but a virtual
/// processor that is taken away counts as used meanwhile, for 10 ms and more. On the host nothing is gained by what
/// runs that long: the outputs were read before, and the next inputs are not there.
constexpr Seconds not_idle{0.05};

/// How long it may stay awake without getting a processor; then nothing is known about it.
constexpr Seconds settle_patience{0.25};

} // namespace

WorkerRunner::WorkerRunner(Task task, KernelCandidate candidate, Tuning tuning, RunnerSettings settings)
    : task_(std::move(task)), candidate_(std::move(candidate)), tuning_(std::move(tuning)),
      settings_(std::move(settings)) {}

void WorkerRunner::forget() {
  worker_.reset();
  // Memory that the old worker could write must not speak to the new one.
  read_only_ = Arena();
  writable_ = Arena();
  has_arenas_ = false;
}

Result<CallResult> WorkerRunner::call(const Inputs& inputs, const CallOptions& options) {
  CallResult result;
  Result<worker::CallLayout> layout = lay_out(task_, inputs, on_device());
  if (!layout) {
    return forward(layout);
  }
  if (const Result<void> added = add_launches(task_, candidate_, tuning_, inputs, *layout); !added) {
    return forward(added);
  }
  if (!worker_) {
    const Result<void> started = start();
    Result<Loaded> loaded = started ? load(Code::ready) : forward(started);
    if (!loaded) {
      return forward(loaded);
    }
    if (loaded->status != RunStatus::done) {
      result.status = loaded->status;
      result.evidence = std::move(loaded->log);
      return result;
    }
  }
  layout->caches = device_caches(options);
  const Poison poison;
  const auto fill_arenas = [&] { fill(*layout, inputs, poison, read_only_, writable_); };
  const auto read_back = [&]() -> MaybeConclusion {
    if (const auto breach = find_breach(task_, *layout, inputs, poison, writable_)) {
      return Conclusion{breach->status, breach->evidence};
    }
    result.outputs = outputs(task_, *layout, writable_);
    return std::nullopt;
  };
  if (const Result<void> made = make_arenas(*layout); !made) {
    return forward(made);
  }
  if (on_device()) {
    fill_arenas();
  }
  Result<MaybeConclusion> bad = put(*layout);
  if (bad && !*bad) {
    if (!on_device()) {
      fill_arenas();
    }
    prepare_caches(options.caches, *layout);
    bad = run(options.skip, result);
  }
  if (bad && !*bad && !on_device()) {
    bad = read_back();
  }
  if (bad && !*bad) {
    bad = settle();
  }
  if (bad && !*bad && on_device()) {
    bad = fetch();
    if (bad && !*bad) {
      bad = read_back();
    }
  }
  if (!bad) {
    forget();
    return forward(bad);
  }
  if (*bad) {
    forget();
    return CallResult{.status = (*bad)->status, .evidence = (*bad)->evidence};
  }
  return result;
}

Result<void> WorkerRunner::make_arenas(const worker::CallLayout& layout) {
  using Others = Arena::Others;
  for (const auto& [arena, bytes, others] : {std::tuple(&read_only_, layout.read_only_bytes, Others::read),
                                             std::tuple(&writable_, layout.writable_bytes, Others::write)}) {
    if (arena->bytes().empty() || arena->bytes().size() < bytes) {
      Result<Arena> made = Arena::create(bytes, others);
      if (!made) {
        return forward(made);
      }
      *arena = std::move(*made);
      has_arenas_ = false;
    }
  }
  return {};
}

Result<MaybeConclusion> WorkerRunner::put(const worker::CallLayout& layout) {
  std::vector<sandbox::FileDescriptor> arenas;
  if (!has_arenas_) {
    arenas.push_back(read_only_.share());
    arenas.push_back(writable_.share());
  }
  has_arenas_ = true;
  return ask(worker::Kind::put, worker::Kind::ready, encode(layout), std::move(arenas));
}

Result<MaybeConclusion> WorkerRunner::fetch() {
  return ask(worker::Kind::fetch, worker::Kind::fetched, {}, {});
}

Result<MaybeConclusion> WorkerRunner::ask(worker::Kind request, worker::Kind expected, std::string payload,
                                          std::vector<sandbox::FileDescriptor> descriptors) {
  const std::uint64_t number = worker_->process.post(request, std::move(payload), std::move(descriptors));
  worker_->process.thaw();
  const Answer answer = worker_->process.wait(number, expected, settings_.call_time, settings_.interrupt);
  return answer.kind == Answer::Kind::as_expected ? stand_still() : conclude(answer, settings_.call_time);
}

Result<MaybeConclusion> WorkerRunner::run(bool skip, CallResult& result) {
  measure::SteadyClock clock;
  const measure::UsageSnapshot before = usage_of(worker_->process.pid());
  const std::uint64_t number = worker_->process.post(worker::Kind::go, worker::encode_go(skip));
  const Seconds start = clock.now();
  worker_->process.thaw();
  const Answer answer = worker_->process.wait(number, worker::Kind::done, settings_.call_time, settings_.interrupt);
  result.time = clock.now() - start;
  if (answer.kind != Answer::Kind::as_expected) {
    return conclude(answer, settings_.call_time);
  }
  const bool still_runs = sandbox::thread_states(worker_->process.pid()).find('R') != std::string::npos;
  Result<MaybeConclusion> bad = stand_still();
  if (bad && !*bad) {
    if (still_runs) { // what ran until it was stopped may have written outputs until then
      result.time = clock.now() - start;
    }
    // A device of its own works while the process waits.
    const measure::ContentionRule rule{.busy_threads = !on_processor_ || skip ? 0 : 1};
    result.taint = measure::assess(before, usage_of(worker_->process.pid()), result.time, rule);
  }
  return bad;
}

Result<MaybeConclusion> WorkerRunner::settle() {
  const Seconds before = cpu_time(worker_->process.pid());
  measure::SteadyClock clock;
  const Seconds start = clock.now();
  worker_->process.thaw();
  for (auto pause = std::chrono::microseconds(100);; pause = std::min(2 * pause, std::chrono::microseconds(5000))) {
    std::this_thread::sleep_for(pause);
    const std::string states = sandbox::thread_states(worker_->process.pid());
    if (states.find_first_of("RD") == std::string::npos || clock.now() - start > settle_patience) {
      return stand_still();
    }
    if (cpu_time(worker_->process.pid()) - before > not_idle) {
      return Conclusion{RunStatus::deferred, "its threads went on computing after it said that it was done"};
    }
  }
}

Result<MaybeConclusion> WorkerRunner::stand_still() {
  return worker_->process.freeze() ? Result<MaybeConclusion>(std::nullopt)
                                   : conclude({Answer::Kind::ended}, Seconds(0));
}

Result<MaybeConclusion> WorkerRunner::conclude(const Answer& answer, Seconds patience) {
  Result<Conclusion> conclusion = worker_->process.conclude(answer, patience);
  forget();
  return conclusion ? Result<MaybeConclusion>(std::move(*conclusion)) : forward(conclusion);
}

worker::DeviceCaches WorkerRunner::device_caches(const CallOptions& options) const {
  if (on_processor_ || options.skip) {
    return worker::DeviceCaches::leave;
  }
  return options.caches == CacheState::cold ? worker::DeviceCaches::flush : worker::DeviceCaches::touch;
}

void WorkerRunner::prepare_caches(CacheState state, const worker::CallLayout& layout) const {
  if (state == CacheState::cold) {
    flush_caches();
  } else {
    read_through(read_only_.bytes().first(layout.read_only_bytes));
    if (on_device()) {
      read_through(writable_.bytes().first(layout.writable_bytes));
    }
  }
}

} // namespace mapwright::kernel
