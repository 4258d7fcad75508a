// How a candidate's code comes into a worker: as it is, or as an earlier worker compiled it.
#include "kernel/judge/launches.hpp"
#include "kernel/judge/worker_runner.hpp"

#include <algorithm>

#include <fcntl.h>
#include <fmt/format.h>

namespace mapwright::kernel {
namespace {

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
  const std::vector<std::string> options =
      on_device() ? compile_options(candidate_, tuning_) : std::vector<std::string>{};
  const std::uint64_t number =
      worker_->process.post(worker::Kind::load, encode(worker::LoadRequest{options, compiled}), std::move(code));
  const Seconds patience = on_device() ? settings_.compile_time : settings_.call_time;
  if (settings_.spare && !compiled) { // it compiles: time enough for another one to come up
    settings_.spare->prepare(candidate_.backend, settings_);
  }
  const Answer answer = worker_->process.wait(number, worker::Kind::loaded, patience, settings_.interrupt);
  if (settings_.spare) {
    settings_.spare->settle();
  }
  const auto reply =
      answer.kind == Answer::Kind::as_expected ? worker::decode_load_reply(answer.packet.payload) : std::nullopt;
  if (reply && reply->state == worker::LoadReply::State::rejected) {
    forget();
    return Loaded{RunStatus::not_compiled, reply->log};
  }
  const Result<std::optional<Conclusion>> bad = reply ? stand_still() : conclude(answer, patience);
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
  const Answer answer = worker_->process.wait(number, worker::Kind::kept, settings_.compile_time, settings_.interrupt);
  const auto bytes =
      answer.kind == Answer::Kind::as_expected ? worker::decode_number(answer.packet.payload) : std::nullopt;
  const Result<std::optional<Conclusion>> bad = bytes ? stand_still() : conclude(answer, settings_.compile_time);
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
  const Answer answer = worker_->process.wait(number, worker::Kind::rated, rate_patience, settings_.interrupt);
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

} // namespace mapwright::kernel
