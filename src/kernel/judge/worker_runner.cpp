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

#include <algorithm>
#include <thread>
#include <tuple>

#include <fcntl.h>
#include <fmt/format.h>

namespace mapwright::kernel {
namespace {

using MaybeConclusion = std::optional<Conclusion>;

/// CPU time that a worker certainly does not need to fall asleep after done. Microseconds are enough, but a virtual
/// processor that is taken away counts as used meanwhile, for 10 ms and more. On the host nothing is gained by what
/// runs that long: the outputs were read before, and the next inputs are not there.
constexpr Seconds not_idle{0.05};

/// How long it may stay awake without getting a processor; then nothing is known about it.
constexpr Seconds settle_patience{0.25};

/// For a worker to measure its device, on a machine with other work to do.
constexpr Seconds rate_patience{60};

/// More compiled code than this is not kept.
constexpr std::uint64_t most_kept = 64U << 20U;

/// What a compiler that runs when a kernel is launched may compile for: PoCL does for each size of groups, and again
/// for grids of less than 2^16 threads along each axis.
std::vector<std::string> forms_of(const worker::CallLayout& layout) {
  std::vector<std::string> forms;
  for (const worker::LaunchStep& step : layout.launches) {
    std::uint64_t widest = 0;
    for (std::size_t i = 0; i < step.groups.size(); ++i) {
      widest = std::max(widest, step.groups[i] * step.group[i]);
    }
    forms.push_back(
        fmt::format("{} {} {} {} {}", step.kernel, step.group[0], step.group[1], step.group[2], widest >> 16U != 0));
  }
  return forms;
}

} // namespace

WorkerRunner::WorkerRunner(Task task, KernelCandidate candidate, Tuning tuning, RunnerSettings settings)
    : task_(std::move(task)), candidate_(std::move(candidate)), tuning_(std::move(tuning)),
      settings_(std::move(settings)) {}

Result<void> WorkerRunner::start() {
  forget();
  worker_ = settings_.spare ? settings_.spare->take(candidate_.backend, settings_) : std::nullopt;
  if (!worker_) {
    Result<OpenedWorker> started = OpenedWorker::start(candidate_.backend, settings_, candidate_.compiler);
    if (!started) {
      return forward(started);
    }
    worker_ = std::move(*started);
  }
  level_ = worker_->process.level();
  const Result<void> opened = worker_->wait();
  if (!opened) {
    forget();
    return opened;
  }
  on_processor_ = worker_->on_processor;
  return opened;
}

Result<WorkerRunner::Loaded> WorkerRunner::load(sandbox::FileDescriptor code) {
  code_ = std::move(code);
  Result<Loaded> loaded = load(Code::ready);
  if (!loaded || loaded->status != RunStatus::done || candidate_.backend != Backend::opencl) {
    return loaded;
  }
  const Result<bool> kept = keep();
  if (kept && !worker_) { // its compiler could not: later workers take the source again
    const Result<void> started = start();
    return started ? load(Code::ready) : forward(started);
  }
  return kept ? loaded : forward(kept);
}

/// With Code::ready the worker gets what has been kept, if anything; with Code::source it can compile more.
Result<WorkerRunner::Loaded> WorkerRunner::load(Code which) {
  const bool compiled = kept_.valid() && which == Code::ready;
  std::vector<sandbox::FileDescriptor> code;
  for (const sandbox::FileDescriptor* file : {&code_, &kept_}) {
    if (file->valid() && !(compiled && file == &code_)) {
      code.emplace_back(fcntl(file->get(), F_DUPFD_CLOEXEC, 0));
    }
  }
  const std::vector<std::string> options = on_device() ? macros(tuning_) : std::vector<std::string>{};
  const std::uint64_t number =
      worker_->process.post(worker::Kind::load, encode(worker::LoadRequest{options, compiled}), std::move(code));
  const Seconds patience = on_device() ? settings_.compile_time : settings_.call_time;
  if (settings_.spare && !compiled) { // it compiles: time enough for another one to come up
    settings_.spare->prepare(candidate_.backend, settings_);
  }
  const Answer answer = worker_->process.wait(number, worker::Kind::loaded, patience);
  if (settings_.spare) {
    settings_.spare->settle();
  }
  const auto reply =
      answer.kind == Answer::Kind::as_expected ? worker::decode_load_reply(answer.packet.payload) : std::nullopt;
  if (reply && reply->state == worker::LoadReply::State::rejected) {
    forget();
    return Loaded{RunStatus::not_compiled, reply->log};
  }
  const Result<MaybeConclusion> bad = reply ? stand_still() : conclude(answer, patience);
  if (!bad) {
    return forward(bad);
  }
  return *bad ? Loaded{(*bad)->status, (*bad)->evidence} : Loaded{RunStatus::done, reply->log};
}

/// Keeps what the worker has compiled for later ones. False when it gave nothing, or failed and is gone.
Result<bool> WorkerRunner::keep() {
  Result<Arena> memory = Arena::create(most_kept, Arena::Others::write);
  if (!memory) {
    return forward(memory);
  }
  std::vector<sandbox::FileDescriptor> shared;
  shared.push_back(memory->share());
  const std::uint64_t number = worker_->process.post(worker::Kind::keep, {}, std::move(shared));
  worker_->process.thaw();
  const Answer answer = worker_->process.wait(number, worker::Kind::kept, settings_.compile_time);
  const auto bytes =
      answer.kind == Answer::Kind::as_expected ? worker::decode_number(answer.packet.payload) : std::nullopt;
  const Result<MaybeConclusion> bad = bytes ? stand_still() : conclude(answer, settings_.compile_time);
  if (!bad) {
    return forward(bad);
  }
  if (*bad || *bytes > memory->bytes().size()) {
    forget();
    return false;
  }
  if (*bytes == 0) {
    return false;
  }
  Result<sandbox::FileDescriptor> file = sealed_file(memory->bytes().first(*bytes));
  if (!file) {
    return forward(file);
  }
  kept_ = std::move(*file);
  return true;
}

Result<void> WorkerRunner::compile_for(const Inputs& inputs) {
  if (!kept_.valid()) {
    return {};
  }
  worker::CallLayout layout;
  if (const Result<void> planned = add_launches(task_, candidate_, tuning_, inputs, layout); !planned) {
    return planned;
  }
  const std::vector<std::string> forms = forms_of(layout);
  const auto known = [&](const std::string& form) { return compiled_for_.contains(form); };
  if (std::all_of(forms.begin(), forms.end(), known)) {
    return {};
  }
  if (!worker_ || has_arenas_) { // it has seen inputs
    const Result<void> started = start();
    const Result<Loaded> loaded = started ? load(Code::source) : forward(started);
    if (!loaded || loaded->status != RunStatus::done) {
      return loaded ? Result<void>() : forward(loaded);
    }
  }
  const Result<CallResult> result = call(inputs, {});
  if (!result) {
    return forward(result);
  }
  const Result<bool> kept = result->status == RunStatus::done ? keep() : Result<bool>(false);
  forget();
  if (kept && *kept) {
    compiled_for_.insert(forms.begin(), forms.end());
  }
  return kept ? Result<void>() : forward(kept);
}

Result<std::optional<measure::BytesPerSecond>> WorkerRunner::copy_rate(Bytes bytes) {
  using Rate = std::optional<measure::BytesPerSecond>;
  if (on_processor_) {
    return Rate();
  }
  const std::uint64_t number = worker_->process.post(worker::Kind::rate, worker::encode_number(bytes.count()));
  const Answer answer = worker_->process.wait(number, worker::Kind::rated, rate_patience);
  const auto rate =
      answer.kind == Answer::Kind::as_expected ? worker::decode_number(answer.packet.payload) : std::nullopt;
  if (rate) {
    return Rate(static_cast<measure::BytesPerSecond>(*rate));
  }
  const Result<Conclusion> conclusion = worker_->process.conclude(answer, rate_patience);
  forget();
  return conclusion ? fail(ErrorKind::machine,
                           fmt::format("the bandwidth of the device cannot be measured: {}", conclusion->evidence))
                    : forward(conclusion);
}

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
  const Answer answer = worker_->process.wait(number, expected, settings_.call_time);
  return answer.kind == Answer::Kind::as_expected ? stand_still() : conclude(answer, settings_.call_time);
}

Result<MaybeConclusion> WorkerRunner::run(bool skip, CallResult& result) {
  measure::SteadyClock clock;
  const measure::UsageSnapshot before = usage_of(worker_->process.pid());
  const std::uint64_t number = worker_->process.post(worker::Kind::go, worker::encode_go(skip));
  const Seconds start = clock.now();
  worker_->process.thaw();
  const Answer answer = worker_->process.wait(number, worker::Kind::done, settings_.call_time);
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
